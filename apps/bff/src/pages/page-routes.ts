import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Boot, FirstAnswer, FirstQuery } from '@counterfoil/bff-api/session'
import { Router, type Request, type Response } from 'express'
import { createPagePolicy, type PagePolicyOptions } from '#security/content-security-policy.ts'
import { STORED_ENCODINGS, chooseEncoding } from './content-encoding.ts'
import { findOwnSpelling } from './own-spelling.ts'
import { createPageParts, sendWhole, type Encoding } from './page-body-responder.ts'
import { cutForLateAnswer } from './page-template.ts'
import type { WebBuild } from './web-build-files.ts'

/** 128 bits, new for every page. */
const NONCE_BYTES = 16
/** So long a page waits for what it asks first: less than a person notices. */
const IN_TIME_MS = 40

export interface PageRoutesDeps extends PagePolicyOptions {
  readonly web: Pick<WebBuild, 'fillTemplate' | 'render' | 'renderLate' | 'findFirstQuery' | 'id'>
  /** Told what broke in a part of a page that comes late. */
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
}

/**
 * Every page of the app, rendered here first: the text is in the HTML, forms work without a script, and nothing wrong
 * is shown for a moment. Never cached; unknown addresses answer 404 with a page of the app.
 */
export function createPageRoutes(deps: PageRoutesDeps): Router {
  const policyFor = createPagePolicy(deps)
  const router = Router()
  router.get('/*path', async (req, res) => {
    await sendPage(req, res)
  })
  router.get('/', async (req, res) => {
    await sendPage(req, res)
  })

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
    const judged: Boot = { ...(await deps.loadBoot(req, res)), build: deps.web.id }
    const query =
      req.method === 'GET' ? deps.web.findFirstQuery({ url: req.originalUrl, boot: judged }) : undefined
    const reading = query && deps.readFirst(req, res, query)
    const first = await inTime(reading)
    const boot: Boot = {
      ...judged,
      ...(first.answer === undefined ? {} : { firstAnswer: first.answer }),
      ...(first.isLate && query !== undefined ? { firstQuery: query } : {}),
    }
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const encoding = chooseEncoding(req.get('accept-encoding'), STORED_ENCODINGS)
    if (first.isLate && reading !== undefined) {
      await sendLate({ req, res, boot, nonce, encoding }, reading)
      return
    }
    const page = deps.web.render({ url: req.originalUrl, boot })
    setHead(res, { nonce, encoding, status: page.status })
    const html = deps.web.fillTemplate({ nonce, title: page.title, html: page.html, boot })
    await sendWhole({ res, encoding }, html)
  }

  /** What can be shown goes at once, the rest when the answer is there. */
  async function sendLate(
    page: {
      readonly req: Request
      readonly res: Response
      readonly boot: Boot
      readonly nonce: string
      readonly encoding: Encoding
    },
    reading: Promise<FirstAnswer | undefined>,
  ): Promise<void> {
    const { req, res, boot, nonce, encoding } = page
    const parts = createPageParts(reading)
    const rendered = await deps.web.renderLate({
      ...{ url: req.originalUrl, boot, nonce, late: parts.late },
      onError: deps.onPartError,
    })
    const root = `root-${nonce}`
    const { title, status } = rendered
    const html = deps.web.fillTemplate({ nonce, title, html: root, boot })
    setHead(res, { nonce, encoding, status })
    await parts.send({ res, encoding }, cutForLateAnswer({ html, nonce, root }), rendered)
  }

  function setHead(
    res: Response,
    {
      nonce,
      encoding,
      status,
    }: { readonly nonce: string; readonly encoding: Encoding; readonly status: number },
  ): void {
    res.setHeader('Content-Security-Policy', policyFor(nonce))
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Vary', 'Cookie, Accept-Language, Accept-Encoding')
    res.status(status).type('html')
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding)
  }
  return router
}

/** What there is of an answer after the moment a page waits for it. */
async function inTime(
  reading: Promise<FirstAnswer | undefined> | undefined,
): Promise<{ readonly answer: FirstAnswer | undefined; readonly isLate: boolean }> {
  if (reading === undefined) return { answer: undefined, isLate: false }
  const over = new AbortController()
  const answered = reading.then((answer) => ({ answer, isLate: false }))
  const late = sleep(IN_TIME_MS, { answer: undefined, isLate: true }, { signal: over.signal })
  late.catch(() => undefined)
  const first = await Promise.race([answered, late])
  over.abort()
  return first
}
