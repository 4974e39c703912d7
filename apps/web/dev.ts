/**
 * The app as its sources are at this moment, for `npm run dev`: open pages get a changed module at once, and the first HTML is
 * rendered from the same modules. No build and no service loads this file.
 */
import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'
// Anyone who runs under `node --watch` starts again when the operations are others: the BFF forwards those it has read.
import './src/generated/form-operation-hashes.ts'
import './src/generated/operations.ts'

export { readManifest } from './codegen.ts'

const root = import.meta.dirname
const repository = join(root, '..', '..')
/** Addresses of modules and of what belongs to them; every other one is the BFF's. */
const OF_SOURCES = /^\/(?:@|src\/|node_modules\/)/

/** What a page is made of. */
export interface WebSources {
  /** The template, with the scripts that replace modules in open pages. */
  readonly template: string
  /** Exports of `src/render.tsx`. */
  readonly entry: Readonly<Record<string, unknown>>
}

export interface WebDev {
  /** Answers for the sources; calls `next` for everything else. */
  readonly serve: (req: IncomingMessage, res: ServerResponse, next: () => void) => void
  /**
   * The sources as they are now.
   * @throws Error of the compiler, with the place in the source.
   */
  readonly read: () => Promise<WebSources>
}

/** @param server Carries the WebSocket that tells open pages what has changed. */
export async function createWebDev(server: Server): Promise<WebDev> {
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    plugins: [react()],
    html: { cspNonce: '__NONCE__' },
    server: {
      middlewareMode: true,
      ws: { server },
      cors: false,
      // Many editors empty a file before they write it. Seen empty, a module has no exports, and the change that follows at once is not reported.
      watch: { awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 15 } },
      // The packages may be shared between copies of the repository.
      fs: { allow: [repository, realpathSync(join(repository, 'node_modules'))] },
    },
  })
  writeWhatFollows(vite)
  return {
    serve: (req, res, next) => (OF_SOURCES.test(req.url ?? '') ? vite.middlewares(req, res, next) : next()),
    async read() {
      try {
        const entry = await vite.ssrLoadModule('/src/render.tsx')
        const template = await readFile(join(root, 'index.html'), 'utf8')
        return { entry, template: await vite.transformIndexHtml('/', template) }
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error)
        throw error
      }
    },
  }
}

/** What is written again when a file of that kind changes. */
const WRITERS: Readonly<Record<string, string>> = {
  // A changed operation has another hash, in the app and at the BFF.
  '.graphql': join(root, 'codegen.ts'),
  // The words of both apps: Harbour starts again with its own.
  '.arb': join(repository, 'packages', 'messages', 'compile.ts'),
}

function writeWhatFollows(vite: ViteDevServer): void {
  vite.watcher.add(join(repository, 'apps', 'provider', 'messages'))
  const generate = (file: string) => {
    const program = WRITERS[extname(file)]
    if (program === undefined) return
    promisify(execFile)(process.execPath, [program]).catch((error: unknown) =>
      vite.config.logger.error(error instanceof Error ? error.message : String(error)),
    )
  }
  for (const event of ['add', 'change', 'unlink'] as const) vite.watcher.on(event, generate)
}
