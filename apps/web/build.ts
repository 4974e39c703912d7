/**
 * Builds the app: `dist/client` (template and assets, also compressed), `dist/server/render.js` (the same app for the
 * first HTML), `dist/maps` (of the scripts to their sources, never served) and `dist/operations.json` (the only GraphQL
 * operations the BFF forwards).
 * `node build.ts [folder]`
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'
import { chunkPlan } from './chunk-plan.ts'
import { readManifest } from './codegen.ts'
import { leanPlugin, leanReactPlugin } from './lean.ts'
import { gatherLast } from './gather-last.ts'
import { findPageFiles } from './page-files.ts'

// A build started by a test inherits NODE_ENV=test, which would select React's development version.
// oxlint-disable-next-line node/no-process-env -- the build tools read it, and nothing else does
process.env['NODE_ENV'] = 'production'

const root = import.meta.dirname
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The comment that the bundler leaves between stylesheets. */
const BUNDLER_MARK = /\/\*\$vite\$:\d+\*\//g

/** The file types that are compressed. Fonts and pictures are compressed already. */
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json'])

/** @param outDir The folder that is replaced as a whole once the build has succeeded. */
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
    plugins: [...(shared.plugins ?? []), chunks.plugin, leanReactPlugin()],
    build: {
      outDir: join(next, 'client'),
      emptyOutDir: true,
      manifest: 'manifest.json',
      assetsInlineLimit: 0,
      // The HTML lists the files that a page loads first.
      modulePreload: false,
      // A single stylesheet for all pages. It is inlined into the HTML, so no script loads it.
      cssCodeSplit: false,
      target: 'es2023',
      // The oldest browsers with `:has()` and container queries, which every layout needs.
      cssTarget: ['chrome111', 'firefox121', 'safari16.4'],
      // No script refers to its source map. The maps are for reading error reports of browsers and are never served.
      sourcemap: 'hidden',
      reportCompressedSize: false,
      rolldownOptions: {
        output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunks.groups } },
      },
    },
  })
  const manifest = await readFile(join(next, 'client/manifest.json'), 'utf8')
  const pageFiles = await findPageFiles(root, JSON.parse(manifest) as Parameters<typeof findPageFiles>[1])
  await build({
    ...shared,
    define: { ...shared.define, PAGE_FILES: JSON.stringify(pageFiles) },
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
  // The import graph of the files, used by the size budgets. Browsers do not need it.
  await rename(join(next, 'client/manifest.json'), join(next, 'manifest.json'))
  await keepMapsBeside(next)
  await finishTemplate(join(next, 'client'))
  await compressAssets(join(next, 'client', 'assets'))
  await writeManifest(join(next, 'operations.json'))
  // Publishes the build with one rename: a reader of the folder sees the old build or the new one, never half of each.
  await rm(outDir, { recursive: true, force: true })
  await rename(next, outDir)
}

/** Moves the source maps out of `client/assets`, where every file is served, to `maps`. */
async function keepMapsBeside(dir: string): Promise<void> {
  const assets = join(dir, 'client', 'assets')
  await mkdir(join(dir, 'maps'))
  const maps = (await readdir(assets)).filter((file) => file.endsWith('.map'))
  await Promise.all(maps.map((file) => rename(join(assets, file), join(dir, 'maps', file))))
}

/**
 * Inlines the stylesheet into the HTML: the first text is painted after one request. The font is fetched beside the script and
 * requested inside the body: a browser delays its first paint for a font that the head requests, in vain on a slow line.
 */
async function finishTemplate(clientDir: string): Promise<void> {
  const path = join(clientDir, 'index.html')
  const html = await readFile(path, 'utf8')
  const link = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/.exec(html)
  if (link?.[1] === undefined) throw new Error('the build wrote no stylesheet')
  const css = gatherLast(
    withoutSwitches((await readFile(join(clientDir, link[1]), 'utf8')).trim()),
  ).replaceAll(BUNDLER_MARK, '')
  await rm(join(clientDir, link[1]))
  const face = (await readdir(join(clientDir, 'assets'))).find((file) => file.endsWith('.woff2'))
  if (face === undefined) throw new Error('the build wrote no typeface')
  const preload = `<link rel="preload" href="/assets/${face}" as="font" type="font/woff2" crossorigin>`
  const finished = html
    .replace(link[0], () => `<style nonce="__NONCE__">${css}</style>`)
    .replace('<body>', () => `<body>${preload}`)
    .replace(/>\s+</g, '><')
    .replaceAll(' crossorigin src=', ' nonce="__NONCE__" src=')
  await writeFile(path, finished)
}

/** Removes the variables for `light-dark()` that the compressor adds to each `color-scheme`; our styles do not use it. */
function withoutSwitches(css: string): string {
  return css.includes('var(--lightningcss-') ? css : css.replaceAll(/--lightningcss-\w+:[^;}]*;?/g, '')
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
  await writeFile(path, `${JSON.stringify(await readManifest(), null, 2)}\n`)
}

if (import.meta.main) await buildWeb(process.argv[2])
