import type { Request } from 'express'
import type { BrowserId } from '@counterfoil/oauth/ids'
import { BffError } from '#http/errors.ts'
import { parseBrowserId } from '#browser/browser-id.ts'
import { isJsonObject } from '@counterfoil/service/http/json-object'
import { readCookie } from '@counterfoil/service/http/cookies'
import type { CookieNames } from './cookie-names.ts'
import type { Signing } from './signing.ts'

/** Returns one field of a form whose body was read; empty if it is missing. @throws BffError */
export function readField(req: Request, field: string): string {
  if (req.is('application/x-www-form-urlencoded') === false) throw new BffError('unsupported-media-type')
  const body: unknown = req.body
  const value = isJsonObject(body) ? body[field] : undefined
  return typeof value === 'string' ? value.slice(0, 1024) : ''
}

/**
 * Accepts only forms that a page of ours made for this browser.
 * @returns the id of the browser
 * @throws BffError `csrf-token-mismatch`
 */
export function checkFormToken(
  req: Request,
  token: string,
  deps: { readonly cookies: CookieNames; readonly signing: Pick<Signing, 'isCsrfToken'> },
): BrowserId {
  const browserId = parseBrowserId(readCookie(req.headers, deps.cookies.browser))
  if (browserId === undefined || !deps.signing.isCsrfToken(browserId, token)) {
    throw new BffError('csrf-token-mismatch', { log: { layer: 'csrf', hasCookie: browserId !== undefined } })
  }
  return browserId
}
