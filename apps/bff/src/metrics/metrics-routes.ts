import { createHash, timingSafeEqual } from 'node:crypto'
import { createMetricsRoutes as createRegistryRoutes } from '@counterfoil/service/metrics'
import { Router } from 'express'
import type { Registry } from 'prom-client'

/**
 * `GET /metrics` for who knows the token (`Authorization: Bearer …`); without one configured the address does not exist.
 * To everybody else it looks as if there were nothing.
 */
export function createBffMetricsRoutes(deps: {
  readonly registry: Registry
  readonly token: string | undefined
}): Router {
  const router = Router()
  const { token } = deps
  if (token === undefined) return router
  const expected = digest(`Bearer ${token}`)
  router.use('/metrics', (req, _res, next) => {
    next(timingSafeEqual(digest(req.get('authorization') ?? ''), expected) ? undefined : 'router')
  })
  router.use(createRegistryRoutes({ registry: deps.registry }))
  return router
}

/** Of equal length whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
