import { CONNECT_FORM_FIELDS, IntentSchema } from '@counterfoil/bff-api/connect-result'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { deriveCodeChallenge } from '@counterfoil/oauth/pkce'
import { parseScope } from '@counterfoil/oauth/scope'
import { randomId } from '@counterfoil/service/random'
import { referenceOf } from '@counterfoil/service/reference'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import type {
  AttemptCookie,
  AttemptId,
  BrowserId,
  CodeVerifier,
  ConnectionId,
  DigestOf,
  PrincipalId,
} from '@counterfoil/oauth/ids'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import { networkOf } from '@counterfoil/service/network'
import type { DeviceMemory, RememberedConnection } from '#session/device-memory.ts'
import { checkFormToken, readField } from '#session/form-guard-middleware.ts'
import { formatCookie, parseCookies } from '@counterfoil/service/cookies'
import type { CookieNames } from '#session/cookie-names.ts'
import type { ReadSession, SessionReader } from '#session/session-reader-store.ts'
import { attemptIdsOf } from './attempt-cookies.ts'
import { isSameText } from '#crypto/signature.ts'
import type { ProviderConfig } from '#provider/provider-config.ts'
import { BffError } from '#http/errors.ts'
import { buildAuthorizationUrl, chooseIntentRequest, type IntentRequest } from './authorization-url.ts'
import type { AttemptStore } from './attempt-store.ts'
import { buildConnectResult } from './connect-result.ts'
import type { ConnectResultStore } from './connect-result-store.ts'
import {
  ATTEMPT_LIFE_MS,
  ATTEMPT_MEMORY_MS,
  buildAttemptId,
  MAX_OPEN_ATTEMPTS,
  type Expectation,
  type Attempt,
} from './attempt.ts'
import { chooseReturnTo, withConnectResult } from './return-to.ts'

export interface ConnectStartDeps {
  readonly provider: ProviderConfig
  readonly redirectUri: string
  readonly cookies: CookieNames
  readonly reader: SessionReader
  readonly principals: Pick<PrincipalStore, 'findPerson'>
  /** How many connections of a principal live. */
  readonly countLiving: (principalId: PrincipalId) => Promise<number>
  readonly findConnection: (connectionId: ConnectionId) => Promise<ConnectionRecord | undefined>
  readonly device: Pick<DeviceMemory, 'find'>
  /** Makes sure, as far as that is possible now, that the provider finds a valid access token. Never throws. */
  readonly awaken: (connectionId: ConnectionId) => Promise<void>
  readonly attempts: AttemptStore
  readonly connectResults: Pick<ConnectResultStore, 'save'>
  readonly takesPkce: () => Promise<boolean>
  readonly isCsrfToken: (browserId: BrowserId, token: string) => boolean
  readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  readonly consumeStart: (key: string) => Promise<{ readonly allowed: boolean; readonly retryAtMs: number }>
  readonly clock: () => number
  readonly onAttempt: (outcome: 'begun' | 'abandoned') => void
}

/** `POST /connect/start`: a plain form, so that it works before any script has loaded; answers 303 to the provider. */
export function createConnectStartRoutes(deps: ConnectStartDeps): Router {
  const { cookies, clock } = deps
  const router = Router()

  router.post(BFF_PATHS.connectStart, async (req, res) => {
    const form = readForm(req, [...deps.provider.scopes, ...deps.provider.optionalScopes])
    const jar = parseCookies(req.headers.cookie)
    const browserId = checkFormToken(req, form.csrf, deps)
    const limits = await Promise.all(
      [`browser:${browserId}`, `address:${networkOf(req.ip)}`].map((key) => deps.consumeStart(key)),
    )
    const refused = limits.find(({ allowed }) => !allowed)
    if (refused !== undefined) {
      const connectResult = buildConnectResult(
        {
          id: randomId() as AttemptId,
          intent: form.intent,
          returnTo: form.returnTo,
          reference: referenceOf(requestIdOf(res)),
          browser: deps.browserOf(browserId),
          principalId: null,
        },
        'rate_limited',
        clock(),
        { retryAt: new Date(refused.retryAtMs).toISOString() },
      )
      await deps.connectResults.save(connectResult)
      res.redirect(303, withConnectResult(form.returnTo, connectResult.result.id))
      return
    }
    const session = await deps.reader.read(req.headers.cookie)
    // Signed in in another tab meanwhile: that is what was asked for.
    if (form.intent === 'sign_in' && session !== undefined) {
      res.redirect(303, form.returnTo)
      return
    }
    const open = await findOpenAttempt(form.attemptId, jar, browserId)
    if (open !== undefined && open.expiresAtMs - clock() >= RESUME_MARGIN_MS) {
      res.redirect(303, await addressOf(open))
      return
    }
    const wanted = open === undefined ? form : againFor(open, form)
    const attempt = await beginAttempt(wanted, browserId, session, deps.device.find(jar))
    setAttemptCookies(res, jar, attempt)
    if (attempt.intent === 'sign_in' && attempt.connectionId !== null) await deps.awaken(attempt.connectionId)
    res.redirect(303, await addressOf(attempt))
  })

  /** The attempt that this browser goes on with; undefined for one that was finished, or that another browser began. */
  async function findOpenAttempt(
    attemptId: AttemptId,
    jar: ReadonlyMap<string, string>,
    browserId: BrowserId,
  ): Promise<Attempt | undefined> {
    const cookie = jar.get(`${cookies.attemptPrefix}${attemptId}`)
    if (attemptId === '' || cookie === undefined) return undefined
    const found = await deps.attempts.find(attemptId)
    const isOwn = found?.browserId === browserId && isSameText(found.cookie, cookie)
    return isOwn ? found : undefined
  }

  /** The attempt of this form: a new one, or the one its idempotency key began before. */
  async function beginAttempt(
    form: ConnectForm,
    browserId: BrowserId,
    session: ReadSession | undefined,
    remembered: RememberedConnection | undefined,
  ): Promise<Attempt> {
    const attempt =
      session === undefined
        ? await buildSignIn(form, browserId, remembered)
        : await buildAttempt(form, browserId, session)
    await deps.attempts.save(attempt)
    if (form.idempotencyKey === '') {
      deps.onAttempt('begun')
      return attempt
    }
    const winner = await deps.attempts.claimKey(browserId, form.idempotencyKey, attempt.id)
    const first = winner === attempt.id ? undefined : await deps.attempts.find(winner)
    if (first !== undefined && first.expiresAtMs > clock()) {
      await deps.attempts.drop(attempt.id)
      return first
    }
    deps.onAttempt('begun')
    return attempt
  }

  /** What someone who is signed in wants of the provider. */
  async function buildAttempt(
    form: ConnectForm,
    browserId: BrowserId,
    session: ReadSession,
  ): Promise<Attempt> {
    const found = form.connectionId === '' ? undefined : await deps.findConnection(form.connectionId)
    const subject = found?.principalId === session.principalId ? found : undefined
    const person = await deps.principals.findPerson(session.principalId)
    // About a connection that is gone, all that can be meant is to connect.
    const intent = subject === undefined ? 'connect' : form.intent
    const request = chooseIntentRequest(intent, subject, deps.provider, form.wanted)
    // For another business the provider must ask, although it has allowed one before.
    const isAnother = intent === 'connect' && (await deps.countLiving(session.principalId)) > 0
    const isAboutConnection = intent !== 'connect' && intent !== 'switch_business'
    const about = isAboutConnection ? subject : undefined
    const expected: Expectation | null =
      person === undefined
        ? null
        : {
            principalId: session.principalId,
            userId: person.userId,
            email: about?.email ?? person.email,
            businessId: about?.businessId,
            businessName: about?.businessName ?? null,
          }
    return build(form, browserId, {
      intent,
      connectionId: intent === 'connect' ? null : (subject?.id ?? null),
      expected,
      replacedName: subject?.businessName,
      ...request,
      ...(isAnother ? { approvalPrompt: 'force' } : {}),
    })
  }

  /**
   * Nobody is signed in: whatever was pressed, it can only begin with coming back, or with connecting. What is known of
   * the connection that this device remembers goes to the provider and to nobody else.
   */
  async function buildSignIn(
    form: ConnectForm,
    browserId: BrowserId,
    remembered: RememberedConnection | undefined,
  ): Promise<Attempt> {
    const intent = form.intent === 'connect' ? 'connect' : 'sign_in'
    const found =
      intent === 'connect' || remembered === undefined
        ? undefined
        : await deps.findConnection(remembered.connectionId)
    const subject = found?.health.state === 'disconnected' ? undefined : found
    const expected: Expectation | null =
      subject === undefined
        ? null
        : {
            principalId: subject.principalId,
            userId: subject.userId,
            email: null,
            businessId: subject.businessId,
            businessName: remembered?.businessName ?? null,
          }
    return build(form, browserId, {
      intent,
      connectionId: subject?.id ?? null,
      expected,
      ...chooseIntentRequest(intent, subject, deps.provider),
    })
  }

  async function build(
    form: ConnectForm,
    browserId: BrowserId,
    facts: Pick<Attempt, 'intent' | 'connectionId' | 'expected' | 'replacedName'> & IntentRequest,
  ): Promise<Attempt> {
    const nowMs = clock()
    const id = buildAttemptId(nowMs, randomId(12))
    return {
      id,
      state: `${id}.${randomId(24)}`,
      cookie: randomId(24) as AttemptCookie,
      browserId,
      codeVerifier: (await deps.takesPkce()) ? (randomId(32) as CodeVerifier) : null,
      ...facts,
      returnTo: form.returnTo,
      startedAtMs: nowMs,
      expiresAtMs: nowMs + ATTEMPT_LIFE_MS,
    }
  }

  async function addressOf(attempt: Attempt): Promise<string> {
    return buildAuthorizationUrl(deps.provider.authUrl, {
      approvalPrompt: attempt.approvalPrompt,
      businessId: attempt.businessId,
      scopes: attempt.scopes,
      clientId: deps.provider.clientId,
      redirectUri: deps.redirectUri,
      state: attempt.state,
      codeChallenge:
        attempt.codeVerifier === null ? undefined : await deriveCodeChallenge(attempt.codeVerifier),
    })
  }

  /** One cookie for this attempt; the oldest ones go when there are too many. */
  function setAttemptCookies(res: Response, jar: ReadonlyMap<string, string>, attempt: Attempt): void {
    const others = attemptIdsOf(jar, cookies.attemptPrefix).filter((id) => id !== attempt.id)
    for (const id of others.slice(MAX_OPEN_ATTEMPTS - 1)) {
      res.append(
        'Set-Cookie',
        formatCookie(
          { name: `${cookies.attemptPrefix}${id}`, value: '' },
          { isSecure: cookies.isSecure, maxAgeSeconds: 0 },
        ),
      )
      deps.onAttempt('abandoned')
      deps.attempts.drop(id).catch(() => undefined)
    }
    const name = `${cookies.attemptPrefix}${attempt.id}`
    res.append(
      'Set-Cookie',
      formatCookie(
        { name, value: attempt.cookie },
        {
          isSecure: cookies.isSecure,
          maxAgeSeconds: ATTEMPT_MEMORY_MS / 1000,
        },
      ),
    )
  }

  return router
}

/** An attempt that ends sooner is not gone on with: nobody would be back in time. */
const RESUME_MARGIN_MS = 5 * 60_000

const NO_CONNECTION = '' as ConnectionId

/** What `attempt` wanted, to be begun once more. */
function againFor(attempt: Attempt, form: ConnectForm): ConnectForm {
  return {
    ...form,
    intent: attempt.intent,
    connectionId: attempt.connectionId ?? NO_CONNECTION,
    returnTo: attempt.returnTo,
    wanted: attempt.intent === 'allow_more' ? attempt.scopes : [],
  }
}

interface ConnectForm {
  readonly intent: ReturnType<typeof IntentSchema.parse>
  readonly connectionId: ConnectionId
  readonly attemptId: AttemptId
  readonly returnTo: string
  readonly csrf: string
  readonly idempotencyKey: string
  readonly wanted: readonly string[]
}

/** @param known Scope values this app may ask for. */
function readForm(req: Request, known: readonly string[]): ConnectForm {
  const read = (field: string) => readField(req, field)
  const intent = IntentSchema.safeParse(read(CONNECT_FORM_FIELDS.intent) || 'connect')
  const wanted = parseScope(read(CONNECT_FORM_FIELDS.want))
  if (!intent.success || wanted.some((scope) => !known.includes(scope))) throw new BffError('bad-request')
  return {
    intent: intent.data,
    connectionId: read(CONNECT_FORM_FIELDS.connectionId) as ConnectionId,
    attemptId: read(CONNECT_FORM_FIELDS.attemptId) as AttemptId,
    returnTo: chooseReturnTo(read(CONNECT_FORM_FIELDS.returnTo)),
    csrf: read(CONNECT_FORM_FIELDS.csrf),
    idempotencyKey: read(CONNECT_FORM_FIELDS.idempotencyKey).slice(0, 128),
    wanted,
  }
}
