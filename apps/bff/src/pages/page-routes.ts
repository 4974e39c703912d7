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
import { STORED_ENCODINGS, chooseEncoding } from '@counterfoil/bff/server'
import { findOwnSpelling } from './own-spelling.ts'
import { openPage, sendWhole, type Encoding } from './page-body-responder.ts'
import type { WebBuild } from './web-build-files.ts'

/** 128 bits, new for every page. */
const NONCE_BYTES = 16
/** How long a page waits to go in one piece: less than two frames of a screen, so nobody misses the head, which would cost a rendering of its own. */
const SOON_MS = 20
/** How long a page's body waits for its first figures: React shows a streamed part 300 ms after the first paint at the earliest. */
const IN_TIME_MS = 200
/** The same where the page's heading was sent before: a person sees it meanwhile, and what comes in this time needs no second reveal. */
const IN_TIME_BEHIND_HEADING_MS = 400

interface PageRoutesDeps extends AppPagePolicyOptions {
  readonly web: Pick<
    WebBuild,
    'fillTemplate' | 'render' | 'renderLate' | 'describePage' | 'findFirstQuery' | 'id'
  >
  /** Receives what broke in a part of a page that comes late. */
  readonly onPartError: (error: unknown) => void
  /**
   * What the page shows first. May set cookies on the answer.
   * @throws StoreUnavailableError
   */
  readonly loadBoot: (req: Request, res: Response) => Promise<Omit<Boot, 'build'>>
  /**
   * Reads what the page asks first. Undefined when it is not to be read for this request; answers undefined when it was
   * not read. Never rejects, and ends by itself after a few seconds.
   */
  readonly readFirst: (
    req: Request,
    res: Response,
    query: FirstQuery,
  ) => Promise<FirstAnswer | undefined> | undefined
  readonly inTimeMs?: number
}

/**
 * Every page of the app, rendered here first: the text is in the HTML, forms work without a script, and nothing wrong
 * is shown for a moment. Never cached; unknown addresses answer 404 with a page of the app.
 */
export function createPageRoutes(deps: PageRoutesDeps): Router {
  const policyFor = createAppPagePolicy(deps, BROWSER_REPORTS_PATH)
  const router = Router()
  router.get('/*path', sendPage)
  router.get('/', sendPage)

  async function sendPage(req: Request, res: Response): Promise<void> {
    // The page's own script would take what follows for another host.
    const plain = req.originalUrl.replace(/^[/\\]{2,}/, '/')
    const isPlain = plain === req.originalUrl
    const address =
      findOwnSpelling({ host: req.headers.host, publicUrl: deps.publicUrl, path: plain }) ??
      (isPlain ? undefined : plain)
    if (address !== undefined) {
      res.redirect(307, address)
      return
    }
    const boot: Boot = { ...(await deps.loadBoot(req, res)), build: deps.web.id }
    const url = req.originalUrl
    const business = findMissingBusiness(req.path, boot)
    if (business !== undefined) {
      res.redirect(303, addressOf({ business, page: url }))
      return
    }
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const encoding = chooseEncoding(req.get('accept-encoding'), STORED_ENCODINGS)
    const page = { res, url, boot, nonce, encoding }
    const query = req.method === 'GET' ? deps.web.findFirstQuery({ url, boot }) : undefined
    const reading = query && deps.readFirst(req, res, query)
    if (query !== undefined && reading !== undefined) return sendWithAnswer(page, query, reading)
    await sendRendered(page, deps.web.render({ url, boot }))
  }

  async function sendRendered(page: AskedPage, rendered: ReturnType<WebBuild['render']>): Promise<void> {
    setHead(page, rendered.status)
    await sendWhole(page, deps.web.fillTemplate({ ...page, ...rendered }), rendered.html)
  }

  /** The whole page when its answer comes soon; else the head and what needs no answer go first, and what is late follows. */
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
    // Figures stand in a part of their own, behind a heading that is known without them.
    const begun = query.kind === 'figures' ? await renderLate().catch(tell) : undefined
    const beginning = begun?.beginning ?? ''
    // In one piece: a browser that has the head alone may begin to lay out a page without a letter.
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
    // Its head is sent: from an empty root the browser makes the page.
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

interface AskedPage {
  readonly res: Response
  /** Path and query. */
  readonly url: string
  readonly boot: Boot
  readonly nonce: string
  readonly encoding: Encoding
}

function answeredBoot(boot: Boot, firstAnswer: FirstAnswer | undefined): Boot {
  return { ...boot, ...(firstAnswer && { firstAnswer }) }
}

/** What there is of an answer after the moment a page waits for it. */
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

/** The key of the business that was used last, for an address that names none. */
function findMissingBusiness(path: string, { session }: Pick<Boot, 'session'>): string | undefined {
  if (readAddress(path).business !== undefined) return undefined
  return session.connections.find(({ id }) => id === session.selectedConnectionId)?.key
}
