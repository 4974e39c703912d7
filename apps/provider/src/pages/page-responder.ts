import { LANGUAGES } from '@counterfoil/design/languages'
import { toEuropeanFrench } from '@counterfoil/design/european-french'
import type { BrowserKey } from '@counterfoil/oauth/ids'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import { networkOf } from '@counterfoil/service/http/network'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { BoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { type RequestId, requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Clock } from '@counterfoil/service/values/clock'
import { randomId } from '@counterfoil/service/values/random'
import type { Request, Response } from 'express'
import type { Database } from '#database/database.ts'
import { cookieName, LANGUAGE_COOKIE, SESSION_COOKIE } from '#http/cookies.ts'
import { formEntries, formText } from '#http/form-fields.ts'
import { withoutPassingParameters } from '#http/local-path.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import type { BrowserSession } from '#users/browser-session.ts'
import { choosePageLocale, choosePageRegion, type PageLocale, wordsFor } from '#words/words.ts'
import { createCsrfToken, isCsrfToken } from './csrf-token.ts'
import type { ErrorPage } from './error-page.ts'
import { completePage } from './layout.ts'
import { ownFormMiddleware } from './own-form-middleware.ts'
import { createErrorPages, createPageAnswers, seeOther } from './page-answer-responder.ts'
import type { Page, PageContext } from './page.ts'

type Parts = {
  readonly config: {
    /** Undefined if the address of each request is used (tests and a first start on a free port). */
    readonly publicUrl: string | undefined
    readonly name: string
    readonly plansAreFree: boolean
    readonly mail: { readonly carrier: { readonly kind: 'smtp' | 'outbox' } }
    readonly secrets: Secrets
  }
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly db: Database
  readonly sessions: Pick<BrowserSessionStore, 'find'>
}

/** Reads page requests and answers them with pages. */
export type PageResponder = ReturnType<typeof createPageResponder>

/** One request to a page, with functions that read it and answer it. */
export interface Visit {
  readonly req: Request
  readonly res: Response
  readonly context: () => PageContext
  readonly requestId: () => RequestId
  readonly ownOrigin: () => string
  /** Logs an event with the id of the request, by default at the level `info`. */
  readonly note: (
    event: string,
    facts?: Readonly<Record<string, unknown>>,
    level?: 'info' | 'warn' | 'error',
  ) => void
  /** Returns a field of the posted form; undefined if it is absent or repeated. */
  readonly field: (name: string) => string | undefined
  /** Returns a query parameter; undefined if it is absent or repeated. */
  readonly query: (name: string) => string | undefined
  /** Returns the browser key in the request's cookie; undefined if it has none. */
  readonly browserKey: () => BrowserKey | undefined
  /** Returns the browser key; creates it and sets the cookie if there is none. */
  readonly browserKeyToKeep: () => BrowserKey
  readonly setBrowserKey: (key: BrowserKey) => void
  /** Returns the session of this browser. The answer then shows times in the zone that the browser reported at sign-in. */
  readonly session: () => Promise<BrowserSession>
  /** Returns a CSRF token for a form of this page. It is valid in this browser and for `boundTo`. */
  readonly token: (...boundTo: readonly string[]) => Promise<string>
  readonly hasToken: (...boundTo: readonly string[]) => Promise<boolean>
  /** Returns true if the form has a valid CSRF token. If not, answers with {@link Visit.sendFormTooOld}. */
  readonly isOwnForm: (...boundTo: readonly string[]) => Promise<boolean>
  /** Answers with an error and the same form with a new CSRF token; its password, code and passkey are dropped. */
  readonly sendFormTooOld: (...boundTo: readonly string[]) => Promise<void>
  readonly sendErrorPage: (errorPage: ErrorPage) => void
  readonly seeOther: (path: string) => void
  readonly show: (page: Page) => void
}

const CSRF_SALT_BYTES = 12

export function createPageResponder(parts: Parts) {
  const tools = createVisitTools(parts)
  const { contexts, answers, sendErrorPage, mayLog } = tools
  const { isSecure, ownOrigin } = contexts
  return {
    isSecure,
    createVisit: (req: Request, res: Response) => createVisit(tools, req, res),
    ownForm: ownFormMiddleware({ logger: parts.logger, mayLog, ownOrigin, sendErrorPage }),
    showKept: answers.showKept,
    sendErrorPage,
  }
}

function createVisitTools(parts: Parts) {
  const { config, clock, lines } = parts
  const contexts = createPageContexts(config, clock)
  const keys = createBrowserKeys(contexts)
  const answers = createPageAnswers({ ...parts, secrets: config.secrets }, contexts, keys)
  const mayLog = (req: Request, isFault = false) => lines.mayWrite(networkOf(req.ip ?? 'unknown'), isFault)
  const sendErrorPage = createErrorPages({ ...parts, mayLog }, contexts.context, answers)
  return { ...parts, contexts, keys, answers, mayLog, sendErrorPage }
}

function createVisit(tools: ReturnType<typeof createVisitTools>, req: Request, res: Response): Visit {
  const { contexts, keys, answers } = tools
  const { secrets } = tools.config
  const visit: Visit = {
    req,
    res,
    context: () => contexts.context(req, res),
    requestId: () => requestIdOf(res),
    ownOrigin: () => contexts.ownOrigin(req),
    note: (event, facts = {}, level = 'info') =>
      tools.logger[level]({ event, ...facts, requestId: requestIdOf(res) }),
    field: (name) => formText(req.body, name),
    query: (name) => formText(req.query, name),
    browserKey: () => keys.readBrowserKey(req),
    browserKeyToKeep: () => keys.browserKey(req, res),
    setBrowserKey: (key) => keys.setBrowserKey(res, key),
    async session() {
      const session = await tools.sessions.find(keys.readBrowserKey(req))
      res.locals[TIME_ZONE] = session.timeZone
      return session
    },
    token(...boundTo) {
      const salt = crypto.getRandomValues(new Uint8Array(CSRF_SALT_BYTES))
      return createCsrfToken(secrets[0], [keys.browserKey(req, res), ...boundTo], salt)
    },
    async hasToken(...boundTo) {
      const key = keys.readBrowserKey(req)
      return key !== undefined && isCsrfToken(secrets, [key, ...boundTo], formText(req.body, 'csrf') ?? '')
    },
    async isOwnForm(...boundTo) {
      const isOwn = await visit.hasToken(...boundTo)
      if (!isOwn) await visit.sendFormTooOld(...boundTo)
      return isOwn
    },
    async sendFormTooOld(...boundTo) {
      const fields = formEntries(req.body, ['csrf', 'password', 'code', 'passkey'])
      const csrf = { name: 'csrf', value: await visit.token(...boundTo) }
      visit.sendErrorPage({ kind: 'form_too_old', action: req.originalUrl, fields: [...fields, csrf] })
    },
    sendErrorPage: (errorPage) => tools.sendErrorPage(req, res, errorPage),
    seeOther: (path) => seeOther(res, path),
    show: (page) => answers.send(req, res, completePage(page, visit.context())),
  }
  return visit
}

const TIME_ZONE = 'timeZone'

/** Creates the context of each page: language, times, address, reference. */
function createPageContexts(config: Parts['config'], clock: Clock) {
  const isSecure = config.publicUrl?.startsWith('https:') === true
  const catalogue = new Map(LANGUAGES.map((locale) => [locale, wordsFor(locale, config.name)]))
  const europeanFrench = toEuropeanFrench(wordsFor('fr', config.name))
  const wordsIn = (locale: PageLocale) => catalogue.get(locale) ?? wordsFor(locale, config.name)

  /** Returns the public origin. Without a public URL it is from the Host header; an invalid one affects only its sender. */
  const ownOrigin = (req: Request) => {
    const address = config.publicUrl ?? `http://${req.get('host') ?? ''}`
    return URL.canParse(address) ? new URL(address).origin : 'http://localhost'
  }

  function context(req: Request, res: Response): PageContext {
    const acceptLanguage = req.get('accept-language')
    const chosen = readCookie(req.headers, cookieName(LANGUAGE_COOKIE, isSecure))
    const locale = choosePageLocale({ chosen, acceptLanguage })
    const region = choosePageRegion(locale, acceptLanguage)
    const zone: unknown = res.locals[TIME_ZONE]
    const timeZone = typeof zone === 'string' ? zone : undefined
    return {
      harbour: config.name,
      ownHost: new URL(ownOrigin(req)).host,
      locale,
      words: region === 'FR' ? europeanFrench : wordsIn(locale),
      plansAreFree: config.plansAreFree,
      sendsMail: config.mail.carrier.kind === 'smtp',
      dates: { locale, region, timeZone, nowMs: clock() },
      path: withoutPassingParameters(req.method === 'GET' ? req.originalUrl : pathAfterPost(req)),
      reference: referenceOf(requestIdOf(res)),
    }
  }

  return { isSecure, ownOrigin, context, wordsIn }
}

/** Returns the path of the posting page (Referer): the language switch must not lead to an address that accepts only POST. */
function pathAfterPost(req: Request): string {
  const referer = req.get('referer')
  if (referer === undefined || !URL.canParse(referer)) return '/'
  const url = new URL(referer)
  return url.host === req.get('host') ? url.pathname + url.search : '/'
}

const BROWSER_KEY_BYTES = 32
/** A random value of {@link BROWSER_KEY_BYTES} bytes in base64url. */
const BROWSER_KEY = /^[A-Za-z0-9_-]{43}$/

/** Returns a new value of the session cookie. */
export function newBrowserKey(): BrowserKey {
  return randomId(BROWSER_KEY_BYTES)
}

/** Reads and sets the session cookie of a browser. Its value means nothing until someone signs in. */
function createBrowserKeys({ isSecure }: { readonly isSecure: boolean }) {
  const name = cookieName(SESSION_COOKIE, isSecure)

  function readBrowserKey(req: Request): BrowserKey | undefined {
    const value = readCookie(req.headers, name)
    return value !== undefined && BROWSER_KEY.test(value) ? (value as BrowserKey) : undefined
  }

  function setBrowserKey(res: Response, value: BrowserKey): void {
    res.locals['browserKey'] = value
    res.append('Set-Cookie', formatCookie({ name, value }, { isSecure }))
  }

  /** Returns the key that this response sets, otherwise the one that the browser sent. */
  function knownKey(req: Request, res: Response): BrowserKey | undefined {
    const given: unknown = res.locals['browserKey']
    return typeof given === 'string' ? (given as BrowserKey) : readBrowserKey(req)
  }

  /** Returns the key of the browser; creates it if there is none. */
  function browserKey(req: Request, res: Response): BrowserKey {
    const known = knownKey(req, res)
    if (known !== undefined) return known
    const made = newBrowserKey()
    setBrowserKey(res, made)
    return made
  }

  return { readBrowserKey, setBrowserKey, knownKey, browserKey }
}
