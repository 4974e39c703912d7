import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Request, Response } from 'express'
import { buildErrorPage, type ErrorPage } from './error-page.ts'
import type { PageAnswers } from './page-answer-responder.ts'
import type { PageContext } from './page.ts'

/** When to come back to a provider that is closed without having said until when. */
const CLOSED_MS = 30_000
/** Faults of ours: there may be nothing to keep a page with, and a reload that asks again is right. */
const ANSWERED_AT_ONCE: ReadonlySet<ErrorPage['kind']> = new Set(['fault', 'closed'])

/** Returns functions that answer with an error page and record that it was shown. */
export function createErrorPages(
  {
    clock,
    logger,
    mayLog,
  }: {
    readonly clock: Clock
    readonly logger: Logger
    readonly mayLog: (req: Request, isFault: boolean) => boolean
  },
  context: (req: Request, res: Response) => PageContext,
  { send, sendNow }: Pick<PageAnswers, 'send' | 'sendNow'>,
) {
  const secondsUntil = (untilMs: number) => Math.max(1, Math.ceil((untilMs - clock()) / 1_000))

  return (req: Request, res: Response, errorPage: ErrorPage): void => {
    const { kind } = errorPage
    if (mayLog(req, kind === 'fault' || kind === 'closed')) {
      const requestId = requestIdOf(res)
      logger.info({ event: 'page.stopped', kind, requestId, reference: referenceOf(requestId) })
    }
    if (kind === 'closed')
      res.set('Retry-After', String(secondsUntil(errorPage.untilMs ?? clock() + CLOSED_MS)))
    if (kind === 'too_many') res.set('Retry-After', String(secondsUntil(errorPage.againAtMs)))
    const here = context(req, res)
    const page = buildErrorPage(
      kind === 'fault' ? { appName: appOfRequest(res), ...errorPage } : errorPage,
      here,
    )
    if (ANSWERED_AT_ONCE.has(kind)) sendNow(req, res, page, here)
    else send(req, res, page)
  }
}

const APP_OF_REQUEST = 'appOfRequest'

/** Remembers whose request is being looked at, so that the page of a fault can say with whom nothing was shared. */
export function nameAppOfRequest(res: Response, name: string): void {
  res.locals[APP_OF_REQUEST] = name
}

function appOfRequest(res: Response): string | undefined {
  const name: unknown = res.locals[APP_OF_REQUEST]
  return typeof name === 'string' ? name : undefined
}
