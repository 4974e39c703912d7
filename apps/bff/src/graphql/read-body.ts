export type ReadBody =
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'gone' }

/**
 * Reads a request body as UTF-8, at most `maxBytes` of it. What comes beyond is not read: the caller answers and lets
 * the connection close. How slowly it may come is the server's rule for every request.
 */
export function readBody(request: NodeJS.ReadableStream, maxBytes: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0

    function finish(outcome: ReadBody): void {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      if (outcome.kind !== 'body') request.pause()
      resolve(outcome)
    }
    function onData(chunk: Buffer): void {
      size += chunk.length
      if (size > maxBytes) finish({ kind: 'too-large' })
      else chunks.push(chunk)
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
