import { listen } from '@counterfoil/service/http/listen-and-stop'
import { markOf } from '@counterfoil/service/telemetry/redaction'
import { createLetterSender } from './letter-sender.ts'
import type { Config } from './config.ts'
import { startServerEngine, type Overrides } from '@counterfoil/bff/server'
import type { Server, ServerOptions } from 'node:http'
import { createAssetRoutes } from '#pages/asset-routes.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import { loadWebBuild, type WebBuild } from '#pages/web-build-files.ts'

/** Parts that a test may replace, and the listening socket that the process may have received. */
export interface AppOverrides extends Overrides {
  /** The file descriptor of a listening socket, in place of host and port. */
  readonly socketFd?: number | undefined
  readonly web?: WebBuild
  /** Limits of the HTTP server in place of the default ones. */
  readonly server?: ServerOptions
  /** Receives the server as soon as it listens, before any request, so that a caller can put a handler in front of the app. */
  readonly onListening?: (server: Server) => void
}

export interface RunningBff {
  /** The address that the server listens on, which may differ from the public address. */
  readonly url: string
  readonly port: number
  /** Reports that the process is not ready, and keeps serving all requests. */
  drain(): void
  /** Completes running requests, then closes everything. */
  close(): Promise<void>
}

const STORE_PATIENCE_MS = 1000

/**
 * Starts the BFF. Several may run in one process.
 * @throws PortTakenError, or ConfigError if the web build does not exist
 */
export async function runBff(config: Config, overrides: AppOverrides = {}): Promise<RunningBff> {
  const web = overrides.web ?? (await loadWebBuild(config.webDir))
  const letter = config.smtp && { renderLetter: web.renderLetter, sendMail: createLetterSender(config.smtp) }
  const engine = await startServerEngine(config, { ...web, letter }, overrides)
  let closed: Promise<void> | undefined
  try {
    // Waits for the store, so that the first page is not refused. Starts without it after this time.
    await engine.untilStoreReady(STORE_PATIENCE_MS).catch(() => undefined)
    const { notePartError: onPartError, ...data } = engine.pages
    const app = engine.listener({
      open: [createAssetRoutes({ web })],
      pages: createPageRoutes({ web, publicUrl: config.publicUrl, onPartError, ...data }),
    })
    const server = await listen(app, {
      host: config.host,
      port: config.port,
      ...(overrides.server === undefined ? {} : { server: overrides.server }),
    })
    overrides.onListening?.(server.server)
    // A caller that sends `Expect: 100-continue` is asked for the body only when a handler reads it.
    server.server.on('checkContinue', app)
    if (overrides.socketFd !== undefined) await server.serveSocket(overrides.socketFd)
    engine.logger.info({
      event: 'listening',
      url: server.url,
      publicUrl: config.publicUrl,
      // Logged so that operators can compare the key lists of all processes, and their order.
      tokenKeyIds: config.tokenKeys.map(({ id }) => id),
      secretMarks: config.sessionSecrets.map(markOf),
    })
    return {
      url: server.url,
      port: server.port,
      drain() {
        engine.drain()
        server.drain()
      },
      close() {
        closed ??= (async () => {
          engine.beginStop()
          await server.close()
          await engine.close()
        })()
        return closed
      },
    }
  } catch (error) {
    await engine.close()
    throw error
  }
}
