import type { Request, RequestHandler, Response } from 'express'
import { isFormMediaType, readFormFields, type FormFields } from './form-body.ts'
import { refusalBody, type TokenRefusal } from './token-refusal.ts'

/** Far more than every field at its longest. */
const MAX_BODY_BYTES = 16_384
const EMPTY_FORM: FormFields = { values: new Map(), repeated: new Set() }

/** What {@link tokenFormMiddleware} read. */
export function formOf(res: Response): FormFields {
  return (res.locals['form'] as FormFields | undefined) ?? EMPTY_FORM
}

/** Sends a refusal of the token or revoke endpoint. (RFC 6749 section 5.2) */
export function sendRefusal(res: Response, refusal: TokenRefusal): void {
  // A 401 must name a scheme (RFC 9110 section 15.5.2), and a client that used Basic looks for it.
  if (refusal.status === 401) res.setHeader('WWW-Authenticate', 'Basic realm="oauth", charset="UTF-8"')
  res.status(refusal.status).json(refusalBody(refusal))
}

/**
 * The gate of the token and revoke endpoints: POST only, a form of at most 16 KiB, and `no-store` on every answer.
 * @see RFC 6749 sections 3.2 and 5.1
 */
export function tokenFormMiddleware(): RequestHandler {
  return async (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Pragma', 'no-cache')
    if (req.method !== 'POST') {
      res.setHeader('Allow', 'POST')
      return sendRefusal(res, refused(405, 'method_not_allowed', 'this endpoint takes POST requests'))
    }
    if (!isFormMediaType(req.headers['content-type'])) {
      return sendRefusal(
        res,
        refused(415, 'media_type', 'Content-Type must be application/x-www-form-urlencoded'),
      )
    }
    const body = await readText(req, MAX_BODY_BYTES)
    switch (body.kind) {
      case 'gone':
        return
      case 'too_large':
        res.setHeader('Connection', 'close')
        return sendRefusal(
          res,
          refused(413, 'body_too_large', `the form is longer than ${MAX_BODY_BYTES} bytes`),
        )
      case 'text':
        break
    }
    res.locals['form'] = readFormFields(body.text)
    return next()
  }
}

type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'gone' }

async function readText(req: Request, maxCharacters: number): Promise<Body> {
  let text = ''
  req.setEncoding('utf8')
  try {
    for await (const chunk of req) {
      text += String(chunk)
      if (text.length > maxCharacters) return { kind: 'too_large' }
    }
  } catch (error) {
    // The caller went away in the middle: nobody's fault, and nobody to tell.
    if (!req.complete) return { kind: 'gone' }
    throw error
  }
  return { kind: 'text', text }
}

function refused(status: 405 | 413 | 415, reason: string, detail: string): TokenRefusal {
  return { kind: 'refused', status, error: 'invalid_request', reason, detail }
}
