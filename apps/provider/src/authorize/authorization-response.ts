import type { AuthorizeErrorCode } from '@counterfoil/oauth/oauth-error'
import type { Application } from '#applications/application.ts'

/** Returns the `iss` of answers to an application; undefined when it is not sent. (RFC 9207 section 2) */
export type IssuerFor = (application: Pick<Application, 'sendsIssuer'>) => string | undefined

export type AuthorizationAnswer =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'error'; readonly error: AuthorizeErrorCode; readonly description: string }

/**
 * Returns the address that carries the answer back. The redirect URI stays as it was, its own query included.
 *
 * @param encodedState percent-encoded bytes, as `readAuthorizationRequest` made them
 * @param issuer sent as `iss`
 * @see RFC 6749 sections 4.1.2 and 4.1.2.1
 */
export function buildAuthorizationResponse(options: {
  readonly redirectUri: string
  readonly answer: AuthorizationAnswer
  readonly encodedState: string | undefined
  readonly issuer: string | undefined
}): string {
  const { redirectUri, answer, encodedState, issuer } = options
  const pairs =
    answer.kind === 'code'
      ? [`code=${encodeURIComponent(answer.code)}`]
      : [`error=${answer.error}`, `error_description=${encodeURIComponent(answer.description)}`]
  if (encodedState !== undefined) pairs.push(`state=${encodedState}`)
  if (issuer !== undefined) pairs.push(`iss=${encodeURIComponent(issuer)}`)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${pairs.join('&')}`
}
