import type { RequestHandler } from 'express'

/** Two years, as the preload lists ask; without sub-domains, which may not be ours. */
const STRICT_TRANSPORT = 'max-age=63072000'

/** Browsers that were here once over https never come over http again. Only where the public address is https. (RFC 6797) */
export function strictTransportMiddleware(): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Strict-Transport-Security', STRICT_TRANSPORT)
    next()
  }
}
