import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { providerTokensCss } from '@counterfoil/design/tokens'
import type { BrowserKey } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import type { NextFunction, Request, Response } from 'express'
import type { Database } from '#database/database.ts'
import { KEPT_PARAMETER, withoutPassingParameters } from '#http/local-path.ts'
import { buildErrorPage, type ErrorPage } from './error-page.ts'
import { completePage, renderPage, scriptOf } from './layout.ts'
import { isOwnForm } from './own-form-middleware.ts'
import { buildPageHeaders } from './page-headers.ts'
import type { CompletePage, PageContext } from './page.ts'
import type { PageLocale, Words } from '#words/words.ts'
import { createStoredPageStore, pathOfForm } from './stored-page-store.ts'
import { createBoundedMap } from '@counterfoil/service/values/bounded-map'

/** Redirects with 303, so that a browser follows with GET and a reload posts nothing twice. */
export function seeOther(res: Response, path: string): void {
  res.set('Cache-Control', 'no-store').redirect(303, path)
}

/** Answers with pages, either directly or, for an answer to a form, stored until the browser fetches it with GET. */
export function createPageAnswers(
  {
    clock,
    logger,
    db,
    secrets,
  }: {
    readonly clock: Clock
    readonly logger: Logger
    readonly db: Database
    readonly secrets: Secrets
  },
  {
    context,
    wordsIn,
  }: {
    readonly context: (req: Request, res: Response) => PageContext
    readonly wordsIn: (locale: PageLocale) => Words
  },
  keys: {
    readonly readBrowserKey: (req: Request) => BrowserKey | undefined
    readonly knownKey: (req: Request, res: Response) => BrowserKey | undefined
  },
) {
  const keptPages = createStoredPageStore({ db, clock, secrets })
  const sendNow = createPageSender()

  /**
   * Answers with a page. An answer to a form of ours is stored and fetched with GET (303), so that a reload posts nothing twice and
   * Back leads to no expired form. A browser that sent no cookie gets the page directly, because it could not fetch it.
   */
  function send(req: Request, res: Response, page: CompletePage): void {
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

  /** Shows a stored answer to a form. If it no longer exists, redirects to the page of the form. */
  async function showKept(req: Request, res: Response, next: NextFunction): Promise<void> {
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

type SendPageNow = (req: Request, res: Response, page: CompletePage, shownIn: PageContext) => void

const BROTLI_QUALITY = 6
const packBrotli = (text: string) =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  })
const packGzip = (text: string) => gzipSync(text)

/** The style sheet of a page, sent inline; the same text on all pages, so that one hash allows it. */
const PAGE_STYLE =
  `${providerTokensCss}${readFileSync(new URL('page.css', import.meta.url), 'utf8')}`.replaceAll('\n', '')

/** Sends pages directly, with their headers, and the body in an encoding that the browser accepts. */
function createPageSender(): SendPageNow {
  const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
  const styleHash = hashOf(PAGE_STYLE)
  const scriptHashes = [hashOf(scriptOf({})), hashOf(scriptOf({ usesPasskeys: true }))] as const
  const bodyOf = createUnchangingBodies({ packs: { br: packBrotli, gzip: packGzip }, digest: hashOf })

  return (req, res, page, shownIn) => {
    const body = renderPage(page, shownIn, PAGE_STYLE)
    res.status(page.status)
    const scriptHash = scriptHashes[page.usesPasskeys === true ? 1 : 0]
    res.set(buildPageHeaders({ styleHash, scriptHash, formRedirectOrigin: page.formRedirectOrigin }))
    res.vary('Accept-Encoding')
    const encoding = req.acceptsEncodings('br', 'gzip')
    if (encoding === 'br' || encoding === 'gzip')
      res.set('Content-Encoding', encoding).end(bodyOf(encoding, { text: body }))
    else res.end(body)
  }
}

const MAX_KEPT = 64
const MAX_SEEN = 1024

/**
 * Caches the compressed form of pages that never change: a text is cached when it occurs a second time. A page with its own CSRF
 * token never does.
 *
 * @param how.packs The compression functions by name of the encoding.
 * @param how.digest Returns a digest of a text, which is cached in its place.
 * @returns a function that returns the text in that encoding
 */
export function createUnchangingBodies<Encoding extends string>(how: {
  readonly packs: Readonly<Record<Encoding, (text: string) => Buffer>>
  readonly digest: (text: string) => string
}): (encoding: Encoding, body: { readonly text: string }) => Buffer {
  const seen = createBoundedMap<string, true>(MAX_SEEN)
  const kept = createBoundedMap<string, Buffer>(MAX_KEPT)
  return (encoding, { text }) => {
    const key = `${encoding} ${how.digest(text)}`
    const before = kept.get(key)
    if (before !== undefined) return before
    const packed = how.packs[encoding](text)
    if (seen.get(key) === true) kept.set(key, packed)
    else seen.set(key, true)
    return packed
  }
}

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
  { send, sendNow }: Pick<ReturnType<typeof createPageAnswers>, 'send' | 'sendNow'>,
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
    const named = kind === 'fault' ? { appName: appOfRequest(res), ...errorPage } : errorPage
    const page = completePage(buildErrorPage(named, here), here)
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
