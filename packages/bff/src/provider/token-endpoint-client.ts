import { Readable } from 'node:stream'
import type { AccessToken, AuthorizationCode, CodeVerifier, RefreshToken } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { request, type Dispatcher } from 'undici'
import { digestOf } from '#crypto/signature.ts'
import { buildCorrelationHeaders } from '#http/request-context-middleware.ts'
import { readRetryAfterMs } from '#http/retry-after.ts'
import { httpOutcome, type CallSpan } from '@counterfoil/service/telemetry/tracing'
import { readAnswer } from './answer-client.ts'
import { ISSUED_TO_CHARACTERS } from './given-tokens.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { IdentifyPerson } from './identify-person.ts'
import { NoAddressesError, type ProviderMetadata } from './metadata-client.ts'
import {
  CERTIFICATE_FAULT,
  judgeExchangeAnswer,
  judgeRefreshAnswer,
  judgeRevokeAnswer,
  readSuccess,
  tokensIn,
  type ExchangeOutcome,
  type ProviderAnswer,
  type RevokeOutcome,
  type TokenOutcome,
} from './token-outcome.ts'

/** The provider's token and revocation endpoints. Never throws: every failure is an outcome. */
export interface TokenEndpoint {
  exchange(code: {
    code: AuthorizationCode
    redirectUri: string
    codeVerifier: CodeVerifier | undefined
    /** The nonce of the authorization request; undefined if the id_token is not checked for one. */
    nonce?: string | undefined
  }): Promise<ExchangeOutcome>
  /**
   * @param mayStillSend Called at the moment in which the refresh token is sent, which may be long after the call: a process can be
   * frozen in between. If it returns false, no part of the token is sent, and the outcome is `withheld`.
   */
  refresh(refreshToken: RefreshToken, mayStillSend?: () => boolean): Promise<TokenOutcome>
  revoke(
    token: AccessToken | RefreshToken,
    facts?: {
      /** The mark of the client id that the token was issued to, see `issuedToOf`. */
      readonly issuedTo?: string | undefined
      /** The id of the earlier request that caused the revocation. */
      readonly requestId?: RequestId | undefined
    },
  ): Promise<RevokeOutcome>
}

export function createTokenEndpoint(
  deps: FormPostDeps & { readonly redirectUri: string; readonly identify: IdentifyPerson },
): TokenEndpoint {
  const { profile } = deps
  const client = digestOf(profile.clientId).slice(0, ISSUED_TO_CHARACTERS)

  const post = createFormPost(deps)

  return {
    async exchange({ code, redirectUri, codeVerifier, nonce }) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const sent = codeVerifier === undefined ? fields : { ...fields, code_verifier: codeVerifier }
      const answer = await post('token', sent)
      const judged = judgeExchangeAnswer(answer, profile)
      if (judged.kind !== 'tokens') return judged
      const response = readSuccess(answer) ?? {}
      const identified = await deps.identify({ given: judged.given, response, nonce })
      if (identified.kind === 'failed') {
        const { cause, isPassing } = identified
        return { kind: 'unusable', leftovers: tokensIn(response), cause, ...(isPassing ? { isPassing } : {}) }
      }
      const { userId, businessId, names } = identified
      return { kind: 'tokens', given: { ...judged.given, userId, businessId }, issuedTo: client, names }
    },
    async refresh(refreshToken, mayStillSend) {
      const fields = {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        redirect_uri: deps.redirectUri,
      }
      const outcome = judgeRefreshAnswer(await post('token', fields, { mayStillSend }), profile)
      return outcome.kind === 'tokens' ? { ...outcome, issuedTo: client } : outcome
    },
    async revoke(token, { issuedTo, requestId } = {}) {
      const answer = await post('revoke', { token }, { requestId })
      // The provider has no revocation endpoint: the tokens expire, and the page says what the person can do.
      if (answer.kind === 'not_sent' && answer.cause === NO_ENDPOINT) return { kind: 'confirmed' }
      return judgeRevokeAnswer(answer, { isOurs: issuedTo === client })
    },
  }
}

/** The members of the profile that the endpoint needs. */
type TokenEndpointProfile = Pick<
  ProviderProfile,
  'clientId' | 'clientSecret' | 'identity' | 'business' | 'refresh' | 'refusals'
>

interface FormPostDeps {
  readonly profile: TokenEndpointProfile
  readonly metadata: Pick<ProviderMetadata, 'addresses' | 'takesBasic'>
  readonly timeoutMs: number
  readonly dispatcher: Dispatcher
  readonly wait: (ms: number) => Promise<void>
  /** Records a call as a span of the present request's trace, if there is one. */
  readonly startCall?: ((name: string) => CallSpan | undefined) | undefined
}

/** The pause in milliseconds before the only retry of a call that could not be sent. */
const RESEND_AFTER_MS = 250

/** The failures before a connection was made. A reset is not one of them: the request may have arrived by then. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** The cause of a call to an endpoint that the provider does not have. */
const NO_ENDPOINT = 'no such endpoint'

type FormPost = (
  endpoint: 'token' | 'revoke',
  fields: Readonly<Record<string, string>>,
  options?: PostOptions,
) => Promise<ProviderAnswer>

/** Creates the function that posts a form with our credentials. Never throws: every failure is an answer. */
function createFormPost(deps: FormPostDeps): FormPost {
  const { clientId, clientSecret } = deps.profile

  async function postOnce(
    endpoint: 'token' | 'revoke',
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
    { requestId, mayStillSend }: PostOptions,
  ): Promise<ProviderAnswer> {
    let span: CallSpan | undefined
    let status: number | undefined
    try {
      const { [endpoint]: url } = await deps.metadata.addresses()
      if (url === undefined) return { kind: 'not_sent', cause: NO_ENDPOINT }
      const takesBasic = await deps.metadata.takesBasic()
      span = deps.startCall?.(`POST ${new URL(url).pathname}`)
      const inForm = { client_id: clientId, client_secret: clientSecret }
      const text = new URLSearchParams(takesBasic ? fields : { ...inForm, ...fields }).toString()
      const answer = await request(url, {
        method: 'POST',
        headers: {
          ...(takesBasic ? { authorization: basicOf(deps.profile) } : {}),
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
      const body = await readAnswer(answer.body, answer.headers['content-encoding'])
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
      if (error instanceof NoAddressesError) return { kind: 'not_sent', cause: 'no metadata' }
      if (signal.aborted) return { kind: 'timeout' }
      return describeFailure(error)
    } finally {
      span?.end(httpOutcome(status))
    }
  }

  // A call that could not be sent is retried: the provider cannot have received it.
  return async (endpoint, fields, options = {}) => {
    const signal = AbortSignal.timeout(deps.timeoutMs)
    const first = await postOnce(endpoint, fields, signal, options)
    if (first.kind !== 'not_sent' || first.cause === NO_ENDPOINT) return first
    await deps.wait(RESEND_AFTER_MS)
    return signal.aborted ? first : postOnce(endpoint, fields, signal, options)
  }
}

/** Returns the `Authorization` header. Id and secret are form-encoded before they are joined. @see RFC 6749 section 2.3.1 */
function basicOf({ clientId, clientSecret }: TokenEndpointProfile): string {
  const [id, secret] = [clientId, clientSecret].map((text) =>
    new URLSearchParams({ '': text }).toString().slice(1),
  )
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

interface PostOptions {
  readonly requestId?: RequestId | undefined
  readonly mayStillSend?: (() => boolean) | undefined
}

/** The call was not sent, because the lock on the connection may have passed to another process. */
class WithheldError extends Error {}

/** Returns a request body that calls `mayStillSend` right before its bytes are sent, once the connection is made. */
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
