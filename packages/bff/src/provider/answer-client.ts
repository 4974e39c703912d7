import { createBrotliDecompress, createGunzip, createInflate, type Gunzip } from 'node:zlib'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** More than any answer to a question of ours: tokens, a name, metadata, keys. A page of HTML, or worse, is cut off. */
const MAX_ANSWER_BYTES = 1_048_576

/** Encodings that nobody asked for, and that some servers use all the same. */
const DECODERS: Readonly<Record<string, () => Gunzip>> = {
  ...{ gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress },
}

/**
 * Reads a small answer of the provider as text, without a byte-order mark. Leaving the loop ends the connection of a longer one.
 * @throws Error when it is longer than 1 MiB, before or after it is unpacked, or cannot be unpacked
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

/** Leaving the loop over what is unpacked ends the connection too, also while nothing comes. */
function unpack(packed: Readable, decoder: Gunzip): AsyncIterable<Buffer> {
  return packed
    .on('data', () => {
      if (decoder.bytesWritten > MAX_ANSWER_BYTES) decoder.destroy(new Error('answer too long'))
    })
    .on('error', (error) => decoder.destroy(error))
    .pipe(decoder.once('close', () => packed.destroy()))
}
