import type { Request, Response } from 'express'
import { badRequestError } from '#caller/caller-error.ts'
import { readBody } from '#http/body-reader.ts'
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
      return parseJsonRequest(await readText(req, maxBodyBytes))
  }
}

/** Reads the body. A client that disconnects in the middle of it is not reported as our fault. */
async function readText(req: Request, maxBytes: number): Promise<string> {
  const isTooLarge = Number(req.headers['content-length'] ?? 0) > maxBytes
  const body = isTooLarge ? ({ kind: 'too_large' } as const) : await readBody(req, maxBytes)
  switch (body.kind) {
    case 'text':
      return body.text
    case 'too_large':
      throw badRequestError('Request body too large', { status: 413 })
    case 'broken_off':
      throw badRequestError('The body ended before its time.')
  }
}

/** Writes an answer, unless the client has disconnected. */
export function sendAnswer(res: Response, { status, headers, body }: Answer): void {
  if (res.destroyed) return
  const bytes = Buffer.byteLength(body)
  res.writeHead(status, { ...headers, 'Content-Length': bytes })
  // If each character is one byte, both encodings are the same, and Latin-1 needs less memory.
  res.end(body, bytes === body.length ? 'latin1' : 'utf8')
}
