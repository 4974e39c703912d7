import { createBrotliDecompress, createGunzip, createInflate, type Gunzip } from 'node:zlib'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** The largest answer in bytes, more than tokens, names, metadata or keys need. A longer one, such as a page, is cut off. */
const MAX_ANSWER_BYTES = 1_048_576

/** The encodings that some servers use although we accept none. */
const DECODERS: Readonly<Record<string, () => Gunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads a small answer of the provider as text, without a byte-order mark. Leaving the loop closes the connection of a longer one.
 * @throws Error if it is longer than 1 MiB, before or after decompression, or cannot be decompressed
 */
export async function readAnswer(body: Dispatcher.ResponseData['body'], encoding?: unknown): Promise<string> {
  const decoder = typeof encoding === 'string' ? DECODERS[encoding.trim().toLowerCase()] : undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of (decoder === undefined
    ? body
    : unpack(body, decoder())) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error('answer too long')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Decompresses an answer. Leaving the loop over the result closes the connection too, also while no data arrives. */
function unpack(packed: Readable, decoder: Gunzip): AsyncIterable<Buffer> {
  return packed
    .on('data', () => {
      if (decoder.bytesWritten > MAX_ANSWER_BYTES) decoder.destroy(new Error('answer too long'))
    })
    .on('error', (error) => decoder.destroy(error))
    .pipe(decoder.once('close', () => packed.destroy()))
}
