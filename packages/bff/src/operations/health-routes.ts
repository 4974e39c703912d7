import { Router } from 'express'
import { createSingleFlight } from '@counterfoil/service/values/single-flight'

interface HealthRoutesDeps {
  /**
   * Proves that the store answers reads; throws when it does not. Writes are not asked for: all processes share the store, so
   * a full one would take every process out at once, with all that people can still read.
   */
  readonly proveReadable: () => Promise<void>
  /** Is the process about to stop? Then no new work should come. */
  readonly isStopping: () => boolean
}

/**
 * `GET /health/live`: the process answers; it says nothing about anything else, so that nobody restarts it because
 * the store is down. `GET /health/ready`: what only reads can be served.
 */
export function createHealthRoutes(deps: HealthRoutesDeps): Router {
  const router = Router()
  const proofs = createSingleFlight<'store', boolean>()

  /** Who asks while it is being proved gets the same answer: asking often must not mean asking the store often. */
  const isStoreUp = () =>
    proofs.run('store', () =>
      deps.proveReadable().then(
        () => true,
        () => false,
      ),
    )

  router.get('/health/live', (_req, res) => {
    res.json({ status: 'live' })
  })
  router.get('/health/ready', async (_req, res) => {
    if (deps.isStopping()) {
      res.status(503).json({ status: 'not-ready', reason: 'stopping' })
      return
    }
    if (await isStoreUp()) res.json({ status: 'ready' })
    else
      res.status(503).setHeader('Retry-After', '2').json({ status: 'not-ready', reason: 'store-unavailable' })
  })
  return router
}
