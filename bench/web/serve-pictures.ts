import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import type { PicturePage } from './picture-pages.ts'

/** Nothing of ours stands on them: they stay outside the repository. */
const PACKAGES = ['recharts@3.10.1', 'uplot@1.6.32']
const WEB = join(import.meta.dirname, '../../apps/web')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** A page that is being served. */
export interface ServedPictures {
  readonly url: string
  /** Of its scripts, compressed with brotli. */
  readonly scriptBytes: number
  close(): void
}

/** Puts the libraries into a folder of their own, once. Takes about half a minute. */
function providePackages(): string {
  const folder = join(tmpdir(), 'counterfoil-picture-libraries')
  if (existsSync(join(folder, 'node_modules', 'recharts'))) return folder
  const { status } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, ...PACKAGES],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0) throw new Error('the libraries of pictures could not be installed')
  return folder
}

/** Builds a page as the app is built, and serves it compressed, from memory. React is the same for all. */
export async function servePictures({ name, script }: PicturePage): Promise<ServedPictures> {
  const root = join(providePackages(), name)
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'main.tsx'), script)
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Pictures</title>' +
      '<main id="root"></main><script type="module" src="./main.tsx"></script></html>',
  )
  const react = (path: string) => join(WEB, 'node_modules', path)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { '#web': join(WEB, 'src'), 'react-dom': react('react-dom'), react: react('react') } },
    build: { target: 'es2023', modulePreload: false, emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
  })
  const files = new Map<string, Buffer>([
    ['/', brotliCompressSync(await readFile(join(root, 'dist/index.html')))],
  ])
  for (const file of await readdir(join(root, 'dist/assets')))
    files.set(`/assets/${file}`, brotliCompressSync(await readFile(join(root, 'dist/assets', file))))
  const server = createServer((req, res) => {
    const body = files.get(req.url ?? '')
    const type = TYPES[req.url === '/' ? '.html' : extname(req.url ?? '')]
    if (body === undefined || type === undefined) res.writeHead(404).end()
    else res.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const index = (await readFile(join(root, 'dist/index.html'), 'utf8')).match(/assets\/[\w.-]+\.js/g) ?? []
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    scriptBytes: index.reduce((sum, file) => sum + (files.get(`/${file}`)?.length ?? 0), 0),
    close: () => void server.close(),
  }
}
