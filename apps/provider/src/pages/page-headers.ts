import {
  harbourPagePolicy,
  pageHeaders,
  type HarbourPageSources,
} from '@counterfoil/service/http/content-security-policy'

/** Returns the headers of every page. */
export function buildPageHeaders(sources: HarbourPageSources): Readonly<Record<string, string>> {
  return {
    ...pageHeaders(harbourPagePolicy(sources)),
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  }
}

/**
 * Returns the source expression for `form-action` of a redirect URI: its origin, or `scheme:` for an application's own scheme.
 * Undefined if it cannot be expressed in a policy.
 */
export function formActionSource(redirectUri: string): string | undefined {
  if (!URL.canParse(redirectUri)) return undefined
  const url = new URL(redirectUri)
  const source = url.origin === 'null' ? url.protocol : url.origin
  return /^[A-Za-z0-9+.\-:/[\]]+$/.test(source) ? source : undefined
}
