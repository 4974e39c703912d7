import type { Figures } from '@counterfoil/bff-api/figures'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router } from 'express'
import type { Connections } from '#connections/connections.ts'
import type { ReadFiguresOf } from '#graphql/read-figures.ts'
import { presentTrace } from '#http/request-context-middleware.ts'
import { readQuery } from '#http/request-parts.ts'
import { sessionOf } from '#session/session-responder.ts'
import { findOwnConnection } from './own-connection-responder.ts'

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
