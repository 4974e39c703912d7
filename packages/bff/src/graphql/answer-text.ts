import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'

/**
 * How much of an answer is held back to look for signs in it. An answer that ends within it is seen whole before
 * anything is sent; of a longer one only the beginning is read, and the rest streams. The first page of a list, fifty rows with
 * long names, ends within it: only what is seen whole can come with a page.
 */
export const LOOK_BYTES = 49_152
/** Of a long compressed answer this much is unpacked: about as much text as {@link LOOK_BYTES}. */
const UNPACKED_BEGINNING_BYTES = 12_288
/** More than a short answer unpacks to; a decompression bomb ends here. */
const MAX_UNPACKED_BYTES = 1_048_576

const UNPACK = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }
/** Answers what there is of a text that is cut off. */
const TAKE_WHAT_IS_THERE = {
  gzip: constants.Z_SYNC_FLUSH,
  deflate: constants.Z_SYNC_FLUSH,
  br: constants.BROTLI_OPERATION_FLUSH,
}

/** What can be read of an answer: all of it, the beginning of a long one, or nothing. */
type AnswerText =
  | { readonly kind: 'whole'; readonly text: string }
  /** Bytes as characters: enough to look for words of the protocol. */
  | { readonly kind: 'beginning'; readonly text: string }
  | { readonly kind: 'unreadable' }

/**
 * Reads an answer as text.
 * @param beginning As sent, compressed or not; all of the body when `isWhole`.
 */
export function readAnswerText(
  beginning: Buffer,
  contentEncoding: string | undefined,
  isWhole: boolean,
): AnswerText {
  if (contentEncoding === undefined || contentEncoding === 'identity') {
    return isWhole ? { kind: 'whole', text: beginning.toString('utf8') } : toBeginning(beginning)
  }
  if (!isKnownEncoding(contentEncoding)) return { kind: 'unreadable' }
  if (!isWhole) return unpackBeginning(beginning, contentEncoding)
  try {
    const body = UNPACK[contentEncoding](beginning, { maxOutputLength: MAX_UNPACKED_BYTES })
    return { kind: 'whole', text: body.toString('utf8') }
  } catch (error) {
    const isTooLong = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLong ? unpackBeginning(beginning, contentEncoding) : { kind: 'unreadable' }
  }
}

/** Empty when even the beginning unpacks to more: nothing is then concluded from the answer. */
function unpackBeginning(beginning: Buffer, encoding: keyof typeof UNPACK): AnswerText {
  try {
    const body = UNPACK[encoding](beginning.subarray(0, UNPACKED_BEGINNING_BYTES), {
      maxOutputLength: MAX_UNPACKED_BYTES,
      finishFlush: TAKE_WHAT_IS_THERE[encoding],
    })
    return toBeginning(body)
  } catch {
    return { kind: 'beginning', text: '' }
  }
}

function toBeginning(body: Buffer): AnswerText {
  return { kind: 'beginning', text: body.toString('latin1', 0, LOOK_BYTES) }
}

function isKnownEncoding(encoding: string): encoding is keyof typeof UNPACK {
  return Object.hasOwn(UNPACK, encoding)
}
