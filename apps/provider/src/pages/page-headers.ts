import { harbourPagePolicy, type HarbourPageSources } from '@counterfoil/service/http/content-security-policy'

/**
 * Headers of every page Harbour serves.
 *
 * `Referrer-Policy` is `same-origin`, because `no-referrer` makes browsers send `Origin: null` with form posts.
 */
export function buildPageHeaders(sources: HarbourPageSources): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': harbourPagePolicy(sources),
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
