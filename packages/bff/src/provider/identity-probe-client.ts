import { request, type Dispatcher } from 'undici'
import type { AccessToken, BusinessWireId } from '@counterfoil/oauth/ids'
import { allowsScope } from '@counterfoil/oauth/scope'
import { parseJson } from '@counterfoil/service/http/json-object'
import { httpOutcome, type CallSpan } from '@counterfoil/service/telemetry/tracing'
import type { ProviderProfile, Question } from '#provider-profile/provider-profile.ts'
import { readAnswer } from './answer-client.ts'
import { buildCorrelationHeaders } from '#http/request-context-middleware.ts'
import { readRetryAfterMs } from '#http/retry-after.ts'
import {
  judgeBusinessAnswer,
  judgeDetailsAnswer,
  judgePersonAnswer,
  type ProbeAnswer,
  type ProbedBusiness,
  type ProbedPerson,
  type ProbeOutcome,
} from './identity-probe.ts'
import type { ProviderMetadata } from './metadata-client.ts'

/** An access token and its scopes. */
export interface Bearer {
  readonly accessToken: AccessToken
  readonly scopes: readonly string[]
}

const TIMEOUT_MS = 5000

interface ProbeDeps {
  readonly profile: Pick<ProviderProfile, 'person' | 'business' | 'graphql' | 'refusals'>
  readonly metadata: Pick<ProviderMetadata, 'addresses'>
  readonly dispatcher: Dispatcher
  /** Records a call as a span of the present request's trace, if there is one. */
  readonly startCall?: ((name: string) => CallSpan | undefined) | undefined
}

export type IdentityProbe = ReturnType<typeof createIdentityProbe>

/** Creates the BFF's own queries for the person and the business of an access token. They never throw. */
export function createIdentityProbe(deps: ProbeDeps) {
  const { person, business, refusals } = deps.profile
  const ask = createAsk(deps)

  const mayAsk = (needs: string | undefined, { scopes }: Bearer) =>
    needs === undefined || allowsScope(scopes, needs)

  /** Asks for the business of the tokens, if the token response does not name it. */
  async function findBusiness(bearer: Bearer): Promise<ProbeOutcome<ProbedBusiness>> {
    if (business === undefined || business.from === 'tokenResponse' || !mayAsk(business.needs, bearer))
      return { kind: 'not_asked' }
    return judgeBusinessAnswer(await ask(business, bearer), { ...business, refusals })
  }

  return {
    async askUser(bearer: Bearer): Promise<ProbeOutcome<ProbedPerson>> {
      if (person === undefined || !mayAsk(person.needs, bearer)) return { kind: 'not_asked' }
      return judgePersonAnswer(await ask(person, bearer), { ...person, refusals })
    },
    /** Asks for the name of the business with this id. */
    async askBusiness(
      bearer: Bearer,
      businessId: BusinessWireId,
    ): Promise<ProbeOutcome<Pick<ProbedBusiness, 'name'>>> {
      if (business?.from !== 'tokenResponse') {
        const found = await findBusiness(bearer)
        return found.kind === 'value' && found.value.businessId !== businessId ? { kind: 'not_found' } : found
      }
      const { details, name } = business
      if (details === undefined || name === undefined || !mayAsk(details.needs, bearer))
        return { kind: 'not_asked' }
      const question = { from: 'graphql', document: details.document } as const
      return judgeDetailsAnswer(await ask(question, bearer, { id: businessId }), {
        ...question,
        name,
        refusals,
      })
    },
    findBusiness,
  }
}

/** Creates the function that sends one query to the provider. Never rejects. */
function createAsk(
  deps: ProbeDeps,
): (question: Question, bearer: Bearer, variables?: object) => Promise<ProbeAnswer> {
  return async (question, { accessToken }, variables) => {
    const isGraphql = question.from === 'graphql'
    const span = deps.startCall?.(`${question.from} probe`)
    let status: number | undefined
    try {
      const url = isGraphql
        ? deps.profile.graphql?.url
        : (question.url ?? (await deps.metadata.addresses()).userinfo)
      if (url === undefined) return { kind: 'no_answer' }
      const answer = await request(url, {
        method: isGraphql ? 'POST' : 'GET',
        headers: {
          ...buildCorrelationHeaders({ traceparent: span?.traceparent }),
          ...(isGraphql ? { 'content-type': 'application/json' } : {}),
          authorization: `Bearer ${accessToken}`,
          accept: 'application/json',
          // Some services refuse a request without this header.
          'user-agent': 'counterfoil',
        },
        ...(isGraphql ? { body: JSON.stringify({ query: question.document, variables }) } : {}),
        dispatcher: deps.dispatcher,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await readAnswer(answer.body, answer.headers['content-encoding'])
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
}
