import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Request, Response } from 'express'
import { buildErrorPage, type ErrorPage } from './error-page.ts'
import type { PageAnswers } from './page-answer-responder.ts'
import type { PageContext } from './page.ts'

/** The Retry-After time of a closed provider whose end of closure is unknown. */
const CLOSED_MS = 30_000
/** Errors whose page is sent without a redirect: the database may be unable to store the page, and a reload should retry. */
const ANSWERED_AT_ONCE: ReadonlySet<ErrorPage['kind']> = new Set(['fault', 'closed'])

/** Creates the function that answers with an error page and logs it. */
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

/** Stores the name of the application whose request is open. The error page then says that nothing was shared with it. */
export function nameAppOfRequest(res: Response, name: string): void {
  res.locals[APP_OF_REQUEST] = name
}

function appOfRequest(res: Response): string | undefined {
  const name: unknown = res.locals[APP_OF_REQUEST]
  return typeof name === 'string' ? name : undefined
}
