import type { RequestHandler, Response } from 'express'
import { API_POLICY, pageHeaders, STRICT_TRANSPORT } from '@counterfoil/service/http/content-security-policy'

/** Browser features that our pages never need, in their own frames or in others. */
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
 * Returns the headers of every answer. Pages set their own policy; static files set `Cache-Control`. `no-store` is the default, so
 * that a route that sets nothing is safe: personal data never stays in a cache.
 */
function securityHeaders(publicUrl: string): readonly (readonly [name: string, value: string])[] {
  return Object.entries({
    ...pageHeaders(API_POLICY, UNUSED_FEATURES),
    'Cache-Control': 'no-store',
    'Origin-Agent-Cluster': '?1',
    ...(new URL(publicUrl).protocol === 'https:' && STRICT_TRANSPORT),
  })
}

/** Returns those of {@link securityHeaders} that apply to answers to scripts; the others concern documents. */
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

/** Makes the browser drop all cached and stored data of the person after signing out, the back/forward cache too. */
export function setClearSiteData(res: Response): void {
  res.setHeader('Clear-Site-Data', '"cache", "storage"')
}
