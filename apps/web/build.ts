/**
 * Builds the app: `dist/client` (template and assets, also compressed), `dist/server/render.js` (the same app for the
 * first HTML) and `dist/operations.json` (the only GraphQL operations the BFF forwards).
 * `node build.ts [folder]`
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import { chunkPlan } from './chunk-plan.ts'
import { readOperations } from './codegen.ts'

// A build started by a test inherits NODE_ENV=test, and React's development version with it.
// oxlint-disable-next-line node/no-process-env -- the build tools read it, and nothing else does
process.env['NODE_ENV'] = 'production'

const root = import.meta.dirname
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** What need not travel: our documents come parsed from codegen, React has the hook itself, and no list is endless. */
const LEAN: Readonly<Record<string, (path: string) => string>> = {
  '@0no-co/graphql.web': (path) =>
    `export { GraphQLError, Kind, print } from ${JSON.stringify(path)}
     export const parse = () => { throw new Error('documents come parsed') }`,
  'use-sync-external-store/shim/index.js': () => `export { useSyncExternalStore } from 'react'`,
  './infiniteQueryBehavior.js': (path) =>
    `export { hasNextPage, hasPreviousPage } from ${JSON.stringify(path)}
     export const infiniteQueryBehavior = undefined`,
}
const LEAN_PREFIX = '\0lean:'

function leanPlugin(): Plugin {
  const paths = new Map<string, string>()
  return {
    name: 'lean',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!(source in LEAN) || importer?.startsWith(LEAN_PREFIX) === true) return null
      const real = await this.resolve(source, importer, { skipSelf: true })
      if (real === null) return null
      paths.set(source, real.id)
      return LEAN_PREFIX + source
    },
    load(id) {
      if (!id.startsWith(LEAN_PREFIX)) return null
      const source = id.slice(LEAN_PREFIX.length)
      return LEAN[source]?.(paths.get(source) ?? source) ?? null
    },
  }
}

/** Everything that goes over the wire as it is; fonts and pictures are compressed already. */
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json'])

/** @param outDir Replaced as a whole when the build has succeeded. */
async function buildWeb(outDir = join(root, 'dist')): Promise<void> {
  const shared: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), leanPlugin()],
    define: { 'process.env.NODE_ENV': '"production"' },
  }
  const next = `${outDir}.next`
  await rm(next, { recursive: true, force: true })
  const chunks = chunkPlan()
  await build({
    ...shared,
    plugins: [...(shared.plugins ?? []), chunks.plugin],
    build: {
      outDir: join(next, 'client'),
      emptyOutDir: true,
      manifest: 'manifest.json',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // One stylesheet, which belongs to the page and to no script: it goes into the HTML.
      cssCodeSplit: false,
      target: 'es2023',
      reportCompressedSize: false,
      rolldownOptions: {
        output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunks.groups } },
      },
    },
  })
  await build({
    ...shared,
    ssr: { noExternal: true },
    build: {
      outDir: join(next, 'server'),
      emptyOutDir: true,
      ssr: 'src/render.tsx',
      target: 'node22',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
      reportCompressedSize: false,
    },
  })
  // For the budgets: which file brings which. Nothing a browser needs.
  await rename(join(next, 'client/manifest.json'), join(next, 'manifest.json'))
  await finishTemplate(join(next, 'client'))
  await compressAssets(join(next, 'client', 'assets'))
  await writeManifest(join(next, 'operations.json'))
  // One rename: whoever reads the folder sees the old build or the new one, never half of each.
  await rm(outDir, { recursive: true, force: true })
  await rename(next, outDir)
}

/** Styles go into the HTML: the first text is painted after one request. The face is fetched beside the script. */
async function finishTemplate(clientDir: string): Promise<void> {
  const path = join(clientDir, 'index.html')
  const html = await readFile(path, 'utf8')
  const link = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/.exec(html)
  if (link?.[1] === undefined) throw new Error('the build wrote no stylesheet')
  const css = (await readFile(join(clientDir, link[1]), 'utf8')).trim()
  await rm(join(clientDir, link[1]))
  const face = (await readdir(join(clientDir, 'assets'))).find((file) => file.endsWith('.woff2'))
  if (face === undefined) throw new Error('the build wrote no typeface')
  const preload = `<link rel="preload" href="/assets/${face}" as="font" type="font/woff2" crossorigin>`
  const finished = html
    .replace(link[0], () => `${preload}<style nonce="__NONCE__">${css}</style>`)
    .replace(/>\s+</g, '><')
    .replaceAll(' crossorigin src=', ' nonce="__NONCE__" src=')
  await writeFile(path, finished)
}

async function compressAssets(dir: string): Promise<void> {
  const files = (await readdir(dir)).filter((file) => COMPRESSED.has(extname(file)))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(dir, file))
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      await Promise.all([
        writeFile(join(dir, `${file}.br`), await compressBrotli(bytes, { params })),
        writeFile(join(dir, `${file}.gz`), await compressGzip(bytes, { level: 9 })),
      ])
    }),
  )
}

async function writeManifest(path: string): Promise<void> {
  const { built } = await readOperations()
  const manifest = Object.fromEntries(
    built.map(({ name, kind, scopes, document }) => [
      createHash('sha256').update(document).digest('hex'),
      { name, kind, scopes, document },
    ]),
  )
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`)
}

if (import.meta.main) await buildWeb(process.argv[2])
