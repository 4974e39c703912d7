import type { BoundedLines } from '@counterfoil/service/bounded-lines'
import type { Clock } from '@counterfoil/service/clock'
import type { Secrets } from '@counterfoil/service/config-faults'
import type { Logger } from '@counterfoil/service/logger'
import { networkOf } from '@counterfoil/service/network'
import { referenceOf } from '@counterfoil/service/reference'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { Request, RequestHandler, Response } from 'express'
import type { Database } from '#database/database.ts'
import { formEntries } from '#http/form-fields.ts'
import { KEPT_PARAMETER, withoutPassingParameters } from '#http/local-path.ts'
import { createBrowserKeys } from './browser-key-responder.ts'
import { buildErrorPage, type ErrorPage } from './error-page.ts'
import { createFormTokens } from './form-token-responder.ts'
import { pathOfForm } from './kept-page-codec.ts'
import { createKeptPageStore } from './kept-page-store.ts'
import { isOwnForm, ownFormMiddleware } from './own-form-middleware.ts'
import { createPageSender } from './page-body-responder.ts'
import { createPageContexts, readTimesIn, type PageContextConfig } from './page-context-responder.ts'
import type { Page, PageContext } from './page.ts'

/** When to come back to a provider that is closed without having said until when. */
const CLOSED_MS = 30_000
/** Faults of ours: there may be nothing to keep a page with, and a reload that asks again is right. */
const ANSWERED_AT_ONCE: ReadonlySet<ErrorPage['kind']> = new Set(['fault', 'closed'])

export type PageResponderConfig = PageContextConfig & { readonly secrets: Secrets }

type Parts = {
  readonly config: PageResponderConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly db: Database
}

/** What every page route uses to read a request and to answer with a page. */
export type PageResponder = ReturnType<typeof createPageResponder>

export function createPageResponder(parts: Parts) {
  const { config, clock, logger, lines } = parts
  const contexts = createPageContexts(config, clock)
  const keys = createBrowserKeys(contexts)
  const tokens = createFormTokens({ secrets: config.secrets, keys })
  const answers = createAnswers(parts, contexts, keys)
  const mayLog = (req: Request, isFault = false) => lines.mayWrite(networkOf(req.ip ?? 'unknown'), isFault)
  const sendErrorPage = createErrorPages({ clock, logger, mayLog }, contexts.context, answers)

  /** Answers with "your browser didn't send back what we need" and the same form, but for its password, its code and its token. */
  async function sendFormTooOld(req: Request, res: Response, ...boundTo: readonly string[]): Promise<void> {
    const fields = formEntries(req.body, ['csrf', 'password', 'code'])
    const csrf = await tokens.csrfToken(req, res, ...boundTo)
    sendErrorPage(req, res, {
      kind: 'form_too_old',
      action: req.originalUrl,
      fields: [...fields, { name: 'csrf', value: csrf }],
    })
  }

  return {
    isSecure: contexts.isSecure,
    ownOrigin: contexts.ownOrigin,
    context: contexts.context,
    readTimesIn,
    browserKey: keys.browserKey,
    readBrowserKey: keys.readBrowserKey,
    setBrowserKey: keys.setBrowserKey,
    ...tokens,
    sendFormTooOld,
    ownForm: ownFormMiddleware({ logger, mayLog, ownOrigin: contexts.ownOrigin, sendErrorPage }),
    send: answers.send,
    showKept: answers.showKept,
    sendErrorPage,
    seeOther,
  }
}

/** 303, so that a browser follows with GET and a reload posts nothing twice. */
function seeOther(res: Response, path: string): void {
  res.set('Cache-Control', 'no-store').redirect(303, path)
}

function createAnswers(
  { config, clock, logger, db }: Parts,
  { context, wordsIn }: ReturnType<typeof createPageContexts>,
  keys: ReturnType<typeof createBrowserKeys>,
) {
  const keptPages = createKeptPageStore({ db, clock, secrets: config.secrets })
  const sendNow = createPageSender()

  /**
   * Answers with a page. What a form of ours is answered with is kept and looked at by GET (303), so that a reload posts
   * nothing twice and Back ends on no form that has expired. A browser that sent no cookie could not come for it.
   */
  function send(req: Request, res: Response, page: Page): void {
    const here = context(req, res)
    const keepsCookies = keys.readBrowserKey(req) !== undefined
    const key = keys.knownKey(req, res)
    const isAnswer = isOwnForm(res) && (page.status < 300 || page.status >= 400)
    if (!isAnswer || !keepsCookies || key === undefined) return sendNow(req, res, page, here)
    const kept = { page, locale: here.locale, reference: here.reference }
    const path = page.address ?? pathOfForm(req.path)
    void keptPages.keep(kept, key, page.isShownOnce === true).then(
      (id) => seeOther(res, `${path}?${KEPT_PARAMETER}=${id}`),
      (error: unknown) => {
        logger.error({ event: 'page.not_kept', requestId: requestIdOf(res), err: error })
        sendNow(req, res, page, here)
      },
    )
  }

  /** Shows the page a form was answered with. One that is not there any more leads to the page of the form. */
  const showKept: RequestHandler = async (req, res, next) => {
    const id: unknown = req.query[KEPT_PARAMETER]
    if (req.method !== 'GET' || typeof id !== 'string') return next()
    const key = keys.readBrowserKey(req)
    const kept = key === undefined ? undefined : await keptPages.find(id, key)
    if (kept === undefined) return seeOther(res, withoutPassingParameters(req.originalUrl))
    const { page, locale, reference } = kept
    sendNow(req, res, page, { ...context(req, res), locale, words: wordsIn(locale), reference })
  }

  return { send, sendNow, showKept }
}

function createErrorPages(
  {
    clock,
    logger,
    mayLog,
  }: Pick<Parts, 'clock' | 'logger'> & {
    readonly mayLog: (req: Request, isFault: boolean) => boolean
  },
  context: (req: Request, res: Response) => PageContext,
  { send, sendNow }: Pick<ReturnType<typeof createAnswers>, 'send' | 'sendNow'>,
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
