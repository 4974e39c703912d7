/** The attributes of every cookie of the services. */
export interface CookieRules {
  /** True if the public address is https: browsers would not keep a `Secure` cookie otherwise. */
  readonly isSecure: boolean
  /** The lifetime in seconds; 0 removes the cookie. If undefined, it lasts until the browser closes. */
  readonly maxAgeSeconds?: number | undefined
}

/**
 * Formats a `Set-Cookie` value. `HttpOnly`: no script of ours reads it. `SameSite=Lax`, not `Strict`: people come by redirect from
 * another site, and a strict cookie would not be sent with that request.
 */
export function formatCookie(
  { name, value }: { readonly name: string; readonly value: string },
  { isSecure, maxAgeSeconds }: CookieRules,
): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  return `${name}=${value}${age}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** The most cookies that are read from a request; browsers of our pages never send more. */
const MAX_COOKIES = 100

/** Parses a `Cookie` header. Of two cookies with one name the first counts, because browsers send the more specific path first. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';', MAX_COOKIES)) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim()
    if (equals > 0 && name !== '' && !cookies.has(name))
      cookies.set(name, decodeCookie(part.slice(equals + 1).trim()))
  }
  return cookies
}

/** Returns the value of one cookie of a request, as {@link parseCookies} reads it. */
export function readCookie(
  headers: { readonly cookie?: string | undefined },
  name: string,
): string | undefined {
  return parseCookies(headers.cookie).get(name)
}

function decodeCookie(text: string): string {
  const bare = text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
  if (!bare.includes('%')) return bare
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}
