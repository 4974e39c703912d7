import { type Request, type Response, Router } from 'express'
import { REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { ApplicationId } from '@counterfoil/oauth/ids'
import type { ApplicationCall } from '#applications/application-call.ts'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import { networkOf } from '@counterfoil/service/http/network'
import type { ProviderMetrics } from '#operations/provider-metrics.ts'
import type { ProviderLimits } from '#http/request-limit-middleware.ts'
import { MAX_BODY_BYTES, refusalBody, refuse, type TokenRefusal } from './token-refusal.ts'
import { answerToken, revokeToken, type SentForm } from './token-endpoint.ts'
import type { TokenServiceParts } from './token-outcome.ts'
import { readBody } from '#http/body-reader.ts'
import { RETRY_AFTER_SECONDS } from '#http/errors.ts'
import { type FormFields, isFormMediaType, readFormFields } from '#http/form-fields.ts'

interface TokenRoutesOptions extends TokenServiceParts {
  readonly applicationLog: ApplicationLogStore
  readonly metrics: ProviderMetrics
  readonly limits: ProviderLimits
}

/** Serves POST /oauth2/token/ and /oauth2/token-revoke/, each with and without the trailing slash. */
export function createTokenRoutes(deps: TokenRoutesOptions): Router {
  const router = Router()
  router.all(TOKEN_PATH, (req, res) => answerTokenRequest(deps, req, res))
  router.all(REVOKE_PATH, (req, res) => answerRevocation(deps, req, res))
  return router
}

async function answerTokenRequest(deps: TokenRoutesOptions, req: Request, res: Response) {
  const sent = await readForm(req, res)
  if (sent === undefined) return
  const startedAt = performance.now()
  const {
    result,
    applicationId,
    grantId,
    notes = [],
  } = await answerToken(deps, sent, referenceOf(requestIdOf(res)))
  const grantType = grantTypeLabel(sent.form.values.get('grant_type'))
  const call = { endpoint: 'token', grantId, operationName: grantType, startedAt } as const
  if (result.kind === 'refused') {
    deps.metrics.token.inc({ grant_type: grantType, outcome: 'refused', reason: result.reason })
    return await answerRefusal(deps, { req, res, applicationId }, result, call)
  }
  sendTokenAnswer(res, 200, result.body)
  const [note] = notes
  deps.metrics.token.inc({ grant_type: grantType, outcome: 'ok', reason: note?.reason ?? '' })
  const detail = notes.map((each) => each.detail).join('; ')
  const noted = note === undefined ? {} : { reason: note.reason, detail }
  recordCall(deps, { req, res, applicationId }, { ...call, ...noted, outcome: 'ok' })
}

async function answerRevocation(deps: TokenRoutesOptions, req: Request, res: Response) {
  const sent = await readForm(req, res)
  if (sent === undefined) return
  const startedAt = performance.now()
  const { result, applicationId, grantId } = await revokeToken(deps, sent)
  const call = { endpoint: 'revoke', grantId, startedAt } as const
  if (result.kind === 'refused') {
    deps.metrics.revoke.inc({ outcome: 'refused', reason: result.reason })
    return await answerRefusal(deps, { req, res, applicationId }, result, call)
  }
  sendTokenAnswer(res, 200, {})
  deps.metrics.revoke.inc({ outcome: 'ok', reason: result.reason })
  recordCall(deps, { req, res, applicationId }, { ...call, outcome: 'ok', reason: result.reason })
}

type Caller = {
  readonly req: Request
  readonly res: Response
  /** Undefined if the client id is missing or unknown. */
  readonly applicationId: ApplicationId | undefined
}

type TimedCall = Pick<ApplicationCall, 'endpoint' | 'grantId' | 'operationName'> & {
  readonly startedAt: number
}

function recordCall(
  { applicationLog }: TokenRoutesOptions,
  { req, res, applicationId }: Caller,
  { startedAt, ...call }: TimedCall & Pick<ApplicationCall, 'outcome' | 'error' | 'reason' | 'detail'>,
): void {
  if (applicationId === undefined) return
  applicationLog.record({
    ...call,
    applicationId,
    status: res.statusCode,
    tookMs: performance.now() - startedAt,
    requestId: requestIdOf(res),
    network: networkOf(req.ip ?? 'unknown'),
  })
}

/** Sends the refusal. It belongs in the developers' log, unless wrong credentials are repeated. */
async function answerRefusal(
  deps: TokenRoutesOptions,
  caller: Caller,
  refusal: TokenRefusal,
  call: TimedCall,
): Promise<void> {
  const { res, applicationId } = caller
  // Only failed authentication counts as guessing. A client with valid credentials may be refused any number of times for its
  // codes, tokens and plans: its one address serves many people.
  const waitSeconds = refusal.status === 401 ? await deps.limits.countFailure(res, applicationId) : undefined
  if (waitSeconds === undefined) {
    sendRefusal(res, refusal)
    const { error, reason, detail } = refusal
    return recordCall(deps, caller, { ...call, outcome: 'refused', error, reason, detail })
  }
  const body = {
    error: 'temporarily_unavailable',
    error_description: 'Too many refused requests of this client came from this address. Try again later.',
  }
  sendTokenAnswer(res, 429, body, { 'Retry-After': String(waitSeconds) })
}

/** Returns a metric label: known values only, never the caller's text. */
function grantTypeLabel(grantType: string | undefined): 'authorization_code' | 'refresh_token' | 'other' {
  return grantType === 'authorization_code' || grantType === 'refresh_token' ? grantType : 'other'
}

const EMPTY_FORM: FormFields = { values: new Map(), repeated: new Set(), resources: [] }

/** Sends a response of the token or revoke endpoint, which must not be cached. (RFC 6749 section 5.1) */
function sendTokenAnswer(
  res: Response,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body)
  res
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    })
    .end(text)
}

/** Sends a refusal of the token or revoke endpoint. (RFC 6749 section 5.2) */
function sendRefusal(res: Response, refusal: TokenRefusal): void {
  // A 401 must name a scheme (RFC 9110 section 15.5.2), and a client that used Basic looks for it.
  const challenge = { 'WWW-Authenticate': 'Basic realm="oauth", charset="UTF-8"' }
  const later = { 'Retry-After': String(RETRY_AFTER_SECONDS) }
  const headers = refusal.status === 401 ? challenge : refusal.status === 503 ? later : {}
  sendTokenAnswer(res, refusal.status, refusalBody(refusal), headers)
}

/**
 * Reads the form of the token and revoke endpoints: POST only, at most 16 KiB. Both are checked before the credentials, which are
 * in the form; see decision 0015. Undefined if the request was answered or has ended.
 *
 * @see RFC 6749 section 3.2
 */
async function readForm(req: Request, res: Response): Promise<SentForm | undefined> {
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'POST')
    sendRefusal(res, refuse('method_not_allowed'))
    return undefined
  }
  const body = await readBody(req, MAX_BODY_BYTES)
  switch (body.kind) {
    case 'broken_off':
      return undefined
    case 'too_large':
      res.setHeader('Connection', 'close')
      sendRefusal(res, refuse('body_too_large'))
      return undefined
    case 'text': {
      const { authorization, 'content-type': mediaType } = req.headers
      return isFormMediaType(mediaType)
        ? { authorization, form: readFormFields(body.text), fault: undefined }
        : { authorization, form: EMPTY_FORM, fault: refuse('media_type') }
    }
  }
}
