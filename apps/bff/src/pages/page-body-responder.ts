import { randomBytes, randomInt } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { PassThrough, pipeline } from 'node:stream'
import zlib from 'node:zlib'
import type { FirstAnswer, LatePage, PageSink } from '@counterfoil/bff-api/session'
import type { Response } from 'express'
import { firstAnswerElement, type PageFrame } from './page-template.ts'

/** Pages are compressed for each request. One of 83 KB: 20.0 KB in 0.6 ms; with 4 21.0 KB in 0.3 ms, with 6 19.5 KB in 0.9 ms. */
const ZSTD_LEVEL = 5
/** The same page: 20.1 KB in 1.0 ms; with 3 21.0 KB in 0.6 ms, with 11 17.3 KB in 79 ms. */
const BROTLI_QUALITY = 4
/** The base-2 logarithm of the bytes that compression looks back, more than a page has: the usual 4 MB are memory for nothing. */
const WINDOW = 18
/** The size in bytes of a piece of compressed output: a page fits into one, and is compressed in one turn. */
const COMPRESSED_BYTES = 32_768

const ZSTD = {
  chunkSize: COMPRESSED_BYTES,
  params: { [zlib.constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [zlib.constants.ZSTD_c_windowLog]: WINDOW },
}
const BROTLI = {
  chunkSize: COMPRESSED_BYTES,
  params: {
    [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    [zlib.constants.BROTLI_PARAM_LGWIN]: WINDOW,
  },
}
const GZIP = { level: 6, chunkSize: COMPRESSED_BYTES }
/** Synchronous: a thread and a stream for each page cost as much as half of its compression. */
const COMPRESS = {
  zstd: (html: string) => zlib.zstdCompressSync(html, ZSTD),
  br: (html: string) => zlib.brotliCompressSync(html, BROTLI),
  gzip: (html: string) => zlib.gzipSync(html, GZIP),
}
const COMPRESS_IN_PARTS = {
  zstd: () => zlib.createZstdCompress(ZSTD),
  br: () => zlib.createBrotliCompress(BROTLI),
  gzip: () => zlib.createGzip(GZIP),
  identity: () => new PassThrough(),
}

/** The response that a page is written to, with its headers already set, and the encoding of its body. */
export interface PageTarget {
  readonly res: Response
  readonly encoding: keyof typeof COMPRESS_IN_PARTS
}

/**
 * Returns a comment of up to 64 random bytes for the end of each piece that is sent. A page holds a secret (the form token) and
 * parts of its address; without the padding, the compressed length would reveal how much of the two is equal (BREACH).
 */
function padding(): string {
  return `<!--${randomBytes(randomInt(65)).toString('hex')}-->`
}

/**
 * Sends a complete page.
 * @param html The HTML inside the root element.
 */
export function sendWhole(
  { res, encoding }: PageTarget,
  { head, before, after, end }: PageFrame,
  html: string,
): void {
  const padded = head + before + html + after + padding() + end
  res.send(encoding === 'identity' ? padded : COMPRESS[encoding](padded))
}

/** The interval of padding sent while the page waits for data, so that no browser or proxy regards the connection as lost. */
const LIFE_SIGN_MS = 2_000

/** A page whose head has been sent, with the functions that send the rest. */
interface OpenPage {
  /** The answer to the first query. Resolves for the renderer only after the answer was written into the page as data. */
  readonly late: Promise<FirstAnswer | undefined>
  /** Sends the head of the page, and the HTML that is known before the answer. */
  readonly sendBeginning: (html: string) => void
  /** Sends the rest of the page in one piece. @param html The HTML inside the root element. */
  readonly sendRest: (frame: PageFrame, html: string) => void
  /** Sends the shell of the page, then the answer as data, then the part of the page that shows it. */
  readonly sendParts: (frame: PageFrame, page: LatePage) => Promise<void>
}

/**
 * Begins to send a page while its first query is still running.
 *
 * React writes the parts and flushes after each. The HTML that follows the root element is added to the first part, because the
 * browser's script would otherwise wait for the last one. So later parts follow the root; React's inline scripts move them into it.
 */
export function openPage({ res, encoding }: PageTarget, reading: Promise<FirstAnswer | undefined>): OpenPage {
  // Asks proxies not to buffer the response, because its parts can be used at once.
  res.setHeader('X-Accel-Buffering', 'no')
  const packing = COMPRESS_IN_PARTS[encoding]()
  // A browser that closed the connection is not an error.
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
