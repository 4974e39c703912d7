import type { RequestHandler, Response } from 'express'
import { API_POLICY, pageHeaders, STRICT_TRANSPORT } from '@counterfoil/service/http/content-security-policy'

/** Features a page of figures never needs, in its own frames or in others. */
const UNUSED_FEATURES = [
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

/**
 * The headers of every answer. Pages replace the policy by their own; static files replace `Cache-Control`.
 * `no-store` is the default, so that forgetting is safe: an identity answer never stays in a cache.
 */
function securityHeaders(publicUrl: string): readonly (readonly [name: string, value: string])[] {
  return Object.entries({
    ...pageHeaders(API_POLICY, UNUSED_FEATURES),
    'Cache-Control': 'no-store',
    'Origin-Agent-Cluster': '?1',
    ...(new URL(publicUrl).protocol === 'https:' && STRICT_TRANSPORT),
  })
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
    for (const [name, value] of headers) res.setHeader(name, value)
    next()
  }
}

/** For the answer to signing out: what the browser kept of the person is dropped, the back/forward cache too. */
export function setClearSiteData(res: Response): void {
  res.setHeader('Clear-Site-Data', '"cache", "storage"')
}
