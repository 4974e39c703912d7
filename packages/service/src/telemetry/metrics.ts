import { createHash, timingSafeEqual } from 'node:crypto'
import { Router } from 'express'
import { Registry, collectDefaultMetrics } from 'prom-client'

/** Creates a registry per running service, so that two services in one process do not mix. */
export function createMetrics(options: { readonly service: string; readonly process?: boolean }): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service: options.service })
  if (options.process === true) collectDefaultMetrics({ register: registry })
  return registry
}

/**
 * Serves `GET /metrics` in the Prometheus text format to callers with the token (`Authorization: Bearer …`). Other callers, and
 * all callers if no token is configured, get 404.
 */
export function createMetricsRoutes(options: {
  readonly registry: Registry
  readonly token: string | undefined
}): Router {
  const router = Router()
  const { registry, token } = options
  if (token === undefined) return router
  const expected = digest(`Bearer ${token}`)
  router.get('/metrics', async (req, res, next) => {
    if (!timingSafeEqual(digest(req.get('authorization') ?? ''), expected)) return next('router')
    res.setHeader('Content-Type', registry.contentType)
    res.setHeader('Cache-Control', 'no-store')
    res.send(await registry.metrics())
  })
  return router
}

/** Returns a digest, so that texts of any length can be compared in constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
