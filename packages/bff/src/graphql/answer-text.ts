import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'

/**
 * The number of bytes of an answer that are held back and searched for errors. A shorter answer is read as a whole before anything
 * is sent; of a longer one only the beginning is read, and the rest is streamed. The first page of a list, fifty rows with long
 * names, is shorter: only answers read as a whole can be sent with a page.
 */
export const LOOK_BYTES = 49_152
/** The number of bytes of a long compressed answer that are decompressed: about as much text as {@link LOOK_BYTES}. */
const UNPACKED_BEGINNING_BYTES = 12_288
/** The maximum number of decompressed bytes: more than a short answer has. It stops a decompression bomb. */
const MAX_UNPACKED_BYTES = 1_048_576

const UNPACK = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }
/** The flush modes with which a truncated text can be decompressed. */
const TAKE_WHAT_IS_THERE = {
  gzip: constants.Z_SYNC_FLUSH,
  deflate: constants.Z_SYNC_FLUSH,
  br: constants.BROTLI_OPERATION_FLUSH,
}

/** The readable part of an answer: all of it, the beginning of a long one, or nothing. */
type AnswerText =
  | { readonly kind: 'whole'; readonly text: string }
  /** The bytes as Latin-1 characters: enough to search for words of the protocol. */
  | { readonly kind: 'beginning'; readonly text: string }
  | { readonly kind: 'unreadable' }

/** Reads an answer as text. @param beginning The bytes as sent, compressed or not; the whole body if `isWhole`. */
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

/** Decompresses the beginning. Returns an empty text if even that is too long: nothing is then concluded from the answer. */
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
