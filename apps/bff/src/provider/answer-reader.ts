import type { Dispatcher } from 'undici'

/** More than any answer to a question of ours: tokens, a name, metadata. A page of HTML, or worse, is cut off. */
const MAX_ANSWER_BYTES = 64 * 1024

/**
 * Reads a small answer of the provider as text. Leaving the loop ends the connection of a longer one.
 * @throws Error when it is longer than that
 */
export async function readAnswer(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error('answer too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
