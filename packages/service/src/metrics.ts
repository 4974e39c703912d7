import { Router } from 'express'
import { Registry, collectDefaultMetrics } from 'prom-client'

/** A registry of its own per running service, so that two in one process do not mix. */
export function createMetrics(options: { readonly service: string; readonly process?: boolean }): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service: options.service })
  if (options.process === true) collectDefaultMetrics({ register: registry })
  return registry
}

/** `GET /metrics` in the Prometheus text format. Mount it where only operators reach it. */
export function createMetricsRoutes(options: { readonly registry: Registry }): Router {
  const router = Router()
  router.get('/metrics', async (_req, res) => {
    res.setHeader('Content-Type', options.registry.contentType)
    res.setHeader('Cache-Control', 'no-store')
    res.send(await options.registry.metrics())
  })
  return router
}
