/** What one response may do beyond the strictest default. */
export type PagePolicy = {
  /** `'sha256-…'` of the inline style and script, without the quotes. */
  readonly styleHash: string
  readonly scriptHash: string
  /** Origins a form of this page may end at after redirects; only consent pages have one. */
  readonly formRedirectOrigin?: string | undefined
}

/**
 * Headers of every page Harbour serves.
 *
 * `form-action` names the application's origin on consent responses alone: Chrome and Safari apply the directive to the
 * redirect that follows the post, and without it the click does nothing while the code is already made.
 * `Referrer-Policy` is `same-origin`, because `no-referrer` makes browsers send `Origin: null` with form posts.
 */
export function buildPageHeaders(policy: PagePolicy): Readonly<Record<string, string>> {
  const formAction = ["'self'", ...(policy.formRedirectOrigin ? [policy.formRedirectOrigin] : [])].join(' ')
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src '${policy.styleHash}'`,
      `script-src '${policy.scriptHash}'`,
      "img-src 'self' data:",
      `form-action ${formAction}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'X-Robots-Tag': 'noindex',
  }
}

/**
 * The source expression for `form-action` of a redirect URI: its origin, or `scheme:` for an application's own scheme.
 * Undefined when the address cannot be named in a policy.
 */
export function formActionSource(redirectUri: string): string | undefined {
  if (!URL.canParse(redirectUri)) return undefined
  const url = new URL(redirectUri)
  const source = url.origin === 'null' ? url.protocol : url.origin
  return /^[A-Za-z0-9+.\-:/[\]]+$/.test(source) ? source : undefined
}
