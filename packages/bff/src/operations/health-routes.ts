import { Router } from 'express'
import { createSingleFlight } from '@counterfoil/service/values/single-flight'

interface HealthRoutesDeps {
  /**
   * Proves that the store answers reads; throws if it does not. Writes are not tested: all processes share the store, so a store
   * without free memory would take every process out at once, with all that people can still read.
   */
  readonly proveReadable: () => Promise<void>
  /** True if the process is about to stop and should receive no new requests. */
  readonly isStopping: () => boolean
}

/**
 * Creates the health routes. `GET /health/live`: the process answers. It says nothing of the store, so that nobody restarts the
 * process because the store is down. `GET /health/ready`: requests that only read can be served.
 */
export function createHealthRoutes(deps: HealthRoutesDeps): Router {
  const router = Router()
  const proofs = createSingleFlight<'store', boolean>()

  /** Returns whether the store answers. Requests during a proof share its result, so that many of them do not load the store. */
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
