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
