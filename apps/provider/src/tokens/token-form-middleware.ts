import type { Request, RequestHandler, Response } from 'express'
import { RETRY_AFTER_SECONDS } from '#http/errors.ts'
import { isFormMediaType, readFormFields, type FormFields } from '#http/form-body.ts'
import { refusalBody, refuse, type TokenRefusal } from './token-refusal.ts'

/** Far more than every field at its longest. */
const MAX_BODY_BYTES = 16_384
const EMPTY_FORM: FormFields = { values: new Map(), repeated: new Set(), resources: [] }

/** Result of {@link tokenFormMiddleware}: a form, or the reason why it is missing. Credentials are checked first. */
interface ReadForm {
  readonly form: FormFields
  readonly fault: TokenRefusal | undefined
}

export function formOf(res: Response): ReadForm {
  return (res.locals['form'] as ReadForm | undefined) ?? { form: EMPTY_FORM, fault: undefined }
}

/** Sends an answer of the token or revoke endpoint; nothing may keep it. (RFC 6749 section 5.1) */
export function sendTokenAnswer(
  res: Response,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body)
  res
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    })
    .end(text)
}

/** Sends a refusal of the token or revoke endpoint. (RFC 6749 section 5.2) */
export function sendRefusal(res: Response, refusal: TokenRefusal): void {
  // A 401 must name a scheme (RFC 9110 section 15.5.2), and a client that used Basic looks for it.
  const challenge = { 'WWW-Authenticate': 'Basic realm="oauth", charset="UTF-8"' }
  const later = { 'Retry-After': String(RETRY_AFTER_SECONDS) }
  const headers = refusal.status === 401 ? challenge : refusal.status === 503 ? later : {}
  sendTokenAnswer(res, refusal.status, refusalBody(refusal), headers)
}

/**
 * Reads the form of the token and revoke endpoints: POST only, at most 16 KiB. Both are checked before the credentials, which are
 * in the form; see decision 0015.
 *
 * @see RFC 6749 section 3.2
 */
export function tokenFormMiddleware(): RequestHandler {
  return (req, res, next) => {
    if (req.method !== 'POST') {
      res.setHeader('Allow', 'POST')
      return sendRefusal(
        res,
        refusedBy(405, { reason: 'method_not_allowed', detail: 'this endpoint takes POST requests' }),
      )
    }
    readText(req, (body) => {
      switch (body.kind) {
        case 'too_large':
          res.setHeader('Connection', 'close')
          return sendRefusal(
            res,
            refusedBy(413, {
              reason: 'body_too_large',
              detail: `the form is longer than ${MAX_BODY_BYTES} bytes`,
            }),
          )
        case 'text': {
          const isForm = isFormMediaType(req.headers['content-type'])
          const read: ReadForm = isForm
            ? { form: readFormFields(body.text), fault: undefined }
            : { form: EMPTY_FORM, fault: NO_FORM }
          res.locals['form'] = read
          return next()
        }
      }
    })
  }
}

const NO_FORM = refuse('invalid_request', {
  reason: 'media_type',
  detail: 'Content-Type must be application/x-www-form-urlencoded',
})

type Body = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'too_large' }

/** If the caller disconnects in the middle, `done` is never called: no answer can be sent. */
function readText(req: Request, done: (body: Body) => void): void {
  let chunks: Buffer[] = []
  let bytes = 0
  let isDone = false
  const finish = (body: Body) => {
    if (!isDone) done(body)
    isDone = true
    chunks = []
  }
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) finish({ kind: 'too_large' })
    // Later chunks are read and discarded.
    else chunks.push(chunk)
  })
  req.on('end', () => {
    if (!isDone) finish({ kind: 'text', text: Buffer.concat(chunks).toString() })
  })
  req.on('error', () => undefined)
}

function refusedBy(
  status: 405 | 413,
  { reason, detail }: { readonly reason: string; readonly detail: string },
): TokenRefusal {
  return { kind: 'refused', status, error: 'invalid_request', reason, detail }
}
