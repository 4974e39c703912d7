import { listen } from '@counterfoil/service/http/listen-and-stop'
import { markOf } from '@counterfoil/service/telemetry/redaction'
import { createLetterSender } from './letter-sender.ts'
import type { Config } from './config.ts'
import { startServerEngine, type Overrides } from '@counterfoil/bff/server'
import type { Server, ServerOptions } from 'node:http'
import { createAssetRoutes } from '#pages/asset-routes.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import { loadWebBuild, type WebBuild } from '#pages/web-build-files.ts'

/** What a test may replace, and what the process was started with. */
export interface AppOverrides extends Overrides {
  /** A socket that listens already, in place of host and port. */
  readonly socketFd?: number | undefined
  readonly web?: WebBuild
  /** Other limits of the listener than ours. */
  readonly server?: ServerOptions
  /** Receives the server as soon as it listens, before any request, so that a caller can put something in front of the app. */
  readonly onListening?: (server: Server) => void
}

export interface RunningBff {
  /** Where it listens, which need not be the public address. */
  readonly url: string
  readonly port: number
  /** Says that it is not ready, and serves everyone all the same. */
  drain(): void
  /** Lets what is in flight finish, then closes everything. */
  close(): Promise<void>
}

const STORE_PATIENCE_MS = 1000

/**
 * Starts the BFF. Several may run in one process.
 * @throws PortTakenError, or ConfigError when the web build is not there
 */
export async function runBff(config: Config, overrides: AppOverrides = {}): Promise<RunningBff> {
  const web = overrides.web ?? (await loadWebBuild(config.webDir))
  const letter = config.smtp && { renderLetter: web.renderLetter, sendMail: createLetterSender(config.smtp) }
  const engine = await startServerEngine(config, { ...web, letter }, overrides)
  let closed: Promise<void> | undefined
  try {
    // So that the first page is not refused for a moment; without the store we start all the same.
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
    // Who asks before sending the body is asked to once the body is wanted, not before.
    server.server.on('checkContinue', app)
    if (overrides.socketFd !== undefined) await server.serveSocket(overrides.socketFd)
    engine.logger.info({
      event: 'listening',
      url: server.url,
      publicUrl: config.publicUrl,
      // Whether every process has the same lists, and in which order, is seen here.
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
