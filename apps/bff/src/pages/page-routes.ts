import { randomBytes, randomInt } from 'node:crypto'
import { PassThrough, pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { Boot, FirstAnswer, FirstQuery } from '@counterfoil/bff-api/session'
import { Router, type Request, type Response } from 'express'
import { createPagePolicy, type PagePolicyOptions } from '#security/content-security-policy.ts'
import { STORED_ENCODINGS, chooseEncoding } from './content-encoding.ts'
import { findOwnSpelling } from './own-spelling.ts'
import { cutForLateAnswer, firstAnswerElement, type LatePage } from './page-template.ts'
import type { WebBuild } from './web-build-files.ts'

/** 128 bits, new for every page. */
const NONCE_BYTES = 16
/** A page is made anew each time: half of what the best quality saves costs a tenth of its time. */
const BROTLI_QUALITY = 4
const MAX_PADDING_BYTES = 64

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
const GZIP = { level: 6 }
const COMPRESS = {
  br: (html: string) => compressBrotli(html, BROTLI),
  gzip: (html: string) => compressGzip(html, GZIP),
}
const COMPRESS_IN_PARTS = {
  br: () => createBrotliCompress(BROTLI),
  gzip: () => createGzip(GZIP),
  identity: () => new PassThrough(),
}
/** So long a page waits for what it asks first: less than a person notices. */
const IN_TIME_MS = 40

/**
 * A comment of random text and length at the end of whatever is sent at once. A page holds a secret (the form token) and parts of its
 * address; without this, its compressed length would tell how much of the two is equal (BREACH).
 */
function padding(): string {
  return `<!--${randomBytes(randomInt(MAX_PADDING_BYTES + 1)).toString('hex')}-->`
}

export interface PageRoutesDeps extends PagePolicyOptions {
  readonly web: Pick<WebBuild, 'fillTemplate' | 'render' | 'findFirstQuery' | 'id'>
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

type Encoding = keyof typeof COMPRESS_IN_PARTS

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
    const page = deps.web.render({ url: req.originalUrl, boot })
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    res.setHeader('Content-Security-Policy', policyFor(nonce))
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Vary', 'Cookie, Accept-Language, Accept-Encoding')
    res.status(page.status).type('html')
    const html = deps.web.fillTemplate({ nonce, title: page.title, html: page.html, boot })
    const encoding = chooseEncoding(req.get('accept-encoding'), STORED_ENCODINGS)
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding)
    if (first.isLate && reading !== undefined) {
      await sendWithLateAnswer(res, cutForLateAnswer({ html, nonce }), reading, encoding)
      return
    }
    const padded = html + padding()
    res.send(encoding === 'identity' ? padded : await COMPRESS[encoding](padded))
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

/** Sends what can be shown at once, then the answer when there is one. */
async function sendWithLateAnswer(
  res: Response,
  { shell, end }: LatePage,
  reading: Promise<FirstAnswer | undefined>,
  encoding: Encoding,
): Promise<void> {
  // A proxy that collects answers would hold back what can be shown.
  res.setHeader('X-Accel-Buffering', 'no')
  const packing = COMPRESS_IN_PARTS[encoding]()
  // A browser that has gone is no fault.
  pipeline(packing, res, () => undefined)
  packing.write(shell + padding())
  if (!(packing instanceof PassThrough)) packing.flush()
  const answer = await reading
  packing.end((answer === undefined ? '' : firstAnswerElement(answer)) + padding() + end)
}
