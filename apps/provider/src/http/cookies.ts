/** Reads one cookie; the first value wins when a name is repeated, as servers do. Undefined when it is absent. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

export type CookieRules = {
  /** True when the public URL is https: the cookie is `Secure` and its name carries `__Host-`. */
  readonly secure: boolean
  /** Undefined: until the browser closes. */
  readonly maxAgeSeconds?: number | undefined
}

/** The name under which a cookie is kept: browsers take `__Host-` only from https pages. */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name
}

/**
 * One `Set-Cookie` line. `HttpOnly`: no script of ours reads it. `SameSite=Lax`, not `Strict`: people arrive by redirect
 * from an application on another site, and a strict cookie would be withheld on that very request.
 */
export function formatCookie(name: string, value: string, rules: CookieRules): string {
  const parts = [`${cookieName(name, rules.secure)}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (rules.secure) parts.push('Secure')
  if (rules.maxAgeSeconds !== undefined) parts.push(`Max-Age=${rules.maxAgeSeconds}`)
  return parts.join('; ')
}

export const SESSION_COOKIE = 'harbour_session'

export const LANGUAGE_COOKIE = 'harbour_lang'
