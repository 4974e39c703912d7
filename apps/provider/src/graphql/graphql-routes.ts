import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { RESOURCE_METADATA_PATH } from '@counterfoil/oauth/endpoints'
import { DATA_POLICY, policyHeaders } from '@counterfoil/service/http/content-security-policy'
import { networkOf } from '@counterfoil/service/http/network'
import type { BoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Clock } from '@counterfoil/service/values/clock'
import { Router, type Request, type Response } from 'express'
import type { BooksWriters } from '#books/books-writers.ts'
import type { MessageQuotas } from '#books/messages/message-quota.ts'
import { createMessageWriter } from '#books/messages/message-store.ts'
import { openNouns } from '#books/nouns.ts'
import { openRepetition } from '#books/repetition-store.ts'
import { CallerError } from '#caller/caller-error.ts'
import type { Database } from '#database/database.ts'
import type { StatementBudgets } from '#database/statement-budget.ts'
import { createExplorerRoutes } from '#explorer/explorer-page.ts'
import { createRefusalPause } from '#http/refusal-pause.ts'
import { createWaitingQueues, type QueueLimits } from '#http/waiting-queues.ts'
import { createAuthentication, type BearerReader } from './authentication/authentication.ts'
import { type Call, GRAPHQL_PATH } from './call.ts'
import { createErrorFormatter } from './errors/error-presentation.ts'
import { createCallLog } from './execution/call-record.ts'
import { createExecutor } from './execution/execute-operation.ts'
import { type CallLimiter, createCallLimiter } from './limits/call-limiter-store.ts'
import { costOfBody, maxFaultsOf } from './limits/document-limits.ts'
import type { GraphqlSettings } from './limits/graphql-settings.ts'
import { type Answer, chooseMediaType, formAnswer, type Outcome } from './request/answer-form.ts'
import { type GraphqlParams, readParams } from './request/graphql-request.ts'
import { createKnownDocuments, findOperation } from './request/known-documents.ts'
import { buildServedSchema } from './schema/schema.ts'

const SCHEMA_FILE = fileURLToPath(import.meta.resolve('@counterfoil/graphql-schema/schema.graphql'))

/**
 * Limits per token, per person for personal tokens, or per address without a token: a caller with a thousand simultaneous calls
 * delays only their own.
 */
const CALLS_OF_A_TOKEN: QueueLimits = { atOnce: 4, waiting: 100, longestWaitMs: 2_000 }

/** The dependencies of the endpoint. */
export type GraphqlDependencies = Parameters<typeof createCallLog>[0] & {
  readonly config: {
    readonly name: string
    readonly graphql: GraphqlSettings
    readonly mail: { readonly quotas: MessageQuotas }
  }
  /** Returns the address that people use. */
  readonly publicUrl: () => string
  /** The database in which calls are counted, if processes count together. */
  readonly db: Database
  /** The database that books are read from. */
  readonly reading: Database
  readonly writers: BooksWriters
  readonly budgets: StatementBudgets
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly bearers: BearerReader
}

/** Creates the GraphQL endpoint. Mount it before anything that reads bodies. */
export function createGraphqlRoutes(deps: GraphqlDependencies): Router {
  const { config, clock } = deps
  const { explorer, maxBodyBytes } = config.graphql
  const callLog = createCallLog(deps)
  const answerCall = createPipeline(deps)

  const router = Router()
  if (explorer) router.use(createExplorerRoutes({ path: GRAPHQL_PATH, providerName: config.name }))
  router.all([GRAPHQL_PATH, `${GRAPHQL_PATH}/`], async (req, res) => {
    const call = openCall(req, res, clock())
    res.once('close', () => callLog.record(call, res.statusCode))
    res.set(ANSWER_HEADERS)
    const mediaType = chooseMediaType(req.headers.accept)
    if (mediaType === undefined) return sendAnswer(res, NOTHING_ACCEPTED)
    const outcome = await answerCall(call, (countBody) => readParams(req, maxBodyBytes, countBody))
    if (outcome === undefined) return
    res.set(allowanceHeaders(call))
    sendAnswer(res, formAnswer(outcome, mediaType))
  })
  return router
}

/** Creates the parts that the steps of a call use. */
function createSteps(deps: GraphqlDependencies) {
  const { publicUrl, db, reading, writers, clock, logger, lines, bearers } = deps
  const { graphql: settings, mail } = deps.config
  const schema = buildServedSchema(readFileSync(SCHEMA_FILE, 'utf8'))
  const documents = createKnownDocuments(schema, settings.limits)
  const limiter = createCallLimiter({ db, clock, settings })
  const messages = createMessageWriter(mail.quotas)
  return {
    documents,
    limiter,
    queues: createWaitingQueues<string>(CALLS_OF_A_TOKEN, clock),
    authentication: createAuthentication({
      bearers,
      limiter,
      documents,
      maxAnonymousTokens: settings.maxAnonymousTokens,
      resourceMetadataUrl: () => publicUrl() + RESOURCE_METADATA_PATH + GRAPHQL_PATH,
    }),
    openContext: openNouns({ db: reading, writers, clock, publicUrl, messages }),
    execute: createExecutor(schema, settings.limits),
    formatErrors: createErrorFormatter(logger, lines, randomUUID),
    pauseBeforeRefusal: createRefusalPause(),
  }
}

/**
 * Creates the pipeline of a call: it waits for its turn among the calls with its token, is authenticated and counted, its body is
 * read, its document is parsed and checked, its points are taken, and the operation is executed; errors are formatted at the end.
 * All statements of a call share one time limit, authentication included, so that a connection receives the limit only once.
 * Calls without a token wait after their body was read, because they share a queue with their whole network.
 *
 * @returns Undefined if the client has disconnected: nobody receives an answer, and the abort is no fault
 */
function createPipeline(
  parts: GraphqlDependencies,
): (call: Call, readParams: ReadParams) => Promise<Outcome | undefined> {
  const { budgets, clock } = parts
  const { queues, limiter, ...steps } = createSteps(parts)
  const wholeMs = parts.config.graphql.maxStatementsMs
  const inTurn = <Value>(call: Call, work: () => Promise<Value>) =>
    queues.run(call.authorization ?? call.address, work, tooManyAtOnceError)
  const withinTime = <Value>({ startedAtMs }: Call, work: () => Promise<Value>) =>
    budgets.within({ startedAtMs, wholeMs, clock }, work)

  /** Runs the work of an authenticated call when it is its turn among all calls of its account. */
  function inTurnOfAccount<Value>({ account, viewer }: Call, work: () => Promise<Value>): Promise<Value> {
    if (viewer !== undefined) budgets.countFor(viewer.userId)
    return account?.whose === 'person' ? queues.run(account.key, work, tooManyAtOnceError) : work()
  }

  async function run(call: Call, params: GraphqlParams): Promise<RunResult> {
    const { query, operationName, variables } = params
    call.operationName = operationName
    await steps.authentication.admit(call, params)
    const { document, findFaults } = steps.documents.read(query)
    findOperation(document, { operationName, method: call.method })
    const faults = findFaults()
    if (faults.length > 0) return { errors: faults }
    return await steps.execute({
      document,
      operationName,
      variables,
      context: steps.openContext(call.viewer, openRepetition(call.repetitionKey, params)),
      maxFaults: maxFaultsOf(call.bodyBytes),
      spend: (points, how) => spend(call, points, limiter[how]),
      signal: call.signal,
    })
  }

  async function answerStranger(call: Call, readParams: ReadParams): Promise<RunResult> {
    await steps.authentication.identify(call)
    const params = await readParams(countBody(limiter, call))
    return await inTurn(call, () => withinTime(call, () => run(call, params)))
  }

  function answerBearer(call: Call, readParams: ReadParams): Promise<RunResult> {
    return inTurn(call, () =>
      withinTime(call, async () => {
        await steps.authentication.identify(call)
        return await inTurnOfAccount(call, async () => run(call, await readParams(countBody(limiter, call))))
      }),
    )
  }

  return async (call, readParams) => {
    let result: RunResult
    try {
      result = await (call.authorization === undefined ? answerStranger : answerBearer)(call, readParams)
    } catch (error) {
      if (isEndOf(call.signal, error)) return undefined
      if (error instanceof CallerError && error.code === 'RATE_LIMITED')
        await steps.pauseBeforeRefusal(call.address)
      result = { errors: [error] }
    }
    const { data, errors } = result
    if (errors === undefined || errors.length === 0) return { data }
    return { data, errors: steps.formatErrors(call, errors) }
  }
}

async function spend(call: Call, points: number, count: CallLimiter['takePoints']): Promise<void> {
  if (call.account === null || points === 0) return
  call.points = (call.points ?? 0) + points
  call.allowances.points = await count(call.account, points)
}

/** Returns true for the error that the executor throws when the client has disconnected. */
function isEndOf(signal: AbortSignal, error: unknown): boolean {
  if (!signal.aborted) return false
  return error === signal.reason || (error instanceof Error && error.cause === signal.reason)
}

/** Returns the function that takes the points of a body before it is parsed; without a token, calls of the address. */
function countBody({ takePoints, takeForAddress }: CallLimiter, call: Call) {
  return async (bytes: number): Promise<void> => {
    call.bodyBytes = bytes
    const { points, calls } = costOfBody(bytes)
    await spend(call, points, takePoints)
    if (call.account === null && calls > 0) await takeForAddress(call.address, calls)
  }
}

/** Reads the parameters of a call after its bytes were counted. */
type ReadParams = (countBody: (bytes: number) => Promise<void>) => Promise<GraphqlParams>

/** The result of a call, with its errors as thrown. */
type RunResult = { readonly data?: unknown; readonly errors?: readonly unknown[] }

function tooManyAtOnceError(seconds: number): CallerError {
  return new CallerError(
    'RATE_LIMITED',
    `Too many calls with this token at once. Try again in ${seconds} s.`,
    {
      http: { status: 429, headers: { 'Retry-After': String(seconds) } },
      extensions: { reason: 'at_once' },
    },
  )
}

function openCall(req: Request, res: Response, startedAtMs: number): Call {
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  return {
    requestId: requestIdOf(res),
    startedAtMs,
    address: networkOf(req.ip ?? ''),
    method: req.method,
    authorization: req.get('authorization'),
    repetitionKey: req.get('idempotency-key') ?? null,
    signal: gone.signal,
    viewer: undefined,
    account: null,
    allowances: {},
    bodyBytes: 0,
    points: undefined,
    grantId: null,
    applicationId: null,
    operationName: undefined,
    exactReason: undefined,
    problem: undefined,
  }
}

/** Headers of the endpoint's answers: no caching, no content sniffing. */
const ANSWER_HEADERS = {
  'Cache-Control': 'no-store',
  ...policyHeaders(DATA_POLICY),
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept, Authorization',
}

/** The answer to a client that does not accept JSON. */
const NOTHING_ACCEPTED = { status: 406, headers: {}, body: '' }

/** Cost and allowances of a call, as draft-ietf-httpapi-ratelimit-headers-10 writes them. */
function allowanceHeaders({ allowances, points }: Call): Readonly<Record<string, string>> {
  const known = Object.entries(allowances)
  if (known.length === 0) return {}
  return {
    'RateLimit-Policy': known.map(([name, { limit }]) => `"${name}";q=${limit};w=60`).join(', '),
    RateLimit: known
      .map(([name, { rest, resetSeconds }]) => `"${name}";r=${rest};t=${resetSeconds}`)
      .join(', '),
    ...(points === undefined ? {} : { 'X-Query-Cost': String(points) }),
  }
}

/** The bytes of an unread body that Node.js drops after the answer, which is less work than another connection. */
const MAX_DROPPED_BYTES = 65_536
/** The time in milliseconds that a client has to receive the answer before the connection is closed. */
const CLOSING_MS = 1_000

/** Writes an answer, unless the client has disconnected. If a large body was not read, its rest is left in the connection. */
function sendAnswer(res: Response, { status, headers, body }: Answer): void {
  if (res.destroyed) return
  const bytes = Buffer.byteLength(body)
  const { complete, headers: received } = res.req
  const isLeft = !complete && Number(received['content-length'] ?? Infinity) > MAX_DROPPED_BYTES
  if (isLeft) res.setHeader('Connection', 'close')
  res.writeHead(status, { ...headers, 'Content-Length': bytes })
  // If each character is one byte, both encodings are the same, and Latin-1 needs less memory.
  res.write(body, bytes === body.length ? 'latin1' : 'utf8')
  if (isLeft) setTimeout(() => res.req.socket.destroy(), CLOSING_MS)
  else res.end()
}
