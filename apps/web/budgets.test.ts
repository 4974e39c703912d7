// @vitest-environment node
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { OperationManifest } from '@counterfoil/bff-api/graphql'
import type { RenderPage } from '@counterfoil/bff-api/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_PAGES } from './src/testing/samples.ts'

const KB = 1000
const MAX_SCRIPT_BYTES = 100 * KB
const MAX_STYLE_BYTES = 10 * KB
const MAX_HTML_BYTES = 8 * KB
const MAX_FACE_BYTES = 21 * KB

const compress = promisify(brotliCompress)

let dir: string
let template: string
let render: RenderPage

beforeAll(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'counterfoil-web-')), 'dist')
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'build.ts'), dir])
  template = await readFile(join(dir, 'client/index.html'), 'utf8')
  render = ((await import(/* @vite-ignore */ join(dir, 'server/render.js'))) as { render: RenderPage }).render
}, 60_000)
afterAll(() => rm(join(dir, '..'), { recursive: true, force: true }))

const style = () => /<style[^>]*>([\s\S]*?)<\/style>/.exec(template)?.[1] ?? ''

function pageOf(name: string): string {
  const sample = SAMPLE_PAGES[name]
  if (sample === undefined) throw new Error(`no sample ${name}`)
  return template
    .replace('<!--app-html-->', () => render({ url: sample.path, boot: sample.boot }).html)
    .replace('<!--app-boot-->', () => JSON.stringify(sample.boot))
}

/** Bytes of the scripts that one language needs for its first page: what the template names, and what that imports. */
async function firstRouteBytes(locale: string): Promise<number> {
  const files = await readdir(join(dir, 'client/assets'))
  const wanted = files.filter((file) =>
    new RegExp(`^(index|${locale}|rolldown-runtime|preload-helper)-.*\\.js\\.br$`).test(file),
  )
  const sizes = await Promise.all(
    wanted.map(async (file) => (await stat(join(dir, 'client/assets', file))).size),
  )
  expect(sizes.length).toBeGreaterThanOrEqual(2)
  return sizes.reduce((sum, size) => sum + size, 0)
}

describe('the built app', () => {
  it.each(['en', 'fr'])('sends at most 100 KB of script for the first page in %s', async (locale) => {
    expect(await firstRouteBytes(locale)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
  })

  it('has no script that is neither counted nor fetched on demand', async () => {
    const scripts = [...template.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src]) => src)
    expect(scripts).toHaveLength(1)
    expect(scripts[0]).toMatch(/^\/assets\/index-/)
    expect(template).not.toContain('modulepreload')
  })

  it('carries at most 10 KB of styles, inside the HTML', async () => {
    expect(template).not.toContain('rel="stylesheet"')
    expect((await compress(style())).length).toBeLessThanOrEqual(MAX_STYLE_BYTES)
  })

  it.each(Object.keys(SAMPLE_PAGES))(
    'answers %s with at most 8 KB of HTML beside the styles',
    async (name) => {
      const html = pageOf(name).replace(style(), '')
      expect((await compress(html)).length).toBeLessThanOrEqual(MAX_HTML_BYTES)
    },
  )

  it('has one typeface of at most 21 KB, in one file', async () => {
    const faces = (await readdir(join(dir, 'client/assets'))).filter((file) =>
      /\.(woff2?|ttf|otf)$/.test(file),
    )
    expect(faces).toHaveLength(1)
    expect((await stat(join(dir, 'client/assets', faces[0] ?? ''))).size).toBeLessThanOrEqual(MAX_FACE_BYTES)
    expect(template).toContain(`<link rel="preload" href="/assets/${faces[0] ?? ''}"`)
  })

  it('fetches nothing from elsewhere', () => {
    expect(template.match(/https?:\/\/(?!www\.w3\.org)/)).toBeNull()
  })

  it('leaves the places the BFF fills, and gives every script and style a nonce', () => {
    for (const place of [
      '<!--app-head-->',
      '<!--app-html-->',
      '<!--app-boot-->',
      'lang="__LANG__"',
      'data-theme="__THEME__"',
    ])
      expect(template).toContain(place)
    expect([...template.matchAll(/<(script|style)(?![^>]*nonce="__NONCE__")/g)]).toEqual([])
  })

  it('needs no inline style attribute, which a strict policy would drop', () => {
    for (const name of Object.keys(SAMPLE_PAGES)) expect(pageOf(name)).not.toMatch(/<[^>]+\sstyle=/)
  })

  it('renders every sample page on the server, with one heading of the first rank and a title', () => {
    for (const [name, { path, boot }] of Object.entries(SAMPLE_PAGES)) {
      const page = render({ url: path, boot })
      expect(page.html.match(/<h1/g), name).toHaveLength(1)
      expect(page.title, name).toMatch(/Counterfoil$/)
      expect(page.status, name).toBe(name === 'not-found' ? 404 : 200)
    }
  })

  it('names each operation by the hash of its text, with the permission it needs', async () => {
    const manifest = JSON.parse(await readFile(join(dir, 'operations.json'), 'utf8')) as OperationManifest
    expect(Object.values(manifest).map(({ name, kind, scopes }) => [name, kind, ...scopes])).toEqual([
      ['BusinessDetails', 'query', 'business:read'],
      ['Profile', 'query', 'user:read'],
    ])
    const bytes = (text: string) => new TextEncoder().encode(text)
    for (const [hash, { document }] of Object.entries(manifest)) {
      const digest = await crypto.subtle.digest('SHA-256', bytes(document))
      expect(hash).toBe(
        [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
      )
    }
  })
})
