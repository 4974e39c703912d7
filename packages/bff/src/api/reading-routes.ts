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
import { chooseEncoding, STORED_ENCODINGS } from '#http/content-encoding.ts'
import { BffError } from '#http/errors.ts'
import { logProblem, toProblem } from '#http/problem.ts'
import { presentTrace } from '#http/request-context-middleware.ts'
import { readBody, readQuery } from '#http/request-parts.ts'
import type { ConcurrencyLimit } from '#limits/concurrency.ts'
import { sessionOf } from '#session/session-responder.ts'
import { findOwnConnection } from './own-connection-responder.ts'

/** A browser that takes nothing for so long is cut off. */
const PATIENCE_MS = 30_000
/** Each line is sent at once: it is what the progress is counted by. */
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
 * Sends every page of a list as one stream. Pages are read no faster than the browser takes them, so that one that is slow holds
 * the memory of a few pages; a stream that ends without its last line is not whole.
 */
export function createListRoutes(deps: {
  readonly connections: Pick<Connections, 'find' | 'use'>
  readonly readList: ReadList
  /** By session digest: lists that are sent at the same time. */
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
    // What is refused before the first page is refused as any other call.
    const first = await lines.next().catch((error: unknown) => {
      leave()
      throw error
    })
    if (res.closed || first.done === true) return
    await deps.connections.use(record)
    const encoding = chooseEncoding(req.headers['accept-encoding'], STORED_ENCODINGS)
    res.writeHead(200, {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      Vary: 'Accept-Encoding',
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    })
    // The pages that are read ahead hear when the browser goes, beside what hears already.
    res.setMaxListeners(res.getMaxListeners() + 2 * PAGES_AT_ONCE)
    res.setTimeout(PATIENCE_MS, () => void res.destroy())
    const text = Readable.from(textOf(first.value, lines, { requestId, logger: deps.logger }))
    // A browser that goes is no fault.
    pipeline(text, PACKING[encoding](), res, () => undefined)
  })
  return router
}

/** The lines as text. What ends them early is the last of them. */
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
