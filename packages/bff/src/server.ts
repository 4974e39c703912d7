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
import type { EngineConfig, Overrides } from './config.ts'
import { createEngine, type AppReads } from './engine.ts'

export type { ServerParts } from './app.ts'
export type { EngineConfig, Overrides } from './config.ts'
export type { AppReads } from './engine.ts'
export type { LetterMail, LetterWriting, SendLetterMail } from '#letter/letter-job.ts'
export { parseTokenKeys } from '#crypto/key-config.ts'
export { chooseEncoding, STORED_ENCODINGS, type StoredEncoding } from '#http/content-encoding.ts'
export { BffError } from '#http/errors.ts'
export { parseLimits } from '#limits/limits-config.ts'
export { errorMiddleware } from '#problems/error-middleware.ts'
export { parseProvider } from '#provider/provider-config.ts'
export type { ProviderProfile } from '#provider-profile/provider-profile.ts'
export { parseStore } from '#redis/redis-config.ts'
export { securityHeadersMiddleware } from '#security/security-headers-middleware.ts'

/** What the pages of a server are rendered with. */
export interface PageData {
  /**
   * Loads what a page shows first. Loading it is using the connection it shows, and sets cookies on the answer.
   * @throws an error with `code` and `status` while the store is away
   */
  loadBoot(req: Request, res: Response): Promise<Omit<Boot, 'build'>>
  /**
   * Reads what the page asks first; undefined if nobody is signed in, or looks at the page yet. It never rejects, ends by itself
   * after some seconds, and answers undefined if it was not read.
   */
  readFirst(req: Request, res: Response, query: FirstQuery): Promise<FirstAnswer | undefined> | undefined
  /** Where people sign in: the pages' policy lets their forms go there. */
  signInUrls(): readonly string[]
  /** Logs what broke in a part of a page that comes late. */
  notePartError(error: unknown): void
}

/** An engine whose server has every address of its origin, with pages of its own. */
export interface ServerEngine {
  readonly logger: Logger
  readonly pages: PageData
  /** What a request goes through, from top to bottom. */
  listener(parts: ServerParts): RequestListener
  /** Waits for the store. Rejects after `ms`; the engine connects as soon as it can all the same. */
  untilStoreReady(ms: number): Promise<void>
  /** Reports at `/health/ready` that the process stops; requests are answered all the same. */
  drain(): void
  /** Ends the streams that would otherwise stay open for ever. */
  beginStop(): void
  close(): Promise<void>
}

/** Starts an engine for a server of its own. An app with other routes mounts `counterfoil()` instead. */
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
