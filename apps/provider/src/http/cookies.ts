/** Returns the name under which a cookie is set. Browsers accept the prefix `__Host-` only from https pages. */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

export const SESSION_COOKIE = 'harbour_session'

export const LANGUAGE_COOKIE = 'harbour_lang'
