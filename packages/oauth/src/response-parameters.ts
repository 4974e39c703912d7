/**
 * Parameters that an authorization answer adds to a redirect address. An entry that has one already would lead to two, and
 * programs differ in which they read. Sources: RFC 6749 sections 4.1.2 and 4.2.2, RFC 9207 section 2, OpenID Connect Core and
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
 * The first parameter of `query` that belongs to the answer, or undefined. The query counts as the most lenient program
 * reads it: decoded up to three times, `;` between parameters, names in any case, `code[]` as `code`, `error.uri` as
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
