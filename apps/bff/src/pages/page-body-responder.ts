import { randomBytes, randomInt } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { PassThrough, pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FirstAnswer, LatePage, PageSink } from '@counterfoil/bff-api/session'
import type { Response } from 'express'
import { firstAnswerElement, type PageFrame } from './page-template.ts'

const MAX_PADDING_BYTES = 64

/** A page is made anew each time: half of what the best quality saves costs a tenth of its time. */
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
type Packing = ReturnType<(typeof COMPRESS_IN_PARTS)[Encoding]>

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

/** Sends a page that is complete. */
export async function sendWhole({ res, encoding }: PageTarget, html: string): Promise<void> {
  const padded = html + padding()
  res.send(encoding === 'identity' ? padded : await COMPRESS[encoding](padded))
}

/**
 * Sends a page in parts: what can be shown, then the answer as data, then the part of the page that shows it.
 *
 * React writes the parts and says where one ends. What follows the root is added to the first: else the browser's script would wait
 * for the last. So later parts stand behind the root, from where React's own lines of script put them in their place.
 */
export function createPageParts(reading: Promise<FirstAnswer | undefined>): {
  /** The answer, for whoever renders: only once it stands in the page as data. */
  readonly late: Promise<FirstAnswer | undefined>
  readonly send: (target: PageTarget, frame: PageFrame, page: LatePage) => Promise<void>
} {
  const shell = Promise.withResolvers<Packing>()
  const late = shell.promise.then(async (packing) => {
    const answer = await reading
    if (answer !== undefined) packing.write(firstAnswerElement(answer) + padding())
    return answer
  })
  return {
    late,
    async send({ res, encoding }, frame, page) {
      // A proxy that collects answers would hold back what can be shown.
      res.setHeader('X-Accel-Buffering', 'no')
      const packing = COMPRESS_IN_PARTS[encoding]()
      // A browser that has gone is no fault.
      pipeline(packing, res, () => undefined)
      const ended = Promise.withResolvers<void>()
      packing.once('close', ended.resolve)
      packing.write(frame.before)
      const flush = (after: string) => {
        packing.write(after + padding())
        if (!(packing instanceof PassThrough)) packing.flush()
      }
      let isFirst = true
      const sink: PageSink = Object.assign(new EventEmitter(), {
        write(chunk: string | Uint8Array) {
          packing.write(chunk)
          return true
        },
        flush() {
          flush(isFirst ? frame.after : '')
          if (isFirst) shell.resolve(packing)
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
