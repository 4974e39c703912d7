import { randomBytes, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Boot } from '@counterfoil/bff-api/session'
import { Router, type Request, type Response } from 'express'
import { createPagePolicy, type PagePolicyOptions } from '#security/content-security-policy.ts'
import { STORED_ENCODINGS, chooseEncoding } from './content-encoding.ts'
import { findOwnSpelling } from './own-spelling.ts'
import type { WebBuild } from './web-build-files.ts'

/** 128 bits, new for every page. */
const NONCE_BYTES = 16
/** A page is made anew each time: half of what the best quality saves costs a tenth of its time. */
const BROTLI_QUALITY = 4
const MAX_PADDING_BYTES = 64

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const COMPRESS = {
  br: (html: string) =>
    compressBrotli(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (html: string) => compressGzip(html, { level: 6 }),
}

/**
 * A comment of random text and length at the end of a page. A page holds a secret (the form token) and parts of its
 * address; without this, its compressed length would tell how much of the two is equal (BREACH).
 */
function padding(): string {
  return `<!--${randomBytes(randomInt(MAX_PADDING_BYTES + 1)).toString('hex')}-->`
}

export interface PageRoutesDeps extends PagePolicyOptions {
  readonly web: Pick<WebBuild, 'fillTemplate' | 'render' | 'id'>
  /**
   * What the page shows first. May set cookies on the answer.
   * @throws StoreUnavailableError
   */
  readonly loadBoot: (req: Request, res: Response) => Promise<Omit<Boot, 'build'>>
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
    const address = findOwnSpelling(req.headers.host, deps.publicUrl, plain) ?? (isPlain ? undefined : plain)
    if (address !== undefined) {
      res.redirect(307, address)
      return
    }
    const boot: Boot = { ...(await deps.loadBoot(req, res)), build: deps.web.id }
    const page = deps.web.render({ url: req.originalUrl, boot })
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    res.setHeader('Content-Security-Policy', policyFor(nonce))
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Vary', 'Cookie, Accept-Language, Accept-Encoding')
    res.status(page.status).type('html')
    const html = deps.web.fillTemplate({ nonce, title: page.title, html: page.html, boot }) + padding()
    const encoding = chooseEncoding(req.get('accept-encoding'), STORED_ENCODINGS)
    if (encoding === 'identity') {
      res.send(html)
      return
    }
    res.setHeader('Content-Encoding', encoding)
    res.send(await COMPRESS[encoding](html))
  }
  return router
}
