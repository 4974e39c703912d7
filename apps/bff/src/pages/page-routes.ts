import { randomBytes } from 'node:crypto'
import { addressOf, readAddress } from '@counterfoil/bff-api/paths'
import type { Boot, FirstAnswer, FirstQuery } from '@counterfoil/bff-api/session'
import { Router, type Request, type Response } from 'express'
import { BROWSER_REPORTS_PATH } from '@counterfoil/bff-api/browser-reports'
import {
  createAppPagePolicy,
  policyHeaders,
  type AppPagePolicyOptions,
} from '@counterfoil/service/http/content-security-policy'
import { chooseEncoding } from '@counterfoil/bff/server'
import { findOwnSpelling } from './own-spelling.ts'
import { openPage, sendWhole, type PageTarget } from './page-body-responder.ts'
import type { WebBuild } from './web-build-files.ts'

/** The encodings of a page, best first: zstd makes one as small as Brotli does, in two thirds of the time. */
const PAGE_ENCODINGS = ['zstd', 'br', 'gzip'] as const
/** The length of a nonce: 128 bits. Every page has a new one. */
const NONCE_BYTES = 16
/** How long a page waits for its answer before its head is sent alone, at the cost of a second rendering. Less than two frames. */
const SOON_MS = 20
/** How long a page waits for first figures after its head is sent. React shows streamed parts at least 300 ms after first paint. */
const IN_TIME_MS = 200
/** The same wait if the heading was sent with the head: people see it meanwhile, and data in this time need no second reveal. */
const IN_TIME_BEHIND_HEADING_MS = 400

interface PageRoutesDeps extends AppPagePolicyOptions {
  readonly web: Pick<
    WebBuild,
    'fillTemplate' | 'render' | 'renderLate' | 'describePage' | 'findFirstQuery' | 'id'
  >
  /** Receives errors of a part of a page that is sent late. */
  readonly onPartError: (error: unknown) => void
  /**
   * Reads the data that the page shows first. May set cookies on the response.
   * @throws StoreUnavailableError
   */
  readonly loadBoot: (req: Request, res: Response) => Promise<Omit<Boot, 'build'>>
  /**
   * Runs the first query of the page. Returns undefined if it must not be run for this request; resolves to undefined if it
   * failed. Never rejects, and ends by itself after a few seconds.
   */
  readonly readFirst: (
    req: Request,
    res: Response,
    query: FirstQuery,
  ) => Promise<FirstAnswer | undefined> | undefined
  readonly inTimeMs?: number
}

/**
 * Serves every page of the app as rendered HTML: its text is in the HTML, forms work without a script, and no wrong state is
 * shown first. Pages are never cached; unknown addresses get status 404 with a page of the app.
 */
export function createPageRoutes(deps: PageRoutesDeps): Router {
  const policyFor = createAppPagePolicy(deps, BROWSER_REPORTS_PATH)
  const router = Router()
  router.get('/*path', sendPage)
  router.get('/', sendPage)

  async function sendPage(req: Request, res: Response): Promise<void> {
    // A path with two slashes would be read as a host name by the page's own script.
    const plain = req.originalUrl.replace(/^[/\\]{2,}/, '/')
    const address =
      findOwnSpelling({ host: req.headers.host, publicUrl: deps.publicUrl, path: plain }) ??
      (plain === req.originalUrl ? undefined : plain)
    if (address !== undefined) return res.redirect(307, address)
    const boot: Boot = { ...(await deps.loadBoot(req, res)), build: deps.web.id }
    const url = req.originalUrl
    const business = findMissingBusiness(req.path, boot)
    if (business !== undefined) {
      res.redirect(303, addressOf({ business, page: url }))
      return
    }
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const encoding = chooseEncoding(req.get('accept-encoding'), PAGE_ENCODINGS)
    const page = { res, url, boot, nonce, encoding }
    const query = req.method === 'GET' ? deps.web.findFirstQuery({ url, boot }) : undefined
    const reading = query && deps.readFirst(req, res, query)
    if (query !== undefined && reading !== undefined) return sendWithAnswer(page, query, reading)
    sendRendered(page, deps.web.render({ url, boot }))
  }

  function sendRendered(page: AskedPage, rendered: ReturnType<WebBuild['render']>): void {
    setHead(page, rendered.status)
    sendWhole(page, deps.web.fillTemplate({ ...page, ...rendered }), rendered.html)
  }

  /** Sends the whole page if its answer comes soon; else sends first the head and the parts that need no answer, then the rest. */
  async function sendWithAnswer(
    page: AskedPage,
    query: FirstQuery,
    reading: Promise<FirstAnswer | undefined>,
  ): Promise<void> {
    const { url, nonce } = page
    const soon = await inTime(reading, SOON_MS)
    if (!soon.isLate) {
      const whole = { ...page, boot: answeredBoot(page.boot, soon.answer) }
      const rendered = orReported(() => deps.web.render(whole))
      if (rendered !== undefined) return sendRendered(whole, rendered)
    }
    const described = deps.web.describePage(page)
    const frameOf = (boot: Boot) => deps.web.fillTemplate({ ...described, nonce, boot })
    setHead(page, described.status)
    const first = frameOf(page.boot)
    const parts = openPage(page, reading)

    const lateBoot: Boot = { ...page.boot, firstQuery: query }
    const renderLate = () =>
      deps.web.renderLate({ url, boot: lateBoot, nonce, late: parts.late, onError: deps.onPartError })
    // Figures are in a part of their own, below a heading that does not depend on them.
    const begun = query.kind === 'figures' ? await renderLate().catch(tell) : undefined
    const beginning = begun?.beginning ?? ''
    // Sent in one piece: a browser that has the head alone may begin to lay out a page without text.
    parts.sendBeginning(beginning === '' ? first.head : first.head + first.before + beginning)

    const waitMs = beginning === '' ? IN_TIME_MS : IN_TIME_BEHIND_HEADING_MS
    const { answer, isLate } = await inTime(reading, deps.inTimeMs ?? waitMs)
    const boot = isLate ? lateBoot : answeredBoot(page.boot, answer)
    const rest = (of: Boot) => (beginning === '' ? frameOf(of) : { ...frameOf(of), before: '' })
    const html = isLate || !soon.isLate ? undefined : orReported(() => deps.web.render({ url, boot }).html)
    if (html?.startsWith(beginning)) {
      parts.sendRest(rest(boot), html.slice(beginning.length))
      return
    }
    const late = begun ?? (isLate ? await renderLate().catch(tell) : undefined)
    // The head has been sent, so no error page is possible: from an empty root element the browser renders the page itself.
    if (late === undefined) parts.sendRest(frameOf(boot), '')
    else await parts.sendParts(rest(lateBoot), late)
  }

  function tell(error: unknown): undefined {
    deps.onPartError(error)
  }

  function orReported<Value>(make: () => Value): Value | undefined {
    try {
      return make()
    } catch (error) {
      return tell(error)
    }
  }

  function setHead({ res, nonce, encoding }: AskedPage, status: number): void {
    res.set(policyHeaders(policyFor(nonce)))
    res.status(status).type('html').set('Cache-Control', 'no-store')
    res.setHeader('Vary', 'Cookie, Accept-Language, Accept-Encoding')
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding)
  }
  return router
}

interface AskedPage extends PageTarget {
  /** The path and query of the request. */
  readonly url: string
  readonly boot: Boot
  readonly nonce: string
}

function answeredBoot(boot: Boot, firstAnswer: FirstAnswer | undefined): Boot {
  return { ...boot, ...(firstAnswer && { firstAnswer }) }
}

/** Waits for an answer for at most `ms` milliseconds. */
async function inTime(
  reading: Promise<FirstAnswer | undefined>,
  ms: number,
): Promise<{ readonly answer: FirstAnswer | undefined; readonly isLate: boolean }> {
  const late = Promise.withResolvers<Awaited<ReturnType<typeof inTime>>>()
  const timer = setTimeout(() => late.resolve({ answer: undefined, isLate: true }), ms)
  const answered = reading.then((answer) => ({ answer, isLate: false }))
  const first = await Promise.race([answered, late.promise])
  clearTimeout(timer)
  return first
}

/** Returns the key of the business that was used last if the address names none. */
function findMissingBusiness(path: string, { session }: Pick<Boot, 'session'>): string | undefined {
  if (readAddress(path).business !== undefined) return undefined
  return session.connections.find(({ id }) => id === session.selectedConnectionId)?.key
}
