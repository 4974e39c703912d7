/** The parsed `Authorization` header. */
type BearerHeader =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'token'; readonly token: string }

const B64TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/

/**
 * Reads the header. Another scheme counts as no token: the caller did not try to authenticate here.
 * @see RFC 6750 section 2.1
 */
export function readBearerHeader(header: string | undefined): BearerHeader {
  if (header === undefined) return { kind: 'none' }
  const [scheme = '', ...rest] = header.trim().split(/ +/)
  if (scheme.toLowerCase() !== 'bearer') return { kind: 'none' }
  const [token, ...more] = rest
  if (token === undefined || more.length > 0 || !B64TOKEN.test(token)) return { kind: 'malformed' }
  return { kind: 'token', token }
}

/**
 * Returns the `WWW-Authenticate` of a 401. Without a token it contains no error, so that a client learns only the scheme.
 *
 * @param resourceMetadataUrl document that names the issuer of tokens
 * @see RFC 6750 section 3; RFC 9728 section 5.1
 */
export function bearerChallenge(
  problem: 'no_token' | 'invalid_token',
  {
    resourceMetadataUrl,
    description,
  }: { readonly resourceMetadataUrl: string; readonly description?: string | undefined },
): string {
  const parts = ['realm="graphql"']
  if (problem === 'invalid_token') parts.push('error="invalid_token"')
  if (problem === 'invalid_token' && description !== undefined)
    parts.push(`error_description="${description}"`)
  parts.push(`resource_metadata="${resourceMetadataUrl}"`)
  return `Bearer ${parts.join(', ')}`
}
