import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { RESOURCE_METADATA_PATH } from '@counterfoil/oauth/endpoints'
import type { BoundedLines } from '@counterfoil/service/bounded-lines'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router } from 'express'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Registry } from 'prom-client'
import type { Database } from '#database/database.ts'
import type { StatementBudgets } from '#database/statement-budget.ts'
import { networkOf } from '@counterfoil/service/network'
import { authenticationPlugin, type BearerReader } from './authentication/authentication-plugin.ts'
import { createCallLimiter } from './limits/call-limiter-store.ts'
import { createCallLog, type CallRecorder } from './execution/call-record.ts'
import type { Call, CallContext } from './call.ts'
import { messageWriter } from '#books/messages/message-store.ts'
import { openRepetition } from '#books/repetition-store.ts'
import { openNouns, type GraphqlContext } from '#books/nouns.ts'
import { createExplorerRoutes } from '#explorer/explorer-routes.ts'
import { errorsPlugin } from './errors/errors-plugin.ts'
import { executionPlugin } from './execution/execution-plugin.ts'
import type { GraphqlSettings } from './limits/graphql-settings.ts'
import { createParseCache } from './request/parse-cache.ts'
import { requestRulesPlugin } from './request/request-rules-plugin.ts'
import { buildServedSchema } from './schema/schema.ts'

/** The address of the endpoint; answered with and without a trailing slash. */
export const GRAPHQL_PATH = '/graphql/public'

const SCHEMA_FILE = fileURLToPath(import.meta.resolve('@counterfoil/graphql-schema/schema.graphql'))

/** What the endpoint needs of the provider. */
export type GraphqlDependencies = {
  readonly config: { readonly name: string; readonly graphql: GraphqlSettings }
  /** The address people use. */
  readonly publicUrl: () => string
  readonly db: Database
  readonly budgets: StatementBudgets
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly metrics: Registry
  readonly bearers: BearerReader
  readonly applicationLog: CallRecorder
}

/** Only what the endpoint answers is kept from caches and from guessing. */
const ANSWER_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept, Authorization',
}

/** The GraphQL endpoint. Mount it before anything that reads bodies. */
export function createGraphqlRoutes(deps: GraphqlDependencies): Router {
  const settings = deps.config.graphql
  const limiter = createCallLimiter({ db: deps.db, clock: deps.clock, settings })
  const callLog = createCallLog(deps)
  const documentCache = createParseCache()
  const contextFor = openNouns({
    db: deps.db,
    clock: deps.clock,
    publicUrl: deps.publicUrl,
    messages: messageWriter,
  })

  /** THE LIST: what a call goes through, in this order; errors are dressed last, on the way out. */
  const plugins: Plugin<object, CallContext>[] = [
    requestRulesPlugin(),
    authenticationPlugin({
      bearers: deps.bearers,
      limiter,
      maxAnonymousTokens: settings.maxAnonymousTokens,
      knowsDocument: documentCache.has,
      resourceMetadataUrl: () => deps.publicUrl() + RESOURCE_METADATA_PATH + GRAPHQL_PATH,
    }),
    executionPlugin({ ...settings, clock: deps.clock, budgets: deps.budgets }),
    errorsPlugin(deps.logger, deps.lines),
  ]

  const schema = buildServedSchema(readFileSync(SCHEMA_FILE, 'utf8'))
  const openYoga = (maxRequestBodySize: number | false) =>
    createYoga<CallContext, GraphqlContext>({
      schema,
      graphqlEndpoint: GRAPHQL_PATH,
      plugins,
      context: ({ call, request, params }) =>
        contextFor(call.viewer, openRepetition(request.headers.get('idempotency-key'), params)),
      maxRequestBodySize,
      parserAndValidationCache: { documentCache },
      // Ours: see the plugins and the explorer.
      maskedErrors: false,
      graphiql: false,
      landingPage: false,
      cors: false,
      multipart: false,
      batching: false,
      logging: false,
    })
  const yoga = openYoga(settings.maxBodyBytes)
  // Node takes no more of a body than its length says, so that nobody needs to count it again.
  const yogaOfSaidLength = openYoga(false)

  const router = Router()
  if (settings.explorer)
    router.use(createExplorerRoutes({ path: GRAPHQL_PATH, providerName: deps.config.name }))
  router.all([GRAPHQL_PATH, `${GRAPHQL_PATH}/`], async (req, res) => {
    const call: Call = {
      requestId: requestIdOf(res),
      startedAtMs: deps.clock(),
      address: networkOf(req.ip ?? ''),
      authorization: req.get('authorization'),
      viewer: undefined,
      grantId: null,
      applicationId: null,
      operationName: undefined,
      exactReason: undefined,
      problem: undefined,
    }
    res.set(ANSWER_HEADERS)
    // The host plays no part here; one that is no host would only break the address it is made into.
    if (!URL.canParse(`http://${req.headers.host}`)) req.headers.host = 'localhost'
    res.once('close', () => callLog.record(call, res.statusCode))
    const answer = isShort(req.headers['content-length'], settings.maxBodyBytes) ? yogaOfSaidLength : yoga
    await answer(req, res, { call })
  })
  return router
}

/** Whether a body says that it has no more bytes than that. */
function isShort(contentLength: string | undefined, maxBytes: number): boolean {
  return contentLength !== undefined && /^\d+$/.test(contentLength) && Number(contentLength) <= maxBytes
}
