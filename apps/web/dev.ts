/**
 * Serves the app from its current sources for `npm run dev`: open pages get a changed module at once, and the first HTML is
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
// Imported so that `node --watch` restarts when the operations change: the BFF forwards those that it read at its start.
import './src/generated/form-operation-hashes.ts'
import './src/generated/operations.ts'

export { readManifest } from './codegen.ts'

const root = import.meta.dirname
const repository = join(root, '..', '..')
/** The addresses of modules and their assets. All other addresses are the BFF's. */
const OF_SOURCES = /^\/(?:@|src\/|node_modules\/)/

/** The template and the server entry from which a page is rendered. */
export interface WebSources {
  /** The template with the scripts that replace modules in open pages (HMR). */
  readonly template: string
  /** The exports of `src/render.tsx`. */
  readonly entry: Readonly<Record<string, unknown>>
}

export interface WebDev {
  /** Serves the sources; calls `next` for every other request. */
  readonly serve: (req: IncomingMessage, res: ServerResponse, next: () => void) => void
  /**
   * Reads the sources as they are now.
   * @throws Error of the compiler, with the position in the source.
   */
  readonly read: () => Promise<WebSources>
}

/** @param server Carries the WebSocket that notifies open pages of changes. */
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
      // Many editors empty a file before they write it. Read while empty, a module has no exports; the next change is missed.
      watch: { awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 15 } },
      // Copies of the repository may share the packages.
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

/** The generator that runs when a file of a type changes, by file extension. */
const WRITERS: Readonly<Record<string, string>> = {
  // A changed operation gets a new hash, in the app and in the BFF.
  '.graphql': join(root, 'codegen.ts'),
  // The words of both apps; Harbour restarts with its own.
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
