import type { RequestHandler } from 'express'

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * Leaves `/metrics` to this machine, unless a setting says otherwise. A request that came through a proxy comes from elsewhere,
 * whatever its socket says. Others get the ordinary "not found".
 */
export function metricsGate(isPublic: boolean): RequestHandler {
  return (req, _res, next) => {
    const isForwarded = req.headers['x-forwarded-for'] !== undefined || req.headers['forwarded'] !== undefined
    const isLocal = LOOPBACK.has(req.socket.remoteAddress ?? '') && !isForwarded
    return isPublic || isLocal || req.path !== '/metrics' ? next() : next('router')
  }
}
