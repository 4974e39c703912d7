import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { CheckUp, DisconnectResult, LastRead } from '@counterfoil/bff-api/connection'
import { referenceOf } from '@counterfoil/service/reference'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { parseTimeZone } from '#browser/preferences.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import { parseCookies, readCookie } from '@counterfoil/service/cookies'
import type { ReadSession } from '#session/session-reader-store.ts'
import type { createSessionViews } from './session-view.ts'
import { sessionOf } from '#session/session-responder.ts'
import { BffError } from '#http/errors.ts'
import { viewConnection, type ConnectionRecord, type ConnectionViewFacts } from '#connections/connection.ts'
import type { Connections } from '#connections/connections.ts'
import type { Revocation } from '#revocation/revocation.ts'
import { viewDays } from '#connections/activity-history.ts'
import type { LastReadStore } from '#connections/last-read-store.ts'
import type { createCheckUp } from '#check-up/check-up.ts'

export interface ConnectionRoutesDeps {
  readonly changes: SessionChanges
  readonly connections: Connections
  readonly revocation: Pick<Revocation, 'disconnect'>
  readonly device: DeviceMemory
  readonly lastReads: Pick<LastReadStore, 'list'>
  readonly checkUp: ReturnType<typeof createCheckUp>
  readonly views: ReturnType<typeof createSessionViews<ReadSession>>
  readonly viewFacts: ConnectionViewFacts
  readonly consumeCheckUp: (
    connectionId: ConnectionId,
  ) => Promise<{ readonly allowed: boolean; readonly retryAtMs: number }>
  readonly timeZoneCookie: string
  readonly clock: () => number
  readonly onDisconnect: (fact: {
    readonly connectionId: ConnectionId
    readonly revocation: 'confirming' | 'confirmed'
    readonly reference: string
    readonly requestId: string
  }) => void
}

/** What a person does with a connection they have. A connection of somebody else does not exist. */
export function createConnectionRoutes(deps: ConnectionRoutesDeps): Router {
  const router = Router()

  async function own(req: Request, session: ReadSession): Promise<ConnectionRecord> {
    const record = await deps.connections.find(String(req.params['id']) as ConnectionId)
    if (record === undefined || record.principalId !== session.principalId) {
      throw new BffError('connection-not-found')
    }
    return record
  }

  async function sendView(req: Request, res: Response): Promise<void> {
    const { view } = await deps.views.load({
      cookieHeader: req.headers.cookie,
      acceptLanguage: req.get('accept-language'),
    })
    res.json(view)
  }

  router.get(BFF_PATHS.connectionDays, async (req, res) => {
    const { activityHistory, connectedAtMs } = await own(req, sessionOf(res))
    const timeZone = parseTimeZone(readCookie(req.headers, deps.timeZoneCookie)) ?? 'UTC'
    res.json(viewDays(activityHistory, connectedAtMs, { nowMs: deps.clock(), timeZone }))
  })

  router.get(BFF_PATHS.connectionLastRead, async (req, res) => {
    const { id: connectionId, version } = await own(req, sessionOf(res))
    const lastRead: LastRead = { connectionId, version, answers: await deps.lastReads.list(connectionId) }
    res.json(lastRead)
  })

  router.post(BFF_PATHS.connectionSelect, async (req, res) => {
    const record = await own(req, sessionOf(res))
    await deps.changes.select(req, record.id)
    await deps.connections.use(record)
    if (record.health.state !== 'disconnected') {
      const { id: connectionId, businessName } = record
      deps.device.remember(res, parseCookies(req.headers.cookie), { connectionId, businessName })
    }
    await sendView(req, res)
  })

  router.post(BFF_PATHS.connectionDisconnect, async (req, res) => {
    const { id } = await own(req, sessionOf(res))
    const record = await deps.revocation.disconnect(id)
    if (record === undefined) throw new BffError('connection-not-found')
    deps.device.forgetConnection(res, parseCookies(req.headers.cookie), id)
    const requestId = requestIdOf(res)
    const result: DisconnectResult = {
      connection: viewConnection(record, deps.viewFacts),
      revocation: record.revocation ?? 'confirmed',
      reference: referenceOf(requestId),
    }
    deps.onDisconnect({
      connectionId: id,
      revocation: result.revocation,
      reference: result.reference,
      requestId,
    })
    res.json(result)
  })

  router.post(BFF_PATHS.connectionDismiss, async (req, res) => {
    const { id } = await own(req, sessionOf(res))
    if (!(await deps.connections.dismiss(id))) throw new BffError('bad-request')
    await sendView(req, res)
  })

  router.post(BFF_PATHS.connectionCheckUp, async (req, res) => {
    const record = await own(req, sessionOf(res))
    const verdict = await deps.consumeCheckUp(record.id)
    if (!verdict.allowed) {
      const retryAfterSeconds = (verdict.retryAtMs - deps.clock()) / 1000
      throw new BffError('rate-limited', { retryAfterSeconds, log: { limit: 'check-up' } })
    }
    const checks = await deps.checkUp.checkUp(record)
    const after = (await deps.connections.find(record.id)) ?? record
    const result: CheckUp = {
      checks: [...checks],
      connection: viewConnection(after, deps.viewFacts),
      reference: referenceOf(requestIdOf(res)),
    }
    res.json(result)
  })

  return router
}
