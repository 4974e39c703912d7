import type { IncomingMessage, ServerResponse } from 'node:http'

/** An answer of the fake provider; thrown where the answer is a refusal. */
export class HttpAnswer extends Error {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string>

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(String(status))
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** An error of the token endpoint (RFC 6749 section 5.2). */
export const oauthError = (status: number, error: string, more: object = {}): HttpAnswer =>
  new HttpAnswer(status, { error, ...more }, { 'cache-control': 'no-store' })

export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function payload(answer: HttpAnswer): { type: string; text: string } {
  if (typeof answer.body !== 'string') return { type: 'application/json', text: JSON.stringify(answer.body) }
  return { type: answer.body.trimStart().startsWith('<') ? 'text/html' : 'text/plain', text: answer.body }
}

/** Sends the whole answer. */
export function send(res: ServerResponse, answer: HttpAnswer): void {
  const { type, text } = payload(answer)
  res.writeHead(answer.status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    ...answer.headers,
  })
  res.end(text)
}

/** Sends the beginning of an answer, then breaks the connection. */
export function cut(res: ServerResponse, answer: HttpAnswer, bytes: number): void {
  const { type, text } = payload(answer)
  res.writeHead(answer.status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    ...answer.headers,
  })
  res.write(Buffer.from(text).subarray(0, bytes), () => res.destroy())
}
