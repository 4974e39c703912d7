import { BROWSER_REPORTS_PATH } from '@counterfoil/bff-api/browser-reports'

/** The policy of answers that are not pages: nothing may load, nothing may frame them. */
export const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface PagePolicyOptions {
  /** The app's origin, for example `https://app.example`. */
  readonly publicUrl: string
  /** Where the connect form is sent on to, as far as it is known now. */
  readonly signInUrls: () => readonly string[]
}

/**
 * The policy of the app's pages as a function of the page's nonce.
 *
 * `script-src` trusts the nonce and what a trusted script loads; a list of addresses would be weaker.
 *
 * `form-action` names the provider because Chrome and Safari apply it to the redirect that follows the connect form.
 *
 * @see [Content Security Policy Level 3](https://www.w3.org/TR/CSP3/) section 8.2, "Usage of 'strict-dynamic'"
 */
export function createPagePolicy(options: PagePolicyOptions): (nonce: string) => string {
  const originsOf = () => [...new Set(options.signInUrls().map((url) => new URL(url).origin))].join(' ')
  const isSecure = new URL(options.publicUrl).protocol === 'https:'
  return (nonce) =>
    [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      `form-action 'self' ${originsOf()}`,
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      `report-uri ${BROWSER_REPORTS_PATH}`,
      ...(isSecure ? ['upgrade-insecure-requests'] : []),
    ].join('; ')
}

/** The policy of a problem page: its own style sheet by nonce, nothing else. */
export function problemPagePolicy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
