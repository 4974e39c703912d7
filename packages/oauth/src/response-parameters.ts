/**
 * Parameters that an authorization response adds to a redirect URI. An entry that already has one would lead to duplicates, and
 * programs differ in which one they read. Sources: RFC 6749 sections 4.1.2 and 4.2.2, RFC 9207 section 2, OpenID Connect Core and
 * Session Management, JARM.
 */
const RESPONSE_PARAMETERS: ReadonlySet<string> = new Set([
  'access_token',
  'code',
  'error',
  'error_description',
  'error_uri',
  'expires_in',
  'id_token',
  'iss',
  'refresh_token',
  'response',
  'scope',
  'session_state',
  'state',
  'token_type',
])

/**
 * Returns the first parameter of `query` that belongs to the response, or undefined. The query is read as the most lenient
 * program would: decoded up to three times, `;` between parameters, names in any case, `code[]` as `code`, `error.uri` as
 * `error_uri`.
 */
export function findReservedParameter(query: string): string | undefined {
  let text = query.slice(1)
  for (let times = 0; times <= 3; times += 1) {
    const found = text
      .split(/[&;]/)
      .map((pair) => nameOf(pair))
      .find((name) => RESPONSE_PARAMETERS.has(name))
    if (found !== undefined) return found
    text = text
      .replaceAll('+', ' ')
      .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return undefined
}

function nameOf(pair: string): string {
  const [name = ''] = pair.split(/[=[]/)
  return name.trim().toLowerCase().replace(/[. ]/g, '_')
}
