import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { CheckUp, DisconnectResult, LastRead } from '@counterfoil/bff-api/connection'
import { referenceOf } from '@counterfoil/service/reference'
import { requestIdOf, type RequestId } from '@counterfoil/service/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { parseTimeZone } from '#browser/preferences.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import { parseCookies, readCookie } from '@counterfoil/service/cookies'
import type { ReadSession } from '#session/session-reader.ts'
import { loadView, type SessionViews } from './view-responder.ts'
import { sessionOf } from '#session/session-responder.ts'
import { BffError } from '#http/errors.ts'
import type { LimitVerdict } from '#limits/batched-quota.ts'
import { viewConnection, type ConnectionRecord, type ConnectionViewFacts } from '#connections/connection.ts'
import type { Connections } from '#connections/connections.ts'
import type { Revocation } from '#revocation/revocation.ts'
import { viewDays } from '#connections/activity-history.ts'
import type { LastReadStore } from '#connections/last-read-store.ts'
import type { createCheckUp } from '#check-up/check-up.ts'
import { parseConnectionId } from '#http/given-id.ts'

export interface ConnectionRoutesDeps {
  readonly changes: SessionChanges
  readonly connections: Connections
  readonly revocation: Pick<Revocation, 'disconnect'>
  readonly device: DeviceMemory
  readonly lastReads: Pick<LastReadStore, 'list'>
  readonly checkUp: ReturnType<typeof createCheckUp>
  readonly views: SessionViews
  readonly viewFacts: ConnectionViewFacts
  readonly consumeCheckUp: (connectionId: ConnectionId) => Promise<LimitVerdict>
  readonly timeZoneCookie: string
  readonly clock: () => number
  readonly onDisconnect: (fact: {
    readonly connectionId: ConnectionId
    readonly revocation: 'confirming' | 'confirmed'
    readonly reference: string
    readonly requestId: RequestId
  }) => void
}

/** What a person does with a connection they have. A connection of somebody else does not exist. */
export function createConnectionRoutes(deps: ConnectionRoutesDeps): Router {
  const router = Router()

  const own = (req: Request, res: Response) => findOwn(deps, req, sessionOf(res))

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

  router.post(BFF_PATHS.connectionSelect, async (req, res) => {
    const record = await own(req, res)
    await deps.changes.select(req, record.id)
    await deps.connections.use(record)
    if (record.health.state !== 'disconnected') {
      const { id: connectionId, businessName } = record
      deps.device.remember(res, parseCookies(req.headers.cookie), { connectionId, businessName })
    }
    await sendView(req, res)
  })

  router.post(BFF_PATHS.connectionDisconnect, async (req, res) => {
    res.json(await disconnect(deps, req, res, (await own(req, res)).id))
  })

  router.post(BFF_PATHS.connectionDismiss, async (req, res) => {
    const { id } = await own(req, res)
    if (!(await deps.connections.dismiss(id))) throw new BffError('bad-request')
    await sendView(req, res)
  })

  router.post(BFF_PATHS.connectionCheckUp, async (req, res) => {
    res.json(await checkUp(deps, res, await own(req, res)))
  })

  return router
}

async function findOwn(
  { connections }: ConnectionRoutesDeps,
  req: Request,
  { principalId }: ReadSession,
): Promise<ConnectionRecord> {
  const id = parseConnectionId(req.params['id'])
  const record = id === undefined ? undefined : await connections.find(id)
  if (record === undefined || record.principalId !== principalId) throw new BffError('connection-not-found')
  return record
}

async function disconnect(
  deps: ConnectionRoutesDeps,
  req: Request,
  res: Response,
  connectionId: ConnectionId,
): Promise<DisconnectResult> {
  const record = await deps.revocation.disconnect(connectionId)
  if (record === undefined) throw new BffError('connection-not-found')
  deps.device.forgetConnection(res, parseCookies(req.headers.cookie), connectionId)
  const requestId = requestIdOf(res)
  const revocation = record.revocation ?? 'confirmed'
  const reference = referenceOf(requestId)
  deps.onDisconnect({ connectionId, revocation, reference, requestId })
  return { connection: viewConnection(record, deps.viewFacts), revocation, reference }
}

async function checkUp(
  deps: ConnectionRoutesDeps,
  res: Response,
  record: ConnectionRecord,
): Promise<CheckUp> {
  const verdict = await deps.consumeCheckUp(record.id)
  if (!verdict.allowed) {
    const retryAfterSeconds = (verdict.retryAtMs - deps.clock()) / 1000
    throw new BffError('rate-limited', { retryAfterSeconds, log: { limit: 'check-up' } })
  }
  const checks = await deps.checkUp.checkUp(record)
  const after = (await deps.connections.find(record.id)) ?? record
  return {
    checks: [...checks],
    connection: viewConnection(after, deps.viewFacts),
    reference: referenceOf(requestIdOf(res)),
  }
}
