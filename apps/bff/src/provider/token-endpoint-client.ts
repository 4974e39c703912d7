import { Readable } from 'node:stream'
import { REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import type { AccessToken, AuthorizationCode, CodeVerifier, RefreshToken } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/request-id-middleware'
import { request, type Dispatcher } from 'undici'
import { digestOf } from '#crypto/signature.ts'
import { buildCorrelationHeaders } from '#http/request-context-middleware.ts'
import { readRetryAfterMs } from '#http/retry-after.ts'
import { httpOutcome, type CallSpan } from '@counterfoil/service/tracing'
import { readAnswer } from './answer-reader.ts'
import { ISSUED_TO_CHARACTERS } from './given-tokens.ts'
import type { ProviderConfig } from './provider-config.ts'
import {
  CERTIFICATE_FAULT,
  judgeExchangeAnswer,
  judgeRefreshAnswer,
  judgeRevokeAnswer,
  type ExchangeOutcome,
  type ProviderAnswer,
  type RevokeOutcome,
  type TokenOutcome,
} from './token-outcome.ts'

/** The provider's token and revoke endpoints. Never throws: whatever happens is an outcome. */
export interface TokenEndpoint {
  exchange(code: {
    code: AuthorizationCode
    redirectUri: string
    codeVerifier: CodeVerifier | undefined
  }): Promise<ExchangeOutcome>
  /**
   * @param mayStillSend Asked in the same moment in which the refresh token leaves, which may be long after the call: a
   *   process can be frozen in between. False: nothing of it is sent, and the outcome is `withheld`.
   */
  refresh(refreshToken: RefreshToken, mayStillSend?: () => boolean): Promise<TokenOutcome>
  revoke(
    token: AccessToken | RefreshToken,
    facts?: {
      /** Mark of the client id that the token was issued to, see `issuedToOf`. */
      readonly issuedTo?: string | undefined
      /** Of the request that asked for it earlier. */
      readonly requestId?: RequestId | undefined
    },
  ): Promise<RevokeOutcome>
}

export function createTokenEndpoint(
  deps: FormPostDeps & {
    readonly provider: Pick<ProviderConfig, 'authUrl' | 'clientId' | 'clientSecret' | 'planRefusal'>
    readonly redirectUri: string
  },
): TokenEndpoint {
  const { clientId, planRefusal } = deps.provider
  const client = digestOf(clientId).slice(0, ISSUED_TO_CHARACTERS)

  const post = createFormPost(deps)

  return {
    async exchange({ code, redirectUri, codeVerifier }) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const sent = codeVerifier === undefined ? fields : { ...fields, code_verifier: codeVerifier }
      const outcome = judgeExchangeAnswer(await post(TOKEN_PATH, sent), planRefusal)
      return outcome.kind === 'tokens' ? { ...outcome, issuedTo: client } : outcome
    },
    async refresh(refreshToken, mayStillSend) {
      const fields = {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        redirect_uri: deps.redirectUri,
      }
      const outcome = judgeRefreshAnswer(await post(TOKEN_PATH, fields, { mayStillSend }), planRefusal)
      return outcome.kind === 'tokens' ? { ...outcome, issuedTo: client } : outcome
    },
    async revoke(token, { issuedTo, requestId } = {}) {
      const answer = await post(REVOKE_PATH, { token }, { requestId })
      return judgeRevokeAnswer(answer, { isOurs: issuedTo === client })
    },
  }
}

interface FormPostDeps {
  readonly provider: Pick<ProviderConfig, 'authUrl' | 'clientId' | 'clientSecret'>
  readonly timeoutMs: number
  readonly dispatcher: Dispatcher
  readonly wait: (ms: number) => Promise<void>
  /** Records a call as a part of the present request's trace, when there is one. */
  readonly startCall?: ((name: string) => CallSpan | undefined) | undefined
}

/** Before the one more try of a call that could not be sent. */
const RESEND_AFTER_MS = 250

/** Failures before any connection came about. A reset is not one of them: what was sent by then may have arrived. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
])

type FormPost = (
  path: string,
  fields: Readonly<Record<string, string>>,
  options?: PostOptions,
) => Promise<ProviderAnswer>

/** Answers how to post a form with our credentials. Never throws: whatever happens is an answer. */
function createFormPost(deps: FormPostDeps): FormPost {
  const { authUrl, clientId, clientSecret } = deps.provider

  async function postOnce(
    path: string,
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
    { requestId, mayStillSend }: PostOptions,
  ): Promise<ProviderAnswer> {
    // In the form body, as the interface says (section 5.1).
    const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields })
    const text = form.toString()
    const span = deps.startCall?.(`POST ${path}`)
    let status: number | undefined
    try {
      const answer = await request(`${authUrl}${path}`, {
        method: 'POST',
        headers: {
          ...buildCorrelationHeaders({ requestId, traceparent: span?.traceparent }),
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(Buffer.byteLength(text)),
          accept: 'application/json',
        },
        body: mayStillSend === undefined ? text : Readable.from(whileAllowed(text, mayStillSend)),
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
      if (error instanceof WithheldError) return { kind: 'withheld' }
      if (signal.aborted) return { kind: 'timeout' }
      return describeFailure(error)
    } finally {
      span?.end(httpOutcome(status))
    }
  }

  // What could not be sent is tried again: nothing can have come of it.
  return async (path, fields, options = {}) => {
    const signal = AbortSignal.timeout(deps.timeoutMs)
    const first = await postOnce(path, fields, signal, options)
    if (first.kind !== 'not_sent') return first
    await deps.wait(RESEND_AFTER_MS)
    return signal.aborted ? first : postOnce(path, fields, signal, options)
  }
}

interface PostOptions {
  readonly requestId?: RequestId | undefined
  readonly mayStillSend?: (() => boolean) | undefined
}

/** The lock on the connection may have passed to somebody else. */
class WithheldError extends Error {}

/** A body that is asked for when the connection is: the question comes with the bytes, nothing lies in between. */
async function* whileAllowed(text: string, mayStillSend: () => boolean): AsyncGenerator<Buffer> {
  if (!mayStillSend()) throw new WithheldError()
  yield Buffer.from(text)
}

function describeFailure(error: unknown): ProviderAnswer {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return { kind: 'timeout' }
  const cause = typeof code === 'string' ? code : 'no answer'
  const isSent = !NOT_SENT.has(cause) && !CERTIFICATE_FAULT.test(cause)
  return { kind: isSent ? 'broken' : 'not_sent', cause }
}
