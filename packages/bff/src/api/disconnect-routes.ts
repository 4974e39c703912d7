import type { DisconnectResult } from '@counterfoil/bff-api/connection'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/cookies'
import { referenceOf } from '@counterfoil/service/reference'
import { requestIdOf, type RequestId } from '@counterfoil/service/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import { viewConnection, type ConnectionViewFacts } from '#connections/connection.ts'
import type { Connections } from '#connections/connections.ts'
import { BffError } from '#http/errors.ts'
import type { Revocation } from '#revocation/revocation.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import { findOwnConnection } from './own-connection-responder.ts'

export interface DisconnectRoutesDeps {
  readonly connections: Pick<Connections, 'find'>
  readonly revocation: Pick<Revocation, 'disconnect'>
  readonly device: Pick<DeviceMemory, 'forgetConnection'>
  readonly viewFacts: ConnectionViewFacts
  readonly onDisconnect: (fact: {
    readonly connectionId: ConnectionId
    readonly revocation: 'confirming' | 'confirmed'
    readonly reference: string
    readonly requestId: RequestId
  }) => void
}

/** Ending a connection: its tokens are revoked, now or as soon as the provider answers. */
export function createDisconnectRoutes(deps: DisconnectRoutesDeps): Router {
  const router = Router()

  router.post(BFF_PATHS.connectionDisconnect, async (req, res) => {
    res.json(await disconnect(deps, req, res, (await findOwnConnection(deps, req, res)).id))
  })

  return router
}

async function disconnect(
  deps: DisconnectRoutesDeps,
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
