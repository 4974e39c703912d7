import { DATA_POLICY, policyHeaders } from '@counterfoil/service/http/content-security-policy'
import { networkOf } from '@counterfoil/service/http/network'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import { createExplorerRoutes } from '#explorer/explorer-routes.ts'
import { type Call, GRAPHQL_PATH } from './call.ts'
import { createPipeline, type PipelineParts } from './call-responder.ts'
import { createCallLog } from './execution/call-record.ts'
import { chooseMediaType, formAnswer, sendAnswer } from './request/answer-form.ts'
import { readParams } from './request/graphql-request.ts'

/** The dependencies of the endpoint. */
export type GraphqlDependencies = PipelineParts &
  Parameters<typeof createCallLog>[0] & { readonly config: { readonly name: string } }

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
    const outcome = await answerCall(call, () => readParams(req, maxBodyBytes))
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
