import type { CheckUp, DisconnectResult, LastRead } from '@counterfoil/bff-api/connection'
import { PutOffSchema } from '@counterfoil/bff-api/figures'
import { NoteSchema } from '@counterfoil/bff-api/notes'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { parseCookies, readCookie } from '@counterfoil/service/http/cookies'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { type Request, type Response, Router } from 'express'
import { parseTimeZone } from '#browser/preferences.ts'
import type { CheckUps } from '#check-up/check-up.ts'
import { viewDays } from '#connections/activity-history.ts'
import { type ConnectionRecord, type ConnectionViewFacts, viewConnection } from '#connections/connection.ts'
import type { Connections } from '#connections/connections.ts'
import type { LastLookStore } from '#connections/last-look-store.ts'
import type { LastReadStore } from '#connections/last-read-store.ts'
import type { NotesStore } from '#connections/notes-store.ts'
import { BffError } from '#http/errors.ts'
import { readBody } from '#http/request-parts.ts'
import type { RateLimits } from '#limits/rate-limits-store.ts'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { CookieNames } from '#session/cookie-names.ts'
import type { Exchange } from '#session/cookies-responder.ts'
import { refuseBeyond } from '#request-rules/request-rules.ts'
import type { Revocation } from '#revocation/revocation.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { SessionLifecycle } from '#session/session-lifecycle-store.ts'
import { findOwnConnection, rememberShown } from './own-connection-responder.ts'
import { type SessionViews, loadView } from './session-view-responder.ts'

interface ConnectionRoutesDeps {
  readonly changes: SessionLifecycle
  readonly connections: Connections
  readonly checkUp: Pick<CheckUps, 'checkUp'>
  readonly revocation: Pick<Revocation, 'disconnect'>
  readonly device: Pick<DeviceMemory, 'remember' | 'forgetConnection'>
  readonly lastReads: Pick<LastReadStore, 'list'>
  readonly lastLooks: Pick<LastLookStore, 'putOff'>
  readonly notes: Pick<NotesStore, 'list' | 'keep'>
  readonly views: SessionViews
  readonly viewFacts: ConnectionViewFacts
  readonly cookies: Pick<CookieNames, 'timeZone'>
  readonly limits: RateLimits
  readonly logger: Pick<Logger, 'info'>
  readonly clock: () => number
}

/** Builds the routes for a person's own connection. A connection of somebody else is reported as not found. */
export function createConnectionRoutes(deps: ConnectionRoutesDeps): Router {
  const router = Router()

  const own = (req: Request, res: Response) => findOwnConnection(deps, req, res)

  router.get(BFF_PATHS.connectionDays, async (req, res) => {
    const { activityHistory, connectedAtMs } = await own(req, res)
    const timeZone = parseTimeZone(readCookie(req.headers, deps.cookies.timeZone)) ?? 'UTC'
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

  router.post(BFF_PATHS.connectionPutOff, async (req, res) => {
    const { id } = await own(req, res)
    await deps.lastLooks.putOff(id, readBody(PutOffSchema, req.body))
    res.status(204).end()
  })

  router.get(BFF_PATHS.connectionNotes, async (req, res) => {
    res.json(await deps.notes.list((await own(req, res)).id))
  })

  router.post(BFF_PATHS.connectionNote, async (req, res) => {
    const { id } = await own(req, res)
    if (!(await deps.notes.keep(id, readBody(NoteSchema, req.body)))) throw new BffError('payload-too-large')
    res.status(204).end()
  })

  router.post(BFF_PATHS.connectionDismiss, async (req, res) => {
    const { id } = await own(req, res)
    if (!(await deps.connections.dismiss(id))) throw new BffError('bad-request')
    res.json((await loadView(deps.views, req)).view)
  })

  router.post(BFF_PATHS.connectionDisconnect, async (req, res) => {
    res.json(await disconnect(deps, { req, res }, await own(req, res)))
  })

  router.post(BFF_PATHS.connectionCheckUp, async (req, res) => {
    res.json(await checkUp(deps, res, await own(req, res)))
  })
  return router
}

async function disconnect(
  deps: ConnectionRoutesDeps,
  { req, res }: Exchange,
  { id: connectionId }: ConnectionRecord,
): Promise<DisconnectResult> {
  const record = await deps.revocation.disconnect(connectionId)
  if (record === undefined) throw new BffError('connection-not-found')
  deps.device.forgetConnection(res, parseCookies(req.headers.cookie), connectionId)
  const requestId = requestIdOf(res)
  const revocation = record.revocation ?? 'confirmed'
  const reference = referenceOf(requestId)
  deps.logger.info({ event: 'connection.disconnected', connectionId, revocation, reference, requestId })
  return { connection: viewConnection(record, deps.viewFacts), revocation, reference }
}

async function checkUp(
  deps: ConnectionRoutesDeps,
  res: Response,
  record: ConnectionRecord,
): Promise<CheckUp> {
  refuseBeyond(await deps.limits.consume('check-up', record.id), 'check-up', deps.clock)
  const checks = await deps.checkUp.checkUp(record)
  const after = (await deps.connections.find(record.id)) ?? record
  return {
    checks: [...checks],
    connection: viewConnection(after, deps.viewFacts),
    reference: referenceOf(requestIdOf(res)),
  }
}
