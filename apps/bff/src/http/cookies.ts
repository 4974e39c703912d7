/** How the cookies of this app look; decided by the public address alone. */
export interface CookieNames {
  readonly session: string
  /** A name for the browser itself; binds forms and results of attempts to it. */
  readonly browser: string
  readonly preferences: string
  /** Apart from the preferences: the script sends it when it likes, and must not undo what the person chooses meanwhile. */
  readonly timeZone: string
  /** Which business this device showed last; sealed. */
  readonly device: string
  /** One cookie per attempt; the attempt's id follows. */
  readonly attemptPrefix: string
  readonly isSecure: boolean
}

/**
 * `__Host-` (no subdomain and no plain http can set it) needs https. On localhost some browsers refuse it,
 * so the plain names are used there; the configuration admits http nowhere else.
 */
export function chooseCookieNames(publicUrl: string): CookieNames {
  const isSecure = new URL(publicUrl).protocol === 'https:'
  const prefix = isSecure ? '__Host-' : ''
  return {
    session: `${prefix}counterfoil-session`,
    browser: `${prefix}counterfoil-browser`,
    preferences: `${prefix}counterfoil-preferences`,
    timeZone: `${prefix}counterfoil-zone`,
    device: `${prefix}counterfoil-device`,
    attemptPrefix: `${prefix}counterfoil-attempt-`,
    isSecure,
  }
}

/** How long a browser is known by its cookie, and keeps what was chosen in it. */
export const BROWSER_COOKIE_SECONDS = 365 * 24 * 3600

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
