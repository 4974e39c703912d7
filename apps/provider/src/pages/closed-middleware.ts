import type { Clock } from '@counterfoil/service/clock'
import type { RequestHandler } from 'express'
import type { PageResponder } from './page-responder.ts'

/** Answers every page with the time of opening again while the provider is closed on purpose. */
export function closedMiddleware(parts: {
  readonly responder: PageResponder
  readonly clock: Clock
  readonly closedUntilMs: number | undefined
}): RequestHandler {
  const { responder, clock, closedUntilMs } = parts
  return (req, res, next) => {
    if (closedUntilMs === undefined || clock() >= closedUntilMs) return next()
    responder.sendErrorPage(req, res, { kind: 'closed', untilMs: closedUntilMs })
  }
}
