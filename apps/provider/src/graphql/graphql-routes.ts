import { DATA_POLICY, policyHeaders } from '@counterfoil/service/http/content-security-policy'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { RESOURCE_METADATA_PATH } from '@counterfoil/oauth/endpoints'
import type { BoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import type { Registry } from 'prom-client'
import type { BooksWriters } from '#books/books-writers.ts'
import type { Database } from '#database/database.ts'
import type { StatementBudgets } from '#database/statement-budget.ts'
import { networkOf } from '@counterfoil/service/http/network'
import { createAuthentication, type BearerReader } from './authentication/authentication.ts'
import { createCallLimiter } from './limits/call-limiter-store.ts'
import { createCallLog } from './execution/call-record.ts'
import type { CallRecorder } from '#applications/application-call.ts'
import type { Call } from './call.ts'
import type { MessageQuotas } from '#books/messages/message-quota.ts'
import { createMessageWriter } from '#books/messages/message-store.ts'
import { openRepetition } from '#books/repetition-store.ts'
import { openNouns } from '#books/nouns.ts'
import { createExplorerRoutes } from '#explorer/explorer-page.ts'
import { createRefusalPause } from '#http/refusal-pause.ts'
import { createWaitingQueues, type QueueLimits } from '#http/waiting-queues.ts'
import { CallerError } from '#caller/caller-error.ts'
import { createErrorFormatter } from './errors/error-presentation.ts'
import { createExecutor } from './execution/execute-operation.ts'
import type { GraphqlSettings } from './limits/graphql-settings.ts'
import { createPipeline } from './pipeline.ts'
import { chooseMediaType, formAnswer } from './request/answer-form.ts'
import { createKnownDocuments } from './request/known-documents.ts'
import { readParams, sendAnswer } from './request/request-responder.ts'
import { buildServedSchema } from './schema/schema.ts'

/** The address of the endpoint; answered with and without a trailing slash. */
export const GRAPHQL_PATH = '/graphql/public'

const SCHEMA_FILE = fileURLToPath(import.meta.resolve('@counterfoil/graphql-schema/schema.graphql'))

/**
 * Limits per token, per person for personal tokens, or per address without a token: a caller with a thousand simultaneous calls
 * delays only their own.
 */
const CALLS_OF_A_TOKEN: QueueLimits = { atOnce: 4, waiting: 100, longestWaitMs: 2_000 }

/** Parts of the provider that the endpoint uses. */
export type GraphqlDependencies = {
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
  readonly metrics: Registry
  readonly bearers: BearerReader
  readonly applicationLog: CallRecorder
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

/** Creates the GraphQL endpoint. Mount it before anything that reads bodies. */
export function createGraphqlRoutes(deps: GraphqlDependencies): Router {
  const settings = deps.config.graphql
  const limiter = createCallLimiter({ db: deps.db, clock: deps.clock, settings })
  const callLog = createCallLog(deps)
  const contextFor = openNouns({
    db: deps.reading,
    writers: deps.writers,
    clock: deps.clock,
    publicUrl: deps.publicUrl,
    messages: createMessageWriter(deps.config.mail.quotas),
  })
  const schema = buildServedSchema(readFileSync(SCHEMA_FILE, 'utf8'))
  const documents = createKnownDocuments(schema, settings.limits)
  const { clock, budgets } = deps
  const wholeMs = settings.maxStatementsMs
  const lines = createWaitingQueues<string>(CALLS_OF_A_TOKEN, deps.clock)
  const answerCall = createPipeline({
    inTurn: (call, work) => lines.run(call.authorization ?? call.address, work, tooManyAtOnceError),
    inTurnOfAccount({ account, viewer }, work) {
      if (viewer !== undefined) budgets.countFor(viewer.userId)
      return account?.whose === 'person' ? lines.run(account.key, work, tooManyAtOnceError) : work()
    },
    withinTime: ({ startedAtMs }, work) => budgets.within({ startedAtMs, wholeMs, clock }, work),
    authentication: createAuthentication({
      bearers: deps.bearers,
      limiter,
      maxAnonymousTokens: settings.maxAnonymousTokens,
      knowsDocument: documents.has,
      resourceMetadataUrl: () => deps.publicUrl() + RESOURCE_METADATA_PATH + GRAPHQL_PATH,
    }),
    documents,
    openContext: (viewer, call, params) => contextFor(viewer, openRepetition(call.repetitionKey, params)),
    async spend(call, points) {
      if (call.account === null || points === 0) return
      const count = call.points === undefined ? limiter.takePoints : limiter.addPoints
      call.points = (call.points ?? 0) + points
      call.allowances.points = await count(call.account, points)
    },
    execute: createExecutor({ ...settings, schema }),
    dressErrors: createErrorFormatter({ logger: deps.logger, lines: deps.lines, newId: randomUUID }),
    pauseBeforeRefusal: createRefusalPause(),
  })

  const router = Router()
  if (settings.explorer)
    router.use(createExplorerRoutes({ path: GRAPHQL_PATH, providerName: deps.config.name }))
  router.all([GRAPHQL_PATH, `${GRAPHQL_PATH}/`], async (req, res) => {
    const call = openCall(req, res, deps.clock())
    res.once('close', () => callLog.record(call, res.statusCode))
    res.set(ANSWER_HEADERS)
    const mediaType = chooseMediaType(req.headers.accept)
    if (mediaType === undefined) return sendAnswer(res, NOTHING_ACCEPTED)
    const outcome = await answerCall(call, () => readParams(req, settings.maxBodyBytes))
    if (outcome === undefined) return
    res.set(allowanceHeaders(call))
    sendAnswer(res, formAnswer(outcome, mediaType))
  })
  return router
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
    points: undefined,
    grantId: null,
    applicationId: null,
    operationName: undefined,
    exactReason: undefined,
    problem: undefined,
  }
}
