import type { CheckUp } from '@counterfoil/bff-api/connection'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { referenceOf } from '@counterfoil/service/reference'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router, type Response } from 'express'
import type { createCheckUp } from '#check-up/check-up.ts'
import { viewConnection, type ConnectionRecord, type ConnectionViewFacts } from '#connections/connection.ts'
import type { Connections } from '#connections/connections.ts'
import type { LimitVerdict } from '#limits/batched-quota.ts'
import { refuseBeyond } from '#request-rules/request-rules.ts'
import { findOwnConnection } from './own-connection-responder.ts'

export interface CheckUpRoutesDeps {
  readonly connections: Pick<Connections, 'find'>
  readonly checkUp: Pick<ReturnType<typeof createCheckUp>, 'checkUp'>
  readonly viewFacts: ConnectionViewFacts
  readonly consumeCheckUp: (connectionId: ConnectionId) => Promise<LimitVerdict>
  readonly clock: () => number
}

/** Asking the provider again about a connection, when a person wants to know. */
export function createCheckUpRoutes(deps: CheckUpRoutesDeps): Router {
  const router = Router()

  router.post(BFF_PATHS.connectionCheckUp, async (req, res) => {
    res.json(await checkUp(deps, res, await findOwnConnection(deps, req, res)))
  })

  return router
}

async function checkUp(deps: CheckUpRoutesDeps, res: Response, record: ConnectionRecord): Promise<CheckUp> {
  refuseBeyond(await deps.consumeCheckUp(record.id), 'check-up', deps.clock)
  const checks = await deps.checkUp.checkUp(record)
  const after = (await deps.connections.find(record.id)) ?? record
  return {
    checks: [...checks],
    connection: viewConnection(after, deps.viewFacts),
    reference: referenceOf(requestIdOf(res)),
  }
}
