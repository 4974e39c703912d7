/** The names of the cookies of this app, and whether they are secure. The public address alone decides them. */
export interface CookieNames {
  readonly session: string
  /** The cookie with the id of the browser, to which forms and results of attempts are bound. */
  readonly browser: string
  readonly preferences: string
  /** The time zone, apart from the preferences: the script sends it at any time, and must not undo a choice of the person. */
  readonly timeZone: string
  /** The cookie with the business that this device showed last; sealed. */
  readonly device: string
  /** The cookie that is set from signing out until the next sign-in: then the password is asked for. */
  readonly left: string
  /** The last person of an app with its own sign-in who went to the provider; another one must enter the password there. */
  readonly person: string
  /** The prefix of the cookies of attempts; the id of the attempt follows. */
  readonly attemptPrefix: string
  readonly isSecure: boolean
}

/**
 * The prefix of the cookies. No subdomain and no plain http can set one (`__Host-`); if the browser knows the longer prefix, no
 * script can either. For another browser it is a `__Host-` cookie.
 * @see OAuth 2.0 for Browser-Based Applications, "Cookie Security"
 */
export const PREFIX = '__Host-Http-counterfoil-'
/** The former prefix. Such cookies are read until no browser sends any more, see `former-cookies-middleware`. */
export const FORMER_PREFIX = '__Host-counterfoil-'

/**
 * Returns the names of the cookies. The prefix needs https. On localhost some browsers refuse it, so plain names are used there;
 * the configuration allows http nowhere else.
 *
 * An engine that is mounted below the root has its own cookies: one app may have two engines.
 */
export function chooseCookieNames(
  publicUrl: string,
  { basePath = '' }: { readonly basePath?: string | undefined } = {},
): CookieNames {
  const isSecure = new URL(publicUrl).protocol === 'https:'
  // No name below has a dot, so no two base paths share a cookie.
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

/** The life of the browser cookie in seconds, and of the choices of that browser. */
export const BROWSER_COOKIE_SECONDS = 365 * 24 * 3600
