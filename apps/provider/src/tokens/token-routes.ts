import { type Request, type RequestHandler, type Response, Router } from 'express'
import { REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { ApplicationId } from '@counterfoil/oauth/ids'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import { readClientCredentials } from '#applications/client-credentials.ts'
import { networkOf } from '@counterfoil/service/http/network'
import type { ProviderMetrics } from '#operations/provider-metrics.ts'
import type { ProviderLimits } from '#http/request-limit-middleware.ts'
import type { RefreshNote } from './refresh-decision.ts'
import { refusalBody, refuse, type TokenRefusal } from './token-refusal.ts'
import type { TokenService } from './token-endpoint.ts'
import { readBody } from '#http/body-reader.ts'
import { RETRY_AFTER_SECONDS } from '#http/errors.ts'
import { type FormFields, isFormMediaType, readFormFields } from '#http/form-fields.ts'

interface TokenRoutesOptions {
  readonly tokenService: TokenService
  readonly applicationLog: ApplicationLogStore
  readonly metrics: ProviderMetrics
  readonly limits: ProviderLimits
}

/** Serves POST /oauth2/token/ and /oauth2/token-revoke/, each with and without the trailing slash. */
export function createTokenRoutes(deps: TokenRoutesOptions): Router {
  const router = Router()

  router.all(TOKEN_PATH, tokenFormMiddleware(), (req, res) => answerTokenRequest(deps, req, res))

  router.all(REVOKE_PATH, tokenFormMiddleware(), (req, res) => answerRevocation(deps, req, res))

  return router
}

async function answerTokenRequest(deps: TokenRoutesOptions, req: Request, res: Response) {
  const { tokenService, metrics, applicationLog } = deps

  const startedAt = performance.now()
  let isLogged = true
  const { form, fault } = formOf(res)
  const credentials = readClientCredentials(req.headers.authorization, form)
  const reference = referenceOf(requestIdOf(res))
  const outcome = await tokenService.token(credentials, form, fault, reference)
  const { result, applicationId, grantId, notes = [] } = outcome
  const grantType = grantTypeLabel(form.values.get('grant_type'))

  if (result.kind === 'issued') {
    sendTokenAnswer(res, 200, result.body)
    metrics.token.inc({ grant_type: grantType, outcome: 'ok', reason: notes[0]?.reason ?? '' })
  } else {
    isLogged = await answerRefusal(deps, res, result, applicationId)
    metrics.token.inc({ grant_type: grantType, outcome: 'refused', reason: result.reason })
  }
  if (applicationId !== undefined && isLogged) {
    applicationLog.record({
      applicationId,
      endpoint: 'token',
      status: res.statusCode,
      grantId,
      operationName: grantType,
      tookMs: performance.now() - startedAt,
      requestId: requestIdOf(res),
      network: networkOf(req.ip ?? 'unknown'),
      ...(result.kind === 'issued' ? takenCall(notes) : refusedCall(result)),
    })
  }
}

async function answerRevocation(deps: TokenRoutesOptions, req: Request, res: Response) {
  const { tokenService, metrics, applicationLog } = deps

  const startedAt = performance.now()
  let isLogged = true
  const { form, fault } = formOf(res)
  const credentials = readClientCredentials(req.headers.authorization, form)
  const { result, applicationId, grantId } = await tokenService.revoke(credentials, form, fault)
  if (result.kind === 'done') {
    sendTokenAnswer(res, 200, {})
    metrics.revoke.inc({ outcome: 'ok', reason: result.reason })
  } else {
    isLogged = await answerRefusal(deps, res, result, applicationId)
    metrics.revoke.inc({ outcome: 'refused', reason: result.reason })
  }
  if (applicationId !== undefined && isLogged) {
    applicationLog.record({
      applicationId,
      endpoint: 'revoke',
      status: res.statusCode,
      grantId,
      tookMs: performance.now() - startedAt,
      requestId: requestIdOf(res),
      network: networkOf(req.ip ?? 'unknown'),
      ...(result.kind === 'done' ? { outcome: 'ok', reason: result.reason } : refusedCall(result)),
    })
  }
}

/** Sends the refusal. Returns true if it belongs in the developers' log; repeated wrong credentials do not. */
async function answerRefusal(
  { limits }: TokenRoutesOptions,
  res: Response,
  refusal: TokenRefusal,
  applicationId: ApplicationId | undefined,
) {
  // Only failed authentication counts as guessing. A client with valid credentials may be refused any number of times for its
  // codes, tokens and plans: its one address serves many people.
  const waitSeconds = refusal.status === 401 ? await limits.countFailure(res, applicationId) : undefined
  if (waitSeconds === undefined) {
    sendRefusal(res, refusal)
    return true
  }
  const body = {
    error: 'temporarily_unavailable',
    error_description: 'Too many refused requests of this client came from this address. Try again later.',
  }
  sendTokenAnswer(res, 429, body, { 'Retry-After': String(waitSeconds) })
  return false
}

function takenCall(notes: readonly RefreshNote[]) {
  const detail = notes.map((note) => note.detail).join('; ')
  return { outcome: 'ok', ...(notes[0] === undefined ? {} : { reason: notes[0].reason, detail }) } as const
}

function refusedCall(refusal: TokenRefusal) {
  return { outcome: 'refused', error: refusal.error, reason: refusal.reason, detail: refusal.detail } as const
}

/** Returns a metric label: known values only, never the caller's text. */
function grantTypeLabel(grantType: string | undefined): 'authorization_code' | 'refresh_token' | 'other' {
  return grantType === 'authorization_code' || grantType === 'refresh_token' ? grantType : 'other'
}

/** The size limit of a form in bytes: far more than all fields at their longest. */
const MAX_BODY_BYTES = 16_384
const EMPTY_FORM: FormFields = { values: new Map(), repeated: new Set(), resources: [] }

/** Result of {@link tokenFormMiddleware}: a form, or the reason why it is missing. Credentials are checked first. */
interface ReadForm {
  readonly form: FormFields
  readonly fault: TokenRefusal | undefined
}

function formOf(res: Response): ReadForm {
  return (res.locals['form'] as ReadForm | undefined) ?? { form: EMPTY_FORM, fault: undefined }
}

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
 * in the form; see decision 0015.
 *
 * @see RFC 6749 section 3.2
 */
function tokenFormMiddleware(): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'POST') {
      res.setHeader('Allow', 'POST')
      return sendRefusal(res, { ...METHOD_REFUSED, status: 405 })
    }
    const body = await readBody(req, MAX_BODY_BYTES)
    switch (body.kind) {
      case 'broken_off':
        return
      case 'too_large':
        res.setHeader('Connection', 'close')
        return sendRefusal(res, { ...TOO_LARGE, status: 413 })
      case 'text': {
        const isForm = isFormMediaType(req.headers['content-type'])
        const read: ReadForm = isForm
          ? { form: readFormFields(body.text), fault: undefined }
          : { form: EMPTY_FORM, fault: NO_FORM }
        res.locals['form'] = read
        return next()
      }
    }
  }
}

const METHOD_REFUSED = refuse('invalid_request', {
  reason: 'method_not_allowed',
  detail: 'this endpoint takes POST requests',
})
const TOO_LARGE = refuse('invalid_request', {
  reason: 'body_too_large',
  detail: `the form is longer than ${MAX_BODY_BYTES} bytes`,
})
const NO_FORM = refuse('invalid_request', {
  reason: 'media_type',
  detail: 'Content-Type must be application/x-www-form-urlencoded',
})
