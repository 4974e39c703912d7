import { randomBytes, randomInt } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { PassThrough, pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FirstAnswer, LatePage, PageSink } from '@counterfoil/bff-api/session'
import type { Response } from 'express'
import { firstAnswerElement, type PageFrame } from './page-template.ts'

const MAX_PADDING_BYTES = 64

/** A page is made again each time: one of 87 KB becomes 20.7 KB in 0.9 ms; 21.4 KB in 0.7 ms at 3, 17.3 KB in 79 ms at 11. */
const BROTLI_QUALITY = 4

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
export type Encoding = keyof typeof COMPRESS_IN_PARTS

/** Where a page goes, its head set. */
interface PageTarget {
  readonly res: Response
  readonly encoding: Encoding
}

/**
 * A comment of random text and length at the end of whatever is sent at once. A page holds a secret (the form token) and parts of its
 * address; without this, its compressed length would tell how much of the two is equal (BREACH).
 */
function padding(): string {
  return `<!--${randomBytes(randomInt(MAX_PADDING_BYTES + 1)).toString('hex')}-->`
}

/**
 * Sends a page that is complete.
 * @param html The inside of the root.
 */
export async function sendWhole(
  { res, encoding }: PageTarget,
  { head, before, after, end }: PageFrame,
  html: string,
): Promise<void> {
  const padded = head + before + html + after + padding() + end
  res.send(encoding === 'identity' ? padded : await COMPRESS[encoding](padded))
}

/** While nothing comes, a sign of life: a browser that hears none for longer takes the page for cut off. */
const LIFE_SIGN_MS = 2_000

/** A page whose head is on its way, and what may follow. */
interface OpenPage {
  /** The answer, for anyone who renders: only once it is in the page as data. */
  readonly late: Promise<FirstAnswer | undefined>
  /** The head of the page, and what else is known before the answer. */
  readonly sendBeginning: (html: string) => void
  /** Everything else at once. @param html The inside of the root. */
  readonly sendRest: (frame: PageFrame, html: string) => void
  /** What can be shown, then the answer as data, then the part of the page that shows it. */
  readonly sendParts: (frame: PageFrame, page: LatePage) => Promise<void>
}

/**
 * Begins a page while what it shows first is read.
 *
 * React writes the parts and says where one ends. What follows the root is added to the first: else the browser's script would wait
 * for the last. So later parts stand behind the root, from where React's own lines of script put them in their place.
 */
export function openPage({ res, encoding }: PageTarget, reading: Promise<FirstAnswer | undefined>): OpenPage {
  // A proxy that collects answers would hold back what can be used.
  res.setHeader('X-Accel-Buffering', 'no')
  const packing = COMPRESS_IN_PARTS[encoding]()
  // A browser that has gone is no fault.
  pipeline(packing, res, () => undefined)
  const ended = Promise.withResolvers<void>()
  packing.once('close', ended.resolve)
  const flush = (html: string) => {
    packing.write(html + padding())
    if (!(packing instanceof PassThrough)) packing.flush()
  }
  const shown = Promise.withResolvers<void>()
  const late = shown.promise.then(async () => {
    const signs = setInterval(() => flush(''), LIFE_SIGN_MS)
    void ended.promise.then(() => clearInterval(signs))
    const answer = await reading
    clearInterval(signs)
    if (answer !== undefined) packing.write(firstAnswerElement(answer) + padding())
    return answer
  })
  return {
    late,
    sendBeginning: flush,
    sendRest: ({ before, after, end }, html) => packing.end(before + html + after + padding() + end),
    async sendParts(frame, page) {
      packing.write(frame.before)
      let isFirst = true
      const sink: PageSink = Object.assign(new EventEmitter(), {
        write(chunk: string | Uint8Array) {
          packing.write(chunk)
          return true
        },
        flush() {
          flush(isFirst ? frame.after + frame.start : '')
          if (isFirst) shown.resolve()
          isFirst = false
        },
        end: () => ended.resolve(),
      })
      page.pipe(sink)
      await Promise.all([ended.promise, late])
      packing.end(padding() + frame.end)
    },
  }
}
