import type { IncomingMessage } from 'node:http'

type ReadBody =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  /** The body is too large. The rest is not read. */
  | { readonly kind: 'too_large' }
  /** The caller has closed the connection: no answer can be sent. */
  | { readonly kind: 'broken_off' }

/** Reads the body of a request as UTF-8, up to `maxBytes`. */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  // The caller may have closed the connection during authentication.
  if (req.destroyed) return Promise.resolve({ kind: 'broken_off' })
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) {
        chunks.push(chunk)
        return
      }
      req.off('data', take).pause()
      resolve({ kind: 'too_large' })
    }
    req.on('data', take)
    req.once('end', () => {
      resolve({ kind: 'text', text: Buffer.concat(chunks, bytes).toString('utf8'), bytes })
    })
    req.once('close', () => resolve({ kind: 'broken_off' }))
    req.on('error', () => undefined)
  })
}
