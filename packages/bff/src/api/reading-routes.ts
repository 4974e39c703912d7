import type { Figures } from '@counterfoil/bff-api/figures'
import { type ListPagesLine, ListPagesRequestSchema } from '@counterfoil/bff-api/list-pages'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { type RequestId, requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { Router } from 'express'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Connections } from '#connections/connections.ts'
import type { ReadFiguresOf } from '#graphql/read-figures.ts'
import { PAGES_AT_ONCE, type ReadList } from '#graphql/read-list.ts'
import { chooseEncoding } from '#http/content-encoding.ts'
import { BffError } from '#http/errors.ts'
import { logProblem, toProblem } from '#http/problem.ts'
import { presentTrace } from '#http/request-context-middleware.ts'
import { readBody, readQuery } from '#http/request-parts.ts'
import type { ConcurrencyLimit } from '#limits/concurrency.ts'
import { sessionOf } from '#session/session-responder.ts'
import { findOwnConnection } from './own-connection-responder.ts'

/** The time in milliseconds after which a browser that takes no data is cut off. */
const PATIENCE_MS = 30_000
/** The compressors by encoding. Each line is flushed at once, because the browser shows progress by lines. */
const PACKING = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 3,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: () => createGzip({ level: 3, flush: constants.Z_SYNC_FLUSH }),
  identity: () => new PassThrough(),
}

/**
 * Builds the route that sends every page of a list as one stream. Pages are read no faster than the browser takes them, so a slow
 * browser holds the memory of a few pages only. A stream without its last line is incomplete.
 */
export function createListRoutes(deps: {
  readonly connections: Pick<Connections, 'find' | 'use'>
  readonly readList: ReadList
  /** Limits the number of lists that are sent at the same time, by session digest. */
  readonly lists: ConcurrencyLimit
  readonly logger: Logger
}): Router {
  const router = Router()
  router.post(BFF_PATHS.connectionList, async (req, res) => {
    const session = sessionOf(res)
    const record = await findOwnConnection(deps, req, res)
    const asked = readBody(ListPagesRequestSchema, req.body)
    const leave = deps.lists.enter(session.sessionDigest)
    if (leave === undefined) throw new BffError('rate-limited', { retryAfterSeconds: 10 })
    res.once('close', leave)
    const requestId = requestIdOf(res)
    const caller = { session, requestId, trace: presentTrace(), headers: req.headers }
    const lines = deps.readList({ ...asked, connectionId: record.id }, caller, res)
    // A call that is refused before the first page gets an ordinary error response.
    const first = await lines.next().catch((error: unknown) => {
      leave()
      throw error
    })
    if (res.closed || first.done === true) return
    await deps.connections.use(record)
    const encoding = chooseEncoding(req.headers['accept-encoding'], ['br', 'gzip'])
    res.writeHead(200, {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      Vary: 'Accept-Encoding',
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    })
    // Each page that is read ahead adds its own listeners for the end of the response.
    res.setMaxListeners(res.getMaxListeners() + 2 * PAGES_AT_ONCE)
    res.setTimeout(PATIENCE_MS, () => void res.destroy())
    const text = Readable.from(textOf(first.value, lines, { requestId, logger: deps.logger }))
    // A browser that disconnects is not an error.
    pipeline(text, PACKING[encoding](), res, () => undefined)
  })
  return router
}

/** Yields the lines as text. An error that ends the list early becomes its last line. */
async function* textOf(
  first: ListPagesLine,
  rest: AsyncGenerator<ListPagesLine, void, undefined>,
  about: { readonly requestId: RequestId; readonly logger: Logger },
): AsyncGenerator<string, void, undefined> {
  yield print(first)
  try {
    for await (const line of rest) yield print(line)
  } catch (error) {
    const problem = toProblem(error)
    logProblem(about.logger, problem, about.requestId)
    const { code, retryAfterSeconds } = problem
    yield print({ problem: { code, requestId: about.requestId }, retryAfterSeconds })
  }
}

const print = (line: ListPagesLine) => `${JSON.stringify(line)}\n`

/** Builds the route that returns current figures to an open page. Reading them counts as a use of the connection. */
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
    // The browser has disconnected.
    if (read === undefined) return
    await deps.connections.use(record)
    const { connectionId, data, readAt } = read
    res.json({ connectionId, version: read.version, data, readAt } satisfies Figures)
  })
  return router
}
