import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { renderPage } from './layout.ts'
import { buildPageHeaders } from './page-headers.ts'
import { scriptOf } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'
import type { Page, PageContext } from './page.ts'
import { createUnchangingBodies } from './unchanging-bodies.ts'

type SendPageNow = (req: Request, res: Response, page: Page, shownIn: PageContext) => void

const BROTLI_QUALITY = 6
const packBrotli = (text: string) =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  })
const packGzip = (text: string) => gzipSync(text)

/** Sends pages as this answer: their headers, and the body in an encoding that the browser takes. */
export function createPageSender(): SendPageNow {
  const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
  const styleHash = hashOf(PAGE_STYLE)
  const scriptHashes = [hashOf(scriptOf({})), hashOf(scriptOf({ usesPasskeys: true }))] as const
  const bodyOf = createUnchangingBodies({ packs: { br: packBrotli, gzip: packGzip }, digest: hashOf })

  return (req, res, page, shownIn) => {
    const body = renderPage(page, shownIn)
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
