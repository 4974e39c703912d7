import { request, type Dispatcher } from 'undici'
import type { AccessToken, BusinessWireId, UserWireId } from '@counterfoil/oauth/ids'
import { parseJson } from '@counterfoil/service/json-object'
import { httpOutcome, type CallSpan } from '@counterfoil/service/tracing'
import { readAnswer } from './answer-reader.ts'
import { buildCorrelationHeaders } from '#http/request-context-middleware.ts'
import { readRetryAfterMs } from '#http/retry-after.ts'
import {
  BUSINESS_QUERY,
  judgeBusinessAnswer,
  judgeUserAnswer,
  USER_QUERY,
  type ProbeAnswer,
  type ProbeOutcome,
} from './identity-probe.ts'

/** The BFF's own two questions: who is this, and which business. Never throws. */
export interface IdentityProbe {
  askUser(accessToken: AccessToken): Promise<ProbeOutcome<{ userId: UserWireId; email: string | null }>>
  askBusiness(
    accessToken: AccessToken,
    businessId: BusinessWireId,
  ): Promise<ProbeOutcome<{ name: string | null }>>
}

const TIMEOUT_MS = 5000

export function createIdentityProbe(deps: {
  readonly graphqlUrl: string
  readonly dispatcher: Dispatcher
  /** Records a call as a part of the present request's trace, when there is one. */
  readonly startCall?: ((name: string) => CallSpan | undefined) | undefined
}): IdentityProbe {
  async function ask(accessToken: AccessToken, body: object): Promise<ProbeAnswer> {
    const span = deps.startCall?.('graphql probe')
    let status: number | undefined
    try {
      const answer = await request(deps.graphqlUrl, {
        method: 'POST',
        headers: {
          ...buildCorrelationHeaders({ traceparent: span?.traceparent }),
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify(body),
        dispatcher: deps.dispatcher,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await readAnswer(answer.body)
      status = answer.statusCode
      return {
        kind: 'answer',
        status,
        body: parseJson(text),
        retryAfterMs: readRetryAfterMs(answer.headers),
      }
    } catch {
      return { kind: 'no_answer' }
    } finally {
      span?.end(httpOutcome(status))
    }
  }
  return {
    askUser: async (accessToken) => judgeUserAnswer(await ask(accessToken, { query: USER_QUERY })),
    askBusiness: async (accessToken, businessId) =>
      judgeBusinessAnswer(
        await ask(accessToken, {
          query: BUSINESS_QUERY,
          operationName: 'Business',
          variables: { id: businessId },
        }),
      ),
  }
}
