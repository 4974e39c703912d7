/** The attributes every cookie of this app has. */
export function cookieAttributes(isSecure: boolean): string {
  // Lax, not Strict: the callback is a redirect from another site, and a Strict cookie would be withheld,
  // so we would not know whose attempt this is.
  return `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** One `Set-Cookie` value. @param maxAgeSeconds 0 removes the cookie. */
export function formatCookie(name: string, value: string, maxAgeSeconds: number, isSecure: boolean): string {
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; ${cookieAttributes(isSecure)}`
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

/** One of the cookies of a `Cookie` header, as {@link parseCookies} reads it. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';', MAX_COOKIES)) {
    const equals = part.indexOf('=')
    if (part.slice(0, equals).trim() === name && equals > 0)
      return decodeCookie(part.slice(equals + 1).trim())
  }
  return undefined
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
