/** The attributes every cookie here has. */
export interface CookieRules {
  /** True when the public address is https: only then would a browser keep a `Secure` one. */
  readonly isSecure: boolean
  /** 0 removes the cookie; undefined: until the browser closes. */
  readonly maxAgeSeconds?: number | undefined
}

/**
 * One `Set-Cookie` value. `HttpOnly`: no script of ours reads it. `SameSite=Lax`, not `Strict`: people arrive by redirect from
 * another site, and a strict cookie would be withheld on that very request.
 */
export function formatCookie(
  { name, value }: { readonly name: string; readonly value: string },
  { isSecure, maxAgeSeconds }: CookieRules,
): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  return `${name}=${value}${age}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** More is no browser of ours. */
const MAX_COOKIES = 100

/** The cookies of a `Cookie` header. The first of two with one name counts, as browsers send the nearer one first. */
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

/** One of the cookies of a request, as {@link parseCookies} reads its `Cookie` header. */
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
