type ReadBody =
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'too-large' }
  /** The bodies of other requests have used up the budget. */
  | { readonly kind: 'crowded' }
  | { readonly kind: 'gone' }

/** The largest number of buffers of one body, so that a body sent byte by byte does not cost an object per byte. */
const MAX_CHUNKS = 32

/**
 * Reads a request body as UTF-8, at most `maxBytes` of it. The rest is not read: the caller answers and lets the connection close.
 * The server limits the time of every request.
 *
 * @param budget The budget in which the bytes are counted.
 */
export function readBody(
  request: NodeJS.ReadableStream,
  maxBytes: number,
  budget: { take(bytes: number): boolean },
): Promise<ReadBody> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let size = 0

    function finish(outcome: ReadBody): void {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      if (outcome.kind !== 'body') request.pause()
      resolve(outcome)
    }
    function onData(chunk: Buffer): void {
      size += chunk.length
      if (size > maxBytes) return finish({ kind: 'too-large' })
      if (!budget.take(chunk.length)) return finish({ kind: 'crowded' })
      chunks.push(chunk)
      if (chunks.length > MAX_CHUNKS) chunks = [Buffer.concat(chunks)]
    }
    function onEnd(): void {
      const [only] = chunks
      const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
      finish({ kind: 'body', text: body.toString('utf8') })
    }
    function onClose(): void {
      finish({ kind: 'gone' })
    }
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}
