import { Router } from 'express'
import { sql } from 'kysely'
import type { Database } from '#database/database.ts'
import type { ProviderMetrics } from './provider-metrics.ts'

/** An answer that takes longer counts as none. */
const READY_WITHIN_MS = 2_000

/** GET /health/live: the process runs. GET /health/ready: it can also reach its database and is not stopping. */
export function createHealthRoutes(deps: {
  readonly db: Database
  readonly metrics: ProviderMetrics
  readonly isStopping: () => boolean
}): Router {
  const router = Router()
  router.get('/health/live', (_req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    res.json({ status: 'ok' })
  })
  router.get('/health/ready', async (_req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    const isReady = !deps.isStopping() && (await answers(deps.db))
    deps.metrics.ready.set(isReady ? 1 : 0)
    if (isReady) return res.json({ status: 'ok' })
    res.setHeader('Retry-After', '1')
    return res.status(503).json({ status: deps.isStopping() ? 'stopping' : 'database_unavailable' })
  })
  return router
}

async function answers(db: Database): Promise<boolean> {
  const tooLate = new Promise<false>((resolve) => setTimeout(resolve, READY_WITHIN_MS, false).unref())
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return await Promise.race([asked, tooLate])
}
