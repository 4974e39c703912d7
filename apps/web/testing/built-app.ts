import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RenderPage } from '@counterfoil/bff-api/session'
import { afterAll, beforeAll } from 'vitest'
import { SAMPLE_PAGES } from '../src/testing/sample-pages.ts'

/** The web app that was built for the tests of a file. */
export const built = {} as {
  /** The folder of the build. */
  dir: string
  template: string
  render: RenderPage
}

/** Builds the web app in its own folder for the tests of a file. */
export function buildApp(): void {
  beforeAll(async () => {
    built.dir = join(await mkdtemp(join(tmpdir(), 'counterfoil-web-')), 'dist')
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../build.ts'), built.dir])
    built.template = await readFile(join(built.dir, 'client/index.html'), 'utf8')
    built.render = (
      (await import(/* @vite-ignore */ join(built.dir, 'server/render.js'))) as { render: RenderPage }
    ).render
  })
  afterAll(() => rm(join(built.dir, '..'), { recursive: true, force: true }))
}

/** Returns the styles of the page. The other style element, for browsers without scripts, is one line. */
export const style = () =>
  [...built.template.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
    .map(([, css = '']) => css)
    .reduce((longest, css) => (css.length > longest.length ? css : longest), '')

export function pageOf(name: string): string {
  const sample = SAMPLE_PAGES[name]
  if (sample === undefined) throw new Error(`no sample ${name}`)
  return built.template
    .replace('<!--app-html-->', () => built.render({ url: sample.path, boot: sample.boot }).html)
    .replace('<!--app-boot-->', () => JSON.stringify(sample.boot))
}

interface Entry {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

/** Returns every script that these entries load. */
export async function scriptFiles(entries: readonly string[]): Promise<readonly string[]> {
  const manifest = JSON.parse(await readFile(join(built.dir, 'manifest.json'), 'utf8')) as Record<
    string,
    Entry
  >
  const files = new Set<string>()
  const visit = (key: string) => {
    const entry = manifest[key]
    if (entry === undefined) throw new Error(`the build has no ${key}`)
    if (files.has(entry.file)) return
    files.add(entry.file)
    entry.imports?.forEach(visit)
  }
  entries.forEach(visit)
  return [...files]
}

/** Returns the compressed size of the scripts in bytes. */
export async function scriptBytes(entries: readonly string[]): Promise<number> {
  return fileBytes(await scriptFiles(entries))
}

export async function fileBytes(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(built.dir, 'client', `${file}.br`))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
