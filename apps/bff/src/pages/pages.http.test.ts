import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import type { Boot } from '@counterfoil/bff-api/session'
import { ConfigError } from '@counterfoil/service/settings/config-faults'
import { listen, type Listening } from '@counterfoil/service/http/listen-and-stop'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { requestIdMiddleware } from '@counterfoil/service/telemetry/request-id-middleware'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BffError, errorMiddleware, securityHeadersMiddleware } from '@counterfoil/bff/server'
import { createAssetRoutes } from './asset-routes.ts'
import { createPageRoutes } from './page-routes.ts'
import { loadWebBuild, type WebBuild } from './web-build-files.ts'

const SCRIPT = `console.log('app')${' '.repeat(500)}`
const TEMPLATE =
  '<!doctype html><html lang="__LANG__" data-theme="__THEME__"><head><!--app-head-->' +
  '<script type="module" nonce="__NONCE__" src="/assets/main-abc.js"></script></head>' +
  '<body><div id="root"><!--app-html--></div><!--app-boot--></body></html>'
const RENDER = `export function render({ url, boot }) {
  return url.startsWith('/nowhere')
    ? { html: '<h1>Nothing here</h1>', title: 'Not found', status: 404 }
    : { html: '<h1>' + boot.session.locale + '</h1>', title: 'Counterfoil', status: 200 }
}
export const findFirstQuery = () => undefined
export const describePage = () => ({ title: 'Counterfoil', status: 200 })
export const readFigures = () => undefined
export const renderLetter = () => undefined
export const renderLate = () => undefined`
const FILES: Record<string, string | Buffer> = {
  'client/index.html': TEMPLATE,
  'client/assets/main-abc.js': SCRIPT,
  'client/assets/main-abc.js.br': brotliCompressSync(SCRIPT),
  'client/assets/main-abc.js.gz': gzipSync(SCRIPT),
  'client/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'server/render.js': RENDER,
  'server/secret.js': 'nobody reads this',
  'operations.json': JSON.stringify({
    ['a'.repeat(64)]: { name: 'Me', kind: 'query', scopes: [], document: 'query Me { user { id } }' },
  }),
}

async function writeBuild(files: Record<string, string | Buffer>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'counterfoil-web-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true })
    await writeFile(join(dir, name), content)
  }
  return dir
}

let dir: string
let web: WebBuild
let service: Listening
let isStoreUp = true
const folders: string[] = []

beforeAll(async () => {
  dir = await writeBuild(FILES)
  folders.push(dir)
  web = await loadWebBuild(dir)
  const app = express()
  app.disable('x-powered-by')
  app.use(requestIdMiddleware())
  app.use(securityHeadersMiddleware({ publicUrl: 'https://app.example' }))
  app.use(createAssetRoutes({ web }))
  app.use(
    createPageRoutes({
      web,
      onPartError: () => undefined,
      publicUrl: 'https://app.example',
      signInUrls: () => ['https://id.example'],
      readFirst: () => undefined,
      loadBoot: async () => {
        if (!isStoreUp) throw new BffError('store-unavailable', { retryAfterSeconds: 2 })
        return {
          session: {
            locale: 'fr',
            theme: 'dark',
            connections: [],
            csrfToken: '</script><script>alert(1)</script>',
          },
          connectResult: null,
          now: '2026-11-20T03:00:00.000Z',
        } as unknown as Boot
      },
    }),
  )
  const config = { publicUrl: 'https://app.example', supportUrl: undefined }
  app.use(errorMiddleware({ logger: createLogger({ name: 'test', level: 'silent' }), config }))
  service = await listen(app, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await service.close(0)
  for (const folder of folders) await rm(folder, { recursive: true })
})

interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly raw: Buffer
}

/** Sends a request as given: the body is not decompressed and the path not normalized. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = request(service.url, { path, headers, method }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, raw: Buffer.concat(chunks) }),
      )
    })
    req.once('error', reject).end()
  })
}

describe('files of the web build', () => {
  it.each([
    ['br', 'gzip, br', (raw: Buffer) => brotliDecompressSync(raw)],
    ['gzip', 'gzip', (raw: Buffer) => gunzipSync(raw)],
    [undefined, 'identity', (raw: Buffer) => raw],
  ])(
    'are sent as %s to clients that accept it, with an immutable cache header and the right length',
    async (encoding, accept, unpack) => {
      const answer = await get('/assets/main-abc.js', { 'accept-encoding': accept })
      expect(answer.status).toBe(200)
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
      expect(answer.headers['content-length']).toBe(String(answer.raw.length))
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(answer.headers['vary']).toBe('Accept-Encoding')
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(unpack(answer.raw).toString()).toBe(SCRIPT)
    },
  )

  it('are answered with 304 if the client has them in that encoding', async () => {
    const first = await get('/favicon.svg')
    expect(first.headers['cache-control']).toBe('public, max-age=3600')
    const etag = String(first.headers['etag'])
    expect((await get('/favicon.svg', { 'if-none-match': `"x", ${etag}` })).status).toBe(304)
    const packed = await get('/assets/main-abc.js', { 'accept-encoding': 'br' })
    const plain = await get('/assets/main-abc.js', { 'if-none-match': String(packed.headers['etag']) })
    expect(plain.status).toBe(200)
  })

  it('are answered to HEAD without a body', async () => {
    const answer = await get('/assets/main-abc.js', {}, 'HEAD')
    expect(answer.headers['content-length']).toBe(String(SCRIPT.length))
    expect(answer.raw).toHaveLength(0)
  })

  it.each([
    '/assets/gone-123.js',
    '/assets/../../server/secret.js',
    '/assets/%2e%2e/%2e%2e/server/secret.js',
    '/assets/..%2f..%2fserver/secret.js',
    '/assets/main-abc.js.br',
  ])('are the only files served: %s is answered with 404, without a page', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).not.toContain('html')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('are served while Redis is down', async () => {
    isStoreUp = false
    expect((await get('/assets/main-abc.js')).status).toBe(200)
    isStoreUp = true
  })
})

describe('pages', () => {
  it('are rendered, never cached, and have a content security policy with a new nonce', async () => {
    const [first, second] = await Promise.all([get('/businesses?page=2'), get('/')])
    const html = first.raw.toString()
    expect(first.status).toBe(200)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(html).toContain('<title>Counterfoil</title>')
    expect(html).toContain('<h1>fr</h1>')
    expect(html).toContain('<html lang="fr" data-theme="dark">')
    const nonce = /nonce="([\w-]{22})"/.exec(html)?.[1]
    expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(second.raw.toString()).not.toContain(String(nonce))
  })

  it('embed their data so that no text can close the script element', async () => {
    const html = (await get('/')).raw.toString()
    expect(html).not.toContain('<script>alert(1)')
    const boot = /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(html)?.[1]
    expect(JSON.parse(boot ?? '')).toMatchObject({
      session: { connections: [], csrfToken: '</script><script>alert(1)</script>' },
      build: web.id,
    })
  })

  it.each([
    ['zstd', (raw: Buffer) => zstdDecompressSync(raw)],
    ['br', (raw: Buffer) => brotliDecompressSync(raw)],
    ['gzip', (raw: Buffer) => gunzipSync(raw)],
  ])('are sent as %s to clients that accept it, with the right length', async (encoding, unpack) => {
    const answer = await get('/', { 'accept-encoding': encoding })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-length']).toBe(String(answer.raw.length))
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['vary']).toContain('Accept-Encoding')
    expect(unpack(answer.raw).toString()).toContain('<h1>fr</h1>')
    const head = await get('/', { 'accept-encoding': encoding }, 'HEAD')
    expect(head.raw).toHaveLength(0)
  })

  it.each(['zstd', 'br'])(
    'are padded with random lengths, so that compressed sizes do not reveal guessed parts of a secret (%s)',
    async (encoding) => {
      const asked = { 'accept-encoding': encoding }
      const answers = await Promise.all(Array.from({ length: 40 }, () => get('/', asked)))
      expect(new Set(answers.map(({ raw }) => raw.length)).size).toBeGreaterThan(8)
    },
  )

  it('are sent as zstd to browsers that accept every encoding', async () => {
    const answer = await get('/', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(answer.headers['content-encoding']).toBe('zstd')
  })

  it('that do not exist answer 404 with a page of the app', async () => {
    const answer = await get('/nowhere/at/all')
    expect(answer.status).toBe(404)
    expect(answer.raw.toString()).toContain('Nothing here')
  })

  it('are replaced by a plain error page with Retry-After while Redis is down', async () => {
    isStoreUp = false
    const answer = await get('/', { accept: 'text/html', 'sec-fetch-mode': 'navigate' })
    isStoreUp = true
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('send Strict-Transport-Security', async () => {
    expect((await get('/')).headers['strict-transport-security']).toMatch(/^max-age=\d{8,}/)
  })
})

describe(loadWebBuild, () => {
  it('computes the version of a build from its content', async () => {
    const other = await writeBuild({ ...FILES, 'client/assets/main-abc.js': 'other' })
    folders.push(other)
    expect((await loadWebBuild(other)).id).not.toBe(web.id)
    expect((await loadWebBuild(dir)).id).toBe(web.id)
  })

  it.each([
    ['client/index.html', undefined],
    ['client/index.html', '<html></html>'],
    ['operations.json', undefined],
    ['operations.json', '{'],
    ['operations.json', '{"short":{}}'],
    ['server/render.js', undefined],
    ['server/render.js', 'export const nothing = 1'],
    ['server/render.js', 'export const render = () => ({})'],
  ])('stops the start with one clear line if %s is %j', async (name, content) => {
    const files = { ...FILES }
    if (content === undefined) delete files[name]
    else files[name] = content
    const broken = await writeBuild(files)
    folders.push(broken)
    const failure = await loadWebBuild(broken).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(ConfigError)
    expect(String(failure)).toContain('BFF_WEB_DIR')
  })
})
