import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtName, TEST_PROGRAMS } from '@counterfoil/testkit/program-file'
import { rolldown, type Plugin } from 'rolldown'
import { hashSources } from '../check/source-hash.ts'
import { ROOT } from '../step.ts'

const FOLDER = join(ROOT, '.cache', 'test-programs')
const SOURCES = [
  'apps/{bff,provider}/package.json',
  'apps/{bff,provider}/src/**/*.ts',
  'packages/*/package.json',
  'packages/*/src/**/*.ts',
  'tools/*.ts',
  'pnpm-lock.yaml',
]
const NOT_BUILT = /\.test\.ts$/
/** Packages that are not bundled: they read files beside their own, or load large modules on demand. */
const APART =
  /^(?:@electric-sql\/pglite|@graphql-yoga\/render-graphiql|pdfmake|pg|piscina|playwright)(?:\/|$)/

/** Code at the beginning of each bundle for CommonJS packages and for {@link asInItsOwnFile}. */
const HEAD = `import { createRequire as __createRequire } from 'node:module'
import { pathToFileURL as __pathToFileURL } from 'node:url'
const require = __createRequire(import.meta.url)
const __resolveFrom = (from, id) => __pathToFileURL(__createRequire(from).resolve(id)).href`

/** Makes a bundled source find files beside it, and packages that are not bundled, as if it ran from its own path. */
const asInItsOwnFile: Plugin = {
  name: 'as in its own file',
  async resolveId(id, importer, options) {
    if (importer === undefined || !APART.test(id)) return null
    const found = await this.resolve(id, importer, { ...options, skipSelf: true })
    return found === null ? null : { id: found.id, external: 'absolute' }
  },
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta')) return null
    const url = JSON.stringify(pathToFileURL(id).href)
    return code
      .replaceAll('import.meta.url', url)
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.main', 'false')
      .replaceAll('import.meta.resolve(', `__resolveFrom(${url}, `)
  },
}

/**
 * Bundles each program that tests start, with its packages: Node then reads a few files instead of a
 * thousand, which takes a third of the processor time. Bundles of unchanged sources are reused.
 * @returns The folder, for `BUILT_PROGRAMS_SETTING`.
 */
export async function buildPrograms(): Promise<string> {
  const name = hashSources(SOURCES, NOT_BUILT).slice(0, 16)
  const folder = join(FOLDER, name)
  if (existsSync(folder)) return folder
  const build = await rolldown({
    input: Object.fromEntries(TEST_PROGRAMS.map((program) => [builtName(program), join(ROOT, program)])),
    platform: 'node',
    plugins: [asInItsOwnFile],
  })
  const unfinished = `${folder}.${process.pid}`
  await build.write({
    dir: unfinished,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    banner: HEAD,
  })
  await build.close()
  await rename(unfinished, folder)
  for (const other of await readdir(FOLDER))
    if (other !== name) await rm(join(FOLDER, other), { recursive: true, force: true })
  return folder
}
