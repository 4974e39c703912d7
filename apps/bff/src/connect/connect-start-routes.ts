import { CONNECT_FORM_FIELDS, IntentSchema } from '@counterfoil/bff-api/flow'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { deriveCodeChallenge } from '@counterfoil/oauth/pkce'
import { parseScope } from '@counterfoil/oauth/scope'
import { randomId } from '@counterfoil/service/random'
import { referenceOf } from '@counterfoil/service/reference'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import express, { Router, type Request } from 'express'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { PrincipalStore } from '#connections/principal-store.ts'
import { addressKey } from '#limits/address-key.ts'
import { parseBrowserId } from '#session/browser.ts'
import { formatCookie, parseCookies, type CookieNames } from '#session/session-cookie.ts'
import type { ReadSession, SessionReader } from '#session/session-reader-store.ts'
import { attemptIdsOf } from '#session/session-views.ts'
import type { ProviderConfig } from '../provider-config.ts'
import { BffError } from '../errors.ts'
import { buildAuthorizationUrl, chooseIntentRequest } from './authorization-url.ts'
import type { AttemptStore } from './attempt-store.ts'
import { buildFlow } from './flow.ts'
import type { FlowStore } from './flow-store.ts'
import {
  ATTEMPT_LIFE_MS,
  ATTEMPT_MEMORY_MS,
  buildAttemptId,
  MAX_OPEN_ATTEMPTS,
  type Expectation,
  type LoginAttempt,
} from './login-attempt.ts'
import { refusePrefetch } from './prefetch-middleware.ts'
import { chooseReturnTo, withFlow } from './return-to.ts'

export interface ConnectStartDeps {
  readonly provider: ProviderConfig
  readonly redirectUri: string
  readonly cookies: CookieNames
  readonly reader: SessionReader
  readonly principals: Pick<PrincipalStore, 'findPerson'>
  readonly findConnection: (connectionId: string) => Promise<ConnectionRecord | undefined>
  readonly attempts: AttemptStore
  readonly flows: Pick<FlowStore, 'save'>
  readonly takesPkce: () => Promise<boolean>
  readonly isCsrfToken: (browserId: string, token: string) => boolean
  readonly browserOf: (browserId: string) => string
  readonly consumeStart: (key: string) => Promise<{ readonly allowed: boolean; readonly retryAtMs: number }>
  readonly clock: () => number
  readonly onAttempt: (outcome: 'begun' | 'abandoned') => void
}

const MAX_FORM_BYTES = 8 * 1024

/** `POST /connect/start`: a plain form, so that it works before any script has loaded; answers 303 to the provider. */
export function createConnectStartRoutes(deps: ConnectStartDeps): Router {
  const { cookies, clock } = deps
  const router = Router()

  router.post(
    BFF_PATHS.connectStart,
    refusePrefetch,
    express.urlencoded({ extended: false, limit: MAX_FORM_BYTES, parameterLimit: 20 }),
    async (req, res) => {
      const form = readForm(req, [...deps.provider.scopes, ...deps.provider.optionalScopes])
      const jar = parseCookies(req.headers.cookie)
      const browserId = parseBrowserId(jar.get(cookies.browser))
      if (browserId === undefined || !deps.isCsrfToken(browserId, form.csrf)) {
        throw new BffError('csrf-token-mismatch', {
          log: { layer: 'csrf', hasCookie: browserId !== undefined },
        })
      }
      const limits = await Promise.all(
        [`browser:${browserId}`, `address:${addressKey(req.ip)}`].map((key) => deps.consumeStart(key)),
      )
      const refused = limits.find(({ allowed }) => !allowed)
      if (refused !== undefined) {
        const flow = buildFlow(
          {
            id: randomId(),
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
        await deps.flows.save(flow)
        res.redirect(303, withFlow(form.returnTo, flow.result.id))
        return
      }
      const session = await deps.reader.read(req.headers.cookie)
      const attempt = await beginAttempt(form, browserId, session)
      setAttemptCookies(res, jar, attempt)
      res.redirect(303, await addressOf(attempt))
    },
  )

  /** The attempt of this form: a new one, or the one its idempotency key began before. */
  async function beginAttempt(
    form: ConnectForm,
    browserId: string,
    session: ReadSession | undefined,
  ): Promise<LoginAttempt> {
    const attempt = await buildAttempt(form, browserId, session)
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

  async function buildAttempt(
    form: ConnectForm,
    browserId: string,
    session: ReadSession | undefined,
  ): Promise<LoginAttempt> {
    const found = form.connectionId === '' ? undefined : await deps.findConnection(form.connectionId)
    const subject = session !== undefined && found?.principalId === session.principalId ? found : undefined
    const isAboutConnection = form.intent !== 'connect' && form.intent !== 'change_business'
    // Without a session, or about a connection that is gone, all that can be meant is to connect.
    const intent = isAboutConnection && subject === undefined ? 'connect' : form.intent
    const expected = await expectationOf(session, isAboutConnection ? subject : undefined)
    const nowMs = clock()
    const id = buildAttemptId(nowMs, randomId(12))
    return {
      id,
      state: `${id}.${randomId(24)}`,
      cookie: randomId(24),
      browserId,
      codeVerifier: (await deps.takesPkce()) ? randomId(32) : null,
      intent,
      connectionId: subject?.id ?? null,
      expected,
      scopes: chooseIntentRequest(intent, subject, deps.provider, form.wanted).scopes,
      returnTo: form.returnTo,
      startedAtMs: nowMs,
      expiresAtMs: nowMs + ATTEMPT_LIFE_MS,
    }
  }

  async function expectationOf(
    session: ReadSession | undefined,
    subject: ConnectionRecord | undefined,
  ): Promise<Expectation | null> {
    if (session === undefined) return null
    const person = await deps.principals.findPerson(session.principalId)
    if (person === undefined) return null
    return {
      principalId: session.principalId,
      userId: person.userId,
      email: subject?.email ?? person.email,
      businessId: subject?.businessId,
      businessName: subject?.businessName ?? null,
    }
  }

  async function addressOf(attempt: LoginAttempt): Promise<string> {
    const subject =
      attempt.connectionId === null ? undefined : await deps.findConnection(attempt.connectionId)
    return buildAuthorizationUrl(deps.provider.authUrl, {
      ...chooseIntentRequest(attempt.intent, subject, deps.provider),
      scopes: attempt.scopes,
      clientId: deps.provider.clientId,
      redirectUri: deps.redirectUri,
      state: attempt.state,
      codeChallenge:
        attempt.codeVerifier === null ? undefined : await deriveCodeChallenge(attempt.codeVerifier),
    })
  }

  /** One cookie for this attempt; the oldest ones go when there are too many. */
  function setAttemptCookies(
    res: express.Response,
    jar: ReadonlyMap<string, string>,
    attempt: LoginAttempt,
  ): void {
    const others = attemptIdsOf(jar, cookies.attemptPrefix).filter((id) => id !== attempt.id)
    for (const id of others.slice(MAX_OPEN_ATTEMPTS - 1)) {
      res.append('Set-Cookie', formatCookie(`${cookies.attemptPrefix}${id}`, '', 0, cookies.isSecure))
      deps.onAttempt('abandoned')
      deps.attempts.drop(id).catch(() => undefined)
    }
    const name = `${cookies.attemptPrefix}${attempt.id}`
    res.append('Set-Cookie', formatCookie(name, attempt.cookie, ATTEMPT_MEMORY_MS / 1000, cookies.isSecure))
  }

  return router
}

interface ConnectForm {
  readonly intent: ReturnType<typeof IntentSchema.parse>
  readonly connectionId: string
  readonly returnTo: string
  readonly csrf: string
  readonly idempotencyKey: string
  readonly wanted: readonly string[]
}

/** @param known Scope values this app may ask for. */
function readForm(req: Request, known: readonly string[]): ConnectForm {
  if (req.is('application/x-www-form-urlencoded') === false) throw new BffError('unsupported-media-type')
  const body: unknown = req.body
  const read = (field: string): string => {
    const value: unknown =
      typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined
    return typeof value === 'string' ? value.slice(0, 1024) : ''
  }
  const intent = IntentSchema.safeParse(read(CONNECT_FORM_FIELDS.intent) || 'connect')
  const wanted = parseScope(read(CONNECT_FORM_FIELDS.want))
  if (!intent.success || wanted.some((scope) => !known.includes(scope))) throw new BffError('bad-request')
  return {
    intent: intent.data,
    connectionId: read(CONNECT_FORM_FIELDS.connectionId),
    returnTo: chooseReturnTo(read(CONNECT_FORM_FIELDS.returnTo)),
    csrf: read(CONNECT_FORM_FIELDS.csrf),
    idempotencyKey: read(CONNECT_FORM_FIELDS.idempotencyKey).slice(0, 128),
    wanted,
  }
}
