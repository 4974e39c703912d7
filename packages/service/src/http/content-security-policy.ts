/** Returns the response headers for a Content Security Policy. No other code names the header. */
export function policyHeaders(policy: string): Readonly<Record<string, string>> {
  return { 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' }
}

/**
 * Returns the headers of a page with this policy: other sites cannot frame it, reach its window, or load it.
 *
 * @param unusedFeatures Browser features that are refused to the page and its frames.
 */
export function pageHeaders(
  policy: string,
  unusedFeatures: readonly string[] = ['camera', 'geolocation', 'microphone', 'payment'],
): Readonly<Record<string, string>> {
  return {
    ...policyHeaders(policy),
    // `no-referrer` would make browsers send `Origin: null` with our own forms.
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  }
}

/** HSTS for https origins: two years, as the preload lists require; without sub-domains, which may not be ours. (RFC 6797) */
export const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=63072000' }

/** The policy of BFF responses that are not pages: they may load nothing and must not be framed. */
export const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The policy of responses of the GraphQL service, and of PDF files. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

export interface AppPagePolicyOptions {
  /** The app's origin, for example `https://app.example`. */
  readonly publicUrl: string
  /** Returns the addresses to which the connect form is redirected, as far as they are known. */
  readonly signInUrls: () => readonly string[]
}

/**
 * Returns the policy of the app's pages as a function of the page's nonce.
 *
 * `script-src` trusts the nonce and what a trusted script loads; a list of addresses would be weaker.
 *
 * `form-action` names the provider because Chrome and Safari apply it to the redirect that follows the connect form.
 *
 * @param reportPath Path to which browsers report violations of the policy.
 * @see [Content Security Policy Level 3](https://www.w3.org/TR/CSP3/) section 8.2, "Usage of 'strict-dynamic'"
 */
export function createAppPagePolicy(
  options: AppPagePolicyOptions,
  reportPath: string,
): (nonce: string) => string {
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
      `report-uri ${reportPath}`,
      ...(isSecure ? ['upgrade-insecure-requests'] : []),
    ].join('; ')
}

/** Returns the policy of a small page of the BFF: its own style sheet by nonce, and a form if it has one. */
export function smallPagePolicy(nonce: string, formAction: "'none'" | "'self'" = "'none'"): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
}

/** Sources and targets that one page of Harbour may use beyond the strictest default. */
export type HarbourPageSources = {
  /** The hash `'sha256-…'` of the inline style and script, without the quotes. */
  readonly styleHash: string
  readonly scriptHash: string
  /** The origin that a form of this page may reach by redirects; only consent pages have one. */
  readonly formRedirectOrigin?: string | undefined
}

/**
 * Returns the policy of a page of Harbour.
 *
 * `form-action` names the application's origin on consent responses alone: Chrome and Safari apply the directive to the
 * redirect that follows the post. Without it the click would do nothing, although the code has already been issued.
 */
export function harbourPagePolicy(sources: HarbourPageSources): string {
  const formAction = ["'self'", ...(sources.formRedirectOrigin ? [sources.formRedirectOrigin] : [])].join(' ')
  return [
    "default-src 'none'",
    `style-src '${sources.styleHash}'`,
    `script-src '${sources.scriptHash}'`,
    "img-src 'self' data:",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/**
 * The policy of GraphiQL, which may run our scripts and call our endpoint.
 * The editor writes its colours and sizes into style attributes, so inline styles are allowed.
 */
export const EXPLORER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
