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
  /** There after somebody signed out on purpose, until somebody signs in: the password is asked for. */
  readonly left: string
  /** Who of an app with its own sign-in went to the provider from this browser last: the next one is asked for the password there. */
  readonly person: string
  /** One cookie per attempt; the attempt's id follows. */
  readonly attemptPrefix: string
  readonly isSecure: boolean
}

/**
 * No subdomain and no plain http can set such a cookie (`__Host-`); where the browser knows the longer prefix, no script can
 * either. A browser that does not know it sees a `__Host-` cookie.
 * @see OAuth 2.0 for Browser-Based Applications, "Cookie Security"
 */
export const PREFIX = '__Host-Http-counterfoil-'
/** Cookies of before are read under this name until none comes any more, see `former-cookies-middleware`. */
export const FORMER_PREFIX = '__Host-counterfoil-'

/**
 * The prefix needs https. On localhost some browsers refuse it, so the plain names are used there; the configuration admits
 * http nowhere else.
 *
 * An engine that is mounted below the root has cookies of its own: two may be in one app.
 */
export function chooseCookieNames(
  publicUrl: string,
  { basePath = '' }: { readonly basePath?: string | undefined } = {},
): CookieNames {
  const isSecure = new URL(publicUrl).protocol === 'https:'
  // A dot is in no name below, so no two base paths share a cookie.
  const part = basePath === '' ? '' : `${basePath.slice(1).replaceAll('/', '.')}.`
  const prefix = `${isSecure ? PREFIX : 'counterfoil-'}${part}`
  return {
    session: `${prefix}session`,
    browser: `${prefix}browser`,
    preferences: `${prefix}preferences`,
    timeZone: `${prefix}zone`,
    device: `${prefix}device`,
    left: `${prefix}left`,
    person: `${prefix}person`,
    attemptPrefix: `${prefix}attempt-`,
    isSecure,
  }
}

/** How long a browser is known by its cookie, and keeps what was chosen in it. */
export const BROWSER_COOKIE_SECONDS = 365 * 24 * 3600
