import type { RequestHandler, Response } from 'express'
import type { ServerResponse } from 'node:http'
import { API_POLICY } from '@counterfoil/service/http/content-security-policy'

const TWO_YEARS_SECONDS = 63_072_000

/** Features a page of figures never needs, in its own frames or in others. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * The headers of every answer. Pages replace the policy by their own; static files replace `Cache-Control`.
 * `no-store` is the default, so that forgetting is safe: an identity answer never stays in a cache.
 */
function securityHeaders(publicUrl: string): readonly (readonly [name: string, value: string])[] {
  return [
    ['Cache-Control', 'no-store'],
    ['Content-Security-Policy', API_POLICY],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
    ['Permissions-Policy', PERMISSIONS_POLICY],
    // Not `no-referrer`: browsers would send `Origin: null` with our own forms.
    ['Referrer-Policy', 'same-origin'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ...(new URL(publicUrl).protocol === 'https:'
      ? [['Strict-Transport-Security', `max-age=${TWO_YEARS_SECONDS}`] as const]
      : []),
  ]
}

/** Those of {@link securityHeaders} that mean something for an answer to a script; the rest is about documents. */
export function scriptAnswerHeaders(publicUrl: string): readonly (readonly [name: string, value: string])[] {
  return securityHeaders(publicUrl).filter(([name]) => FOR_SCRIPTS.has(name))
}

const FOR_SCRIPTS = new Set([
  'Cache-Control',
  'Content-Security-Policy',
  'Cross-Origin-Resource-Policy',
  'Strict-Transport-Security',
  'X-Content-Type-Options',
])

/** Sets {@link securityHeaders} on every answer. */
export function securityHeadersMiddleware(options: { readonly publicUrl: string }): RequestHandler {
  const headers = securityHeaders(options.publicUrl)
  return (_req, res, next) => {
    setHeaders(res, headers)
    next()
  }
}

function setHeaders(res: ServerResponse, headers: readonly (readonly [string, string])[]): void {
  for (const [name, value] of headers) res.setHeader(name, value)
}

/** For the answer to signing out: what the browser kept of the person is dropped, the back/forward cache too. */
export function setClearSiteData(res: Response): void {
  res.setHeader('Clear-Site-Data', '"cache", "storage"')
}
