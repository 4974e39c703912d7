import type { BrowserKey } from '@counterfoil/oauth/ids'
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { randomId } from '@counterfoil/service/random'
import { referenceOf } from '@counterfoil/service/reference'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { Clock } from '@counterfoil/service/clock'
import type { Secrets } from '@counterfoil/service/config-faults'
import type { BoundedLines } from '@counterfoil/service/bounded-lines'
import type { Logger } from '@counterfoil/service/logger'
import { networkOf } from '@counterfoil/service/network'
import type { Request, RequestHandler, Response } from 'express'
import type { Database } from '#database/database.ts'
import { formatCookie, readCookie } from '@counterfoil/service/cookies'
import { cookieName, LANGUAGE_COOKIE, SESSION_COOKIE } from '#http/cookies.ts'
import { createCsrfToken, isCsrfToken } from './csrf-token.ts'
import { formEntries, formText } from '#http/form-fields.ts'
import { pathOfForm } from './kept-page-codec.ts'
import { createKeptPageStore } from './kept-page-store.ts'
import { renderPage } from './layout.ts'
import { KEPT_PARAMETER, withoutPassingParameters } from '#http/local-path.ts'
import { choosePageLocale, PAGE_LOCALES } from '#words/locale.ts'
import { buildPageHeaders } from './page-headers.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'
import type { Page, PageContext } from './page.ts'
import { isOwnForm, ownFormMiddleware } from './own-form-middleware.ts'
import { buildErrorPage, type ErrorPage } from './error-page.ts'
import { wordsFor } from '#words/words.ts'

const SESSION_COOKIE_BYTES = 32
/** When to come back to a provider that is closed without having said until when. */
const CLOSED_MS = 30_000
/** Faults of ours: there may be nothing to keep a page with, and a reload that asks again is right. */
const ANSWERED_AT_ONCE: ReadonlySet<ErrorPage['kind']> = new Set(['fault', 'closed'])
const CSRF_SALT_BYTES = 12

export type PageResponderConfig = {
  /** Undefined: the address a request came to (tests and a first start on a free port). */
  readonly publicUrl: string | undefined
  readonly name: string
  readonly secrets: Secrets
  readonly plansAreFree: boolean
}

/** What every page route uses to read a request and to answer with a page. */
export type PageResponder = ReturnType<typeof createPageResponder>

export function createPageResponder({
  config,
  clock,
  logger,
  lines,
  db,
}: {
  config: PageResponderConfig
  clock: Clock
  logger: Logger
  lines: BoundedLines
  db: Database
}) {
  const keptPages = createKeptPageStore({ db, clock, secrets: config.secrets })
  const isSecure = config.publicUrl?.startsWith('https:') === true
  const catalogue = new Map(PAGE_LOCALES.map((locale) => [locale, wordsFor(locale, config.name)]))
  const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
  const styleHash = hashOf(PAGE_STYLE)
  const scriptHash = hashOf(PAGE_SCRIPT)

  /** Without a public address the request names it; one that is no host is only its sender's trouble. */
  const ownOrigin = (req: Request) => {
    const address = config.publicUrl ?? `http://${req.get('host') ?? ''}`
    return URL.canParse(address) ? new URL(address).origin : 'http://localhost'
  }

  function context(req: Request, res: Response): PageContext {
    const locale = choosePageLocale({
      chosen: readCookie(req.headers, cookieName(LANGUAGE_COOKIE, isSecure)),
      acceptLanguage: req.get('accept-language'),
    })
    return {
      harbour: config.name,
      ownHost: new URL(ownOrigin(req)).host,
      locale,
      words: catalogue.get(locale) ?? wordsFor(locale, config.name),
      plansAreFree: config.plansAreFree,
      dates: { locale, timeZone: timeZoneOf(res), nowMs: clock() },
      path: withoutPassingParameters(req.method === 'GET' ? req.originalUrl : pathAfterPost(req)),
      reference: referenceOf(requestIdOf(res)),
    }
  }

  /**
   * Answers with a page. What a form of ours is answered with is kept and looked at by GET (303), so that a reload posts
   * nothing twice and Back ends on no form that has expired. A browser that sent no cookie could not come for it.
   */
  function send(req: Request, res: Response, page: Page): void {
    const keepsCookies = readBrowserKey(req) !== undefined
    const key: unknown = res.locals['browserKey'] ?? readBrowserKey(req)
    const isAnswer = isOwnForm(res) && (page.status < 300 || page.status >= 400)
    if (!isAnswer || !keepsCookies || typeof key !== 'string')
      return sendNow(req, res, page, context(req, res))
    const here = context(req, res)
    const kept = { page, locale: here.locale, reference: here.reference }
    const path = page.address ?? pathOfForm(req.path)
    void keptPages.keep(kept, key as BrowserKey, page.isShownOnce === true).then(
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
    const key = readBrowserKey(req)
    const kept = key === undefined ? undefined : await keptPages.find(id, key)
    if (kept === undefined) return seeOther(res, withoutPassingParameters(req.originalUrl))
    const { page, locale, reference } = kept
    const words = catalogue.get(locale) ?? wordsFor(locale, config.name)
    sendNow(req, res, page, { ...context(req, res), locale, words, reference })
  }

  function sendNow(req: Request, res: Response, page: Page, shownIn: PageContext): void {
    const body = Buffer.from(renderPage(page, shownIn))
    res.status(page.status)
    res.set(buildPageHeaders({ styleHash, scriptHash, formRedirectOrigin: page.formRedirectOrigin }))
    res.vary('Accept-Encoding')
    const encoding = req.acceptsEncodings('br', 'gzip')
    if (encoding === 'br') {
      const quality = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
      res.set('Content-Encoding', 'br').end(brotliCompressSync(body, { params: quality }))
    } else if (encoding === 'gzip') res.set('Content-Encoding', 'gzip').end(gzipSync(body))
    else res.end(body)
  }

  const mayLog = (req: Request, isFault = false) => lines.mayWrite(networkOf(req.ip ?? 'unknown'), isFault)

  const secondsUntil = (untilMs: number) => Math.max(1, Math.ceil((untilMs - clock()) / 1_000))

  function sendErrorPage(req: Request, res: Response, errorPage: ErrorPage): void {
    const isFault = errorPage.kind === 'fault' || errorPage.kind === 'closed'
    if (mayLog(req, isFault)) {
      logger.info({
        event: 'page.stopped',
        kind: errorPage.kind,
        requestId: requestIdOf(res),
        reference: referenceOf(requestIdOf(res)),
      })
    }
    if (errorPage.kind === 'closed')
      res.set('Retry-After', String(secondsUntil(errorPage.untilMs ?? clock() + CLOSED_MS)))
    if (errorPage.kind === 'too_many') res.set('Retry-After', String(secondsUntil(errorPage.againAtMs)))
    const appName = appOfRequest(res)
    const page = buildErrorPage(
      errorPage.kind === 'fault' ? { appName, ...errorPage } : errorPage,
      context(req, res),
    )
    if (ANSWERED_AT_ONCE.has(errorPage.kind)) sendNow(req, res, page, context(req, res))
    else send(req, res, page)
  }

  /** 303, so that a browser follows with GET and a reload posts nothing twice. */
  function seeOther(res: Response, path: string): void {
    res.set('Cache-Control', 'no-store').redirect(303, path)
  }

  /** The value of the browser's session cookie, made on first use. It means nothing until someone signs in. */
  function browserKey(req: Request, res: Response): BrowserKey {
    const known: unknown = res.locals['browserKey']
    if (typeof known === 'string') return known as BrowserKey
    const value = readBrowserKey(req) ?? (randomId(SESSION_COOKIE_BYTES) as BrowserKey)
    if (readBrowserKey(req) === undefined) setBrowserKey(res, value)
    res.locals['browserKey'] = value
    return value
  }

  function readBrowserKey(req: Request): BrowserKey | undefined {
    const value = readCookie(req.headers, cookieName(SESSION_COOKIE, isSecure))
    return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? (value as BrowserKey) : undefined
  }

  function setBrowserKey(res: Response, value: BrowserKey): void {
    res.locals['browserKey'] = value
    res.append(
      'Set-Cookie',
      formatCookie({ name: cookieName(SESSION_COOKIE, isSecure), value }, { isSecure }),
    )
  }

  function csrfToken(req: Request, res: Response, ...boundTo: readonly string[]): Promise<string> {
    const salt = crypto.getRandomValues(new Uint8Array(CSRF_SALT_BYTES))
    return createCsrfToken(config.secrets[0], [browserKey(req, res), ...boundTo], salt)
  }

  /** Is the posted `csrf` field the one made for this browser session and for `boundTo`? */
  function hasCsrfToken(req: Request, ...boundTo: readonly string[]): Promise<boolean> {
    const key = readBrowserKey(req)
    if (key === undefined) return Promise.resolve(false)
    return isCsrfToken(config.secrets, [key, ...boundTo], formText(req.body, 'csrf') ?? '')
  }

  /** Answers with "your browser didn't send back what we need" and the same form, but for its password and its token. */
  async function sendFormTooOld(req: Request, res: Response, ...boundTo: readonly string[]): Promise<void> {
    const fields = formEntries(req.body, ['csrf', 'password'])
    const csrf = await csrfToken(req, res, ...boundTo)
    sendErrorPage(req, res, {
      kind: 'form_too_old',
      action: req.originalUrl,
      fields: [...fields, { name: 'csrf', value: csrf }],
    })
  }

  return {
    context,
    send,
    sendErrorPage,
    browserKey,
    readBrowserKey,
    setBrowserKey,
    csrfToken,
    hasCsrfToken,
    sendFormTooOld,
    ownForm: ownFormMiddleware({ logger, mayLog, ownOrigin, sendErrorPage }),
    isSecure,
    ownOrigin,
    /** From now on the times of this answer are read in that zone; undefined: in UTC, and clock times say so. */
    readTimesIn: (res: Response, timeZone: string | undefined) => {
      res.locals[TIME_ZONE] = timeZone
    },
    showKept,
    seeOther,
  }
}

/** A page that answers a post lives at the form's page: the language switch must not lead to an address that takes posts only. */
function pathAfterPost(req: Request): string {
  const referer = req.get('referer')
  if (referer === undefined || !URL.canParse(referer)) return '/'
  const url = new URL(referer)
  return url.host === req.get('host') ? url.pathname + url.search : '/'
}

const TIME_ZONE = 'timeZone'

function timeZoneOf(res: Response): string | undefined {
  const zone: unknown = res.locals[TIME_ZONE]
  return typeof zone === 'string' ? zone : undefined
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
