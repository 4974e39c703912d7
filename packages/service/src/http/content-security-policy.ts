/** Returns the headers of an answer that has this policy. The header is named here and nowhere else. */
export function policyHeaders(policy: string): Readonly<Record<string, string>> {
  return { 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' }
}

/**
 * Returns the headers of a page that has this policy: other sites can't frame it, reach its window, or load it.
 *
 * @param unusedFeatures Refused to the page and to its frames.
 */
export function pageHeaders(
  policy: string,
  unusedFeatures: readonly string[] = ['camera', 'geolocation', 'microphone', 'payment'],
): Readonly<Record<string, string>> {
  return {
    ...policyHeaders(policy),
    // Not `no-referrer`: browsers would send `Origin: null` with our own forms.
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  }
}

/** For origins with https only: two years, as the preload lists ask; without sub-domains, which may not be ours. (RFC 6797) */
export const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=63072000' }

/** Answers of the BFF that are not pages: nothing may load, nothing may frame them. */
export const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Answers of the GraphQL service, and PDF files. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

export interface AppPagePolicyOptions {
  /** The app's origin, for example `https://app.example`. */
  readonly publicUrl: string
  /** Where the connect form is sent on to, as far as it is known now. */
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

/** Returns the policy of a small page of the BFF: its own style sheet by nonce, and a form where it has one. */
export function smallPagePolicy(nonce: string, formAction: "'none'" | "'self'" = "'none'"): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
}

/** What one page of Harbour may do beyond the strictest default. */
export type HarbourPageSources = {
  /** `'sha256-…'` of the inline style and script, without the quotes. */
  readonly styleHash: string
  readonly scriptHash: string
  /** Origins a form of this page may end at after redirects; only consent pages have one. */
  readonly formRedirectOrigin?: string | undefined
}

/**
 * Returns the policy of a page of Harbour.
 *
 * `form-action` names the application's origin on consent responses alone: Chrome and Safari apply the directive to the
 * redirect that follows the post, and without it the click does nothing while the code is already made.
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
 * GraphiQL may run our files and call our endpoint.
 * The editor writes its colours and sizes into style attributes, hence inline styles.
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
