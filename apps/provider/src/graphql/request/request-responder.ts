import type { Request, Response } from 'express'
import { badRequestError } from '#caller/caller-error.ts'
import type { Answer } from './answer-form.ts'
import {
  judgeRequestForm,
  parseJsonRequest,
  parseQueryRequest,
  type GraphqlParams,
} from './graphql-request.ts'

/**
 * Reads the parameters of one call.
 *
 * @throws CallerError BAD_USER_INPUT for an unsupported method, media type or body
 */
export async function readParams(req: Request, maxBodyBytes: number): Promise<GraphqlParams> {
  const form = judgeRequestForm({
    method: req.method,
    contentType: req.headers['content-type'] ?? null,
    contentEncoding: req.headers['content-encoding'],
  })
  switch (form.kind) {
    case 'refused':
      throw badRequestError(form.message, { status: form.status, headers: { Allow: 'GET, POST' } })
    case 'query':
      return parseQueryRequest(new URLSearchParams(/\?.*$/s.exec(req.url)?.[0] ?? ''))
    case 'json':
      return parseJsonRequest(await readBody(req, maxBodyBytes))
  }
}

/** A client that goes in the middle of its body has not run into a fault of ours. */
function readBody(req: Request, maxBytes: number): Promise<string> {
  const tooLarge = () => badRequestError('Request body too large', { status: 413 })
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge())
  const brokenOff = () => badRequestError('The body ended before its time.')
  // During authentication.
  if (req.destroyed) return Promise.reject(brokenOff())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let isOver = false
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) {
        chunks.push(chunk)
        return
      }
      isOver = true
      // The rest is discarded.
      req.off('data', take).resume()
      reject(tooLarge())
    }
    req.on('data', take)
    req.once('end', () => {
      isOver = true
      resolve(Buffer.concat(chunks, bytes).toString('utf8'))
    })
    req.once('close', () => {
      if (!isOver) reject(brokenOff())
    })
    req.on('error', () => undefined)
  })
}

/** Writes an answer, unless the client has gone. */
export function sendAnswer(res: Response, { status, headers, body }: Answer): void {
  if (res.destroyed) return
  const bytes = Buffer.byteLength(body)
  res.writeHead(status, { ...headers, 'Content-Length': bytes })
  // Where each character is one byte, both are the same bytes, and this way takes no room for more.
  res.end(body, bytes === body.length ? 'latin1' : 'utf8')
}
