import type { LastRead } from '@counterfoil/bff-api/connection'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { readCookie } from '@counterfoil/service/cookies'
import { Router, type Request, type Response } from 'express'
import { parseTimeZone } from '#browser/preferences.ts'
import { viewDays } from '#connections/activity-history.ts'
import type { Connections } from '#connections/connections.ts'
import type { LastReadStore } from '#connections/last-read-store.ts'
import { BffError } from '#http/errors.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import { createCheckUpRoutes, type CheckUpRoutesDeps } from './check-up-routes.ts'
import { createDisconnectRoutes, type DisconnectRoutesDeps } from './disconnect-routes.ts'
import { findOwnConnection, rememberShown } from './own-connection-responder.ts'
import { loadView, type SessionViews } from './view-responder.ts'

export interface ConnectionRoutesDeps extends DisconnectRoutesDeps, CheckUpRoutesDeps {
  readonly changes: SessionChanges
  readonly connections: Connections
  readonly device: Pick<DeviceMemory, 'remember' | 'forgetConnection'>
  readonly lastReads: Pick<LastReadStore, 'list'>
  readonly views: SessionViews
  readonly timeZoneCookie: string
}

/** What a person does with a connection they have. A connection of somebody else does not exist. */
export function createConnectionRoutes(deps: ConnectionRoutesDeps): Router {
  const router = Router()

  const own = (req: Request, res: Response) => findOwnConnection(deps, req, res)

  async function sendView(req: Request, res: Response): Promise<void> {
    res.json((await loadView(deps.views, req)).view)
  }

  router.get(BFF_PATHS.connectionDays, async (req, res) => {
    const { activityHistory, connectedAtMs } = await own(req, res)
    const timeZone = parseTimeZone(readCookie(req.headers, deps.timeZoneCookie)) ?? 'UTC'
    res.json(viewDays(activityHistory, connectedAtMs, { nowMs: deps.clock(), timeZone }))
  })

  router.get(BFF_PATHS.connectionLastRead, async (req, res) => {
    const { id: connectionId, version } = await own(req, res)
    const lastRead: LastRead = { connectionId, version, answers: await deps.lastReads.list(connectionId) }
    res.json(lastRead)
  })

  router.post(BFF_PATHS.connectionUse, async (req, res) => {
    const record = await own(req, res)
    await deps.changes.select(req, record.id)
    await deps.connections.use(record)
    rememberShown(deps, { req, res }, record)
    res.status(204).end()
  })

  router.post(BFF_PATHS.connectionDismiss, async (req, res) => {
    const { id } = await own(req, res)
    if (!(await deps.connections.dismiss(id))) throw new BffError('bad-request')
    await sendView(req, res)
  })

  router.use(createDisconnectRoutes(deps), createCheckUpRoutes(deps))
  return router
}
