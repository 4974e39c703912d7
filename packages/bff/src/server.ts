import type { RequestListener } from 'node:http'
import type { Boot, FirstAnswer, FirstQuery } from '@counterfoil/bff-api/session'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { isPrefetch } from '@counterfoil/service/http/prefetch'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Request, Response } from 'express'
import { createBootLoader } from '#api/boot-responder.ts'
import { presentRequestId, presentTrace } from '#http/request-context-middleware.ts'
import { presentSession } from '#session/session-responder.ts'
import { createServerApp, type ServerParts } from './app.ts'
import type { AppReads, EngineConfig, Overrides } from './config.ts'
import { createEngine } from './engine.ts'

export type { ServerParts } from './app.ts'
export type { EngineConfig, Overrides, AppReads } from './config.ts'
export type { LetterMail, LetterWriting, SendLetterMail } from '#letter/letter-job.ts'
export { parseTokenKeys } from '#crypto/key-config.ts'
export { chooseEncoding } from '#http/content-encoding.ts'
export { BffError } from '#http/errors.ts'
export { parseLimits } from '#limits/limits-config.ts'
export { errorMiddleware } from '#problems/error-middleware.ts'
export { parseProvider } from '#provider/provider-config.ts'
export type { ProviderProfile } from '#provider-profile/provider-profile.ts'
export { parseStore } from '#redis/redis-config.ts'
export { securityHeadersMiddleware } from '#security/security-headers-middleware.ts'

/** The functions with which a server renders its pages. */
export interface PageData {
  /**
   * Loads the first data of a page. This counts as use of the connection that it shows, and sets cookies on the answer.
   * @throws an error with `code` and `status` while the store is down
   */
  loadBoot(req: Request, res: Response): Promise<Omit<Boot, 'build'>>
  /**
   * Reads the result of the first query of a page; undefined if nobody is signed in, or for a prefetch. The promise never rejects,
   * ends after some seconds, and is undefined without a result.
   */
  readFirst(req: Request, res: Response, query: FirstQuery): Promise<FirstAnswer | undefined> | undefined
  /** Returns the addresses of the sign-in pages: the pages' policy allows forms to redirect there. */
  signInUrls(): readonly string[]
  /** Logs the error of a part of a page that is streamed later. */
  notePartError(error: unknown): void
}

/** An engine whose server has all addresses of its origin, with its own pages. */
export interface ServerEngine {
  readonly logger: Logger
  readonly pages: PageData
  /** Returns the request listener, with all middleware in its order. */
  listener(parts: ServerParts): RequestListener
  /** Waits for the store. Rejects after `ms`; the engine goes on connecting nevertheless. */
  untilStoreReady(ms: number): Promise<void>
  /** Reports at `/health/ready` that the process is stopping; requests are still answered. */
  drain(): void
  /** Ends the event streams, which would otherwise stay open for ever. */
  beginStop(): void
  close(): Promise<void>
}

/** Starts an engine for a server of its own. An app with other routes uses `counterfoil()` instead. */
export async function startServerEngine(
  config: EngineConfig,
  reads: AppReads,
  overrides: Overrides = {},
): Promise<ServerEngine> {
  const engine = await createEngine(config, reads, overrides)
  const { logger, mayLog, metadata, store } = engine
  return {
    logger,
    pages: {
      loadBoot: createBootLoader(engine),
      readFirst(req, res, query) {
        const session = presentSession(res)
        if (session === undefined || isPrefetch(req)) return undefined
        const caller = { session, requestId: requestIdOf(res), trace: presentTrace(), headers: req.headers }
        return engine.readFirst(query, { ...caller, res, mayLog: () => mayLog(req) })
      },
      signInUrls: () => [metadata.signInUrl(), ...config.provider.signInOrigins],
      notePartError: (err) => logger.error({ event: 'page.part-broke', err, requestId: presentRequestId() }),
    },
    listener: (parts) => createServerApp(engine, parts),
    untilStoreReady: store.untilReady,
    drain: engine.drain,
    beginStop: engine.beginStop,
    close: engine.close,
  }
}
