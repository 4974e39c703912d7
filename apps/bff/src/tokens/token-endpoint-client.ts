import { REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { request, type Dispatcher } from 'undici'
import type { ProviderConfig } from '../provider-config.ts'
import { httpOutcome, type CallSpan } from '#telemetry/tracing-middleware.ts'
import { readAnswer } from '../provider-answer-client.ts'
import { buildCorrelationHeaders } from '../request-context-middleware.ts'
import { readRetryAfterMs } from '../retry-after.ts'
import {
  judgeRevokeAnswer,
  judgeTokenAnswer,
  type ProviderAnswer,
  type RevokeOutcome,
  type TokenOutcome,
} from './token-outcome.ts'

/** The provider's token and revoke endpoints. Never throws: whatever happens is an outcome. */
export interface TokenEndpoint {
  exchange(code: {
    code: string
    redirectUri: string
    codeVerifier: string | undefined
  }): Promise<TokenOutcome>
  refresh(refreshToken: string): Promise<TokenOutcome>
  /** @param requestId Of the request that asked for it earlier. */
  revoke(token: string, requestId?: string): Promise<RevokeOutcome>
}

export function createTokenEndpoint(deps: {
  readonly provider: Pick<ProviderConfig, 'authUrl' | 'clientId' | 'clientSecret'>
  readonly redirectUri: string
  readonly timeoutMs: number
  readonly dispatcher: Dispatcher
  /** Records a call as a part of the present request's trace, when there is one. */
  readonly startCall?: ((name: string) => CallSpan | undefined) | undefined
}): TokenEndpoint {
  const { authUrl, clientId, clientSecret } = deps.provider

  async function post(
    path: string,
    fields: Readonly<Record<string, string>>,
    requestId?: string,
  ): Promise<ProviderAnswer> {
    // In the form body, as the interface says (section 5.1).
    const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields })
    const signal = AbortSignal.timeout(deps.timeoutMs)
    const span = deps.startCall?.(`POST ${path}`)
    let status: number | undefined
    try {
      const answer = await request(`${authUrl}${path}`, {
        method: 'POST',
        headers: {
          ...buildCorrelationHeaders({ requestId, traceparent: span?.traceparent }),
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: form.toString(),
        dispatcher: deps.dispatcher,
        signal,
        headersTimeout: deps.timeoutMs,
        bodyTimeout: deps.timeoutMs,
      })
      const body = await readAnswer(answer.body)
      status = answer.statusCode
      return {
        kind: 'answer',
        status,
        contentType: String(answer.headers['content-type'] ?? ''),
        body,
        retryAfterMs: readRetryAfterMs(answer.headers),
      }
    } catch (error) {
      if (signal.aborted) return { kind: 'timeout' }
      return describeFailure(error)
    } finally {
      span?.end(httpOutcome(status))
    }
  }

  return {
    async exchange({ code, redirectUri, codeVerifier }) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      return judgeTokenAnswer(
        await post(
          TOKEN_PATH,
          codeVerifier === undefined ? fields : { ...fields, code_verifier: codeVerifier },
        ),
      )
    },
    async refresh(refreshToken) {
      const answer = await post(TOKEN_PATH, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        redirect_uri: deps.redirectUri,
      })
      return judgeTokenAnswer(answer, refreshToken)
    },
    async revoke(token, requestId) {
      return judgeRevokeAnswer(await post(REVOKE_PATH, { token }, requestId))
    },
  }
}

function describeFailure(error: unknown): ProviderAnswer {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT' ||
    code === 'UND_ERR_CONNECT_TIMEOUT'
  ) {
    return { kind: 'timeout' }
  }
  return { kind: 'broken', cause: typeof code === 'string' ? code : 'no answer' }
}
