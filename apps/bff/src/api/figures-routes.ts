import type { Figures } from '@counterfoil/bff-api/figures'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router } from 'express'
import type { Connections } from '@counterfoil/bff/connections/connections'
import type { ReadFiguresOf } from '@counterfoil/bff/graphql/read-figures'
import { presentTrace } from '@counterfoil/bff/http/request-context-middleware'
import { readQuery } from '@counterfoil/bff/http/request-parts'
import { sessionOf } from '@counterfoil/bff/session/session-responder'
import { findOwnConnection } from '@counterfoil/bff/api/own-connection-responder'

/** Figures as they are now, for a page that is open already. Reading them is using the connection. */
export function createFiguresRoutes(deps: {
  readonly connections: Pick<Connections, 'find' | 'use'>
  readonly readFigures: ReadFiguresOf
}): Router {
  const router = Router()
  router.get(BFF_PATHS.connectionFigures, async (req, res) => {
    const session = sessionOf(res)
    const record = await findOwnConnection(deps, req, res)
    const asked = readQuery(req)
    const [name, version] = [asked.get('name') ?? '', Number(asked.get('version'))]
    const query = { connectionId: record.id, version, operationName: name }
    const caller = { session, requestId: requestIdOf(res), trace: presentTrace(), headers: req.headers }
    const read = await deps.readFigures(query, caller, res)
    // The browser has gone.
    if (read === undefined) return
    await deps.connections.use(record)
    const { connectionId, data, readAt } = read
    res.json({ connectionId, version: read.version, data, readAt } satisfies Figures)
  })
  return router
}
