import { Router } from 'express'
import { sql } from 'kysely'
import type { Database } from '#database/database.ts'
import { findOutage } from '#http/errors.ts'
import type { ProviderMetrics } from './provider-metrics.ts'

/** The time in milliseconds after which the database counts as unreachable. */
const READY_WITHIN_MS = 2_000

/** Serves GET /health/live (the process runs) and GET /health/ready (it also reaches its database and is not stopping). */
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
    const status = deps.isStopping() ? 'stopping' : await findDatabaseStatus(deps.db)
    deps.metrics.ready.set(status === 'ok' ? 1 : 0)
    if (status === 'ok') return res.json({ status })
    res.setHeader('Retry-After', '1')
    return res.status(503).json({ status })
  })
  return router
}

async function findDatabaseStatus(db: Database): Promise<'ok' | 'disk_full' | 'database_unavailable'> {
  const tooLate = new Promise<'database_unavailable'>((resolve) => {
    setTimeout(resolve, READY_WITHIN_MS, 'database_unavailable').unref()
  })
  const asked = sql`select 1`.execute(db).then(
    () => 'ok' as const,
    (error: unknown) => (findOutage(error) === 'disk' ? 'disk_full' : 'database_unavailable'),
  )
  return await Promise.race([asked, tooLate])
}
