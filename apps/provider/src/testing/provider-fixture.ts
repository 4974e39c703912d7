import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { listen } from '@counterfoil/service/http/listen-and-stop'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import type { BrowserKey, BusinessId, ClientId, UserId } from '@counterfoil/oauth/ids'
import {
  asAccessToken,
  asAuthorizationCode,
  asAuthorizationHandle,
  asBrowserKey,
  asGrantId,
  asRefreshToken,
} from '@counterfoil/oauth/testing/ids'
import type { Application, ApplicationDraft } from '#applications/application.ts'
import { createBrowserSessionStore } from '#users/browser-session-store.ts'
import { DEMO_BUSINESSES, DEMO_USERS } from '#demo/demo-data.ts'
import { parseConfig, type ProviderConfig } from '../config.ts'
import { createApp, createParts } from '#provider.ts'
import { makeOwnDatabase } from './own-database.ts'

export type ProviderFixture = Awaited<ReturnType<typeof startProvider>>

export interface TestClient {
  readonly application: Application
  readonly clientId: ClientId
  readonly secret: string
  readonly redirectUri: string
}

export const REDIRECT_URI = 'http://app.example/callback'
export const SCOPE = 'user:read business:read invoice:read'
export const MANY = DEMO_USERS.many.id
export const NORTHWIND = DEMO_BUSINESSES.northwind.id
export const BAKERY = DEMO_BUSINESSES.bakery.id

/** The secret of all providers of the tests, because two providers on one database must have the same. */
export const TEST_SECRET = 'a key for tests that is the same in each process'

/**
 * Starts a provider in this process on a free port, with the demo accounts, access to its stores, and a clock to be moved, on
 * a new PostgreSQL database by default.
 * Instead of using the pages, {@link ProviderFixture.allow} answers a prompt directly.
 */
export async function startProvider(
  options: {
    readonly database?: ProviderConfig['database']
    readonly env?: Readonly<Record<string, string>>
    /** The time in milliseconds at which its clock stays until a test moves it. */
    readonly standsAtMs?: number
  } = {},
) {
  let offsetMs = 0
  const clock = () => (options.standsAtMs ?? Date.now()) + offsetMs
  const lines: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const own = options.database === undefined ? await makeOwnDatabase() : undefined
  const config: ProviderConfig = {
    ...parseConfig({
      PROVIDER_SECRET: TEST_SECRET,
      PROVIDER_SEED: 'people',
      PROVIDER_SEED_PUBLIC: 'true',
      PROVIDER_PORT: '0',
      PROVIDER_ADMIN_SOCKET: 'none',
      PROVIDER_REQUESTS_PER_MINUTE: '1000000',
      PROVIDER_LOGGED_CALLS_PER_MINUTE: '1000000',
      PROVIDER_LOG_LINES_PER_MINUTE: '1000000',
      ...options.env,
    }),
    ...(own === undefined ? {} : { database: own.location }),
    ...(options.database === undefined ? {} : { database: options.database }),
  }
  let url = ''
  const deps = await createParts(config, {
    logger: createLogger({ name: 'provider', level: 'debug', destination }),
    clock,
    publicUrl: () => url,
  })
  const app = createApp(deps, { isStopping: () => false })
  const listening = await listen(app, { host: '127.0.0.1', port: 0 })
  url = config.publicUrl ?? listening.url
  const base = listening.url
  const sessions = createBrowserSessionStore(deps.db, clock)

  const createClient = async (draft: Partial<ApplicationDraft> = {}): Promise<TestClient> => {
    const { application, secret } = await deps.applications.create({
      name: 'Ledger Pal',
      redirectEntries: [REDIRECT_URI],
      restriction: 'single_business',
      allowedScopes: ['user:*', 'business:*', 'invoice:*', 'customer:*', 'transaction:*'],
      optionalScopes: [],
      scopeReasons: {},
      description: null,
      homePageUrl: null,
      logoUrl: null,
      ownerUserId: null,
      accessTokenSeconds: config.accessTokenSeconds,
      rotateRefreshTokens: false,
      isStrict: false,
      sendsIssuer: null,
      isChecked: true,
      ...draft,
    })
    return {
      application,
      clientId: application.clientId,
      secret,
      redirectUri: application.redirectEntries[0] ?? '',
    }
  }

  /** GET authorize. `query` adds to, replaces, or (undefined) removes the parameters of a good request. */
  const authorize = async (
    client: TestClient,
    query: Readonly<Record<string, string | undefined>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const good = {
      client_id: client.clientId,
      response_type: 'code',
      scope: SCOPE,
      redirect_uri: client.redirectUri,
      state: 's',
    }
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...good, ...query }))
      if (value !== undefined) parameters.set(name, value)
    const response = await fetch(`${base}/oauth2/authorize/?${parameters}`, { redirect: 'manual', headers })
    const location = response.headers.get('location')
    return {
      status: response.status,
      location,
      handle:
        location?.startsWith('/authorize/') === true ? asAuthorizationHandle(location.slice(11)) : undefined,
      text: await response.text(),
    }
  }

  /** Goes through the flow up to the code: authorize, then approval by a person. */
  const allow = async (
    client: TestClient,
    as: {
      readonly userId?: UserId
      readonly businessId?: BusinessId | null
      readonly scopes?: readonly string[]
    } = {},
    query: Readonly<Record<string, string | undefined>> = {},
  ) => {
    const { handle, location } = await authorize(client, { approval_prompt: 'force', ...query })
    if (handle === undefined) throw new Error(`authorize did not lead to the pages: ${location}`)
    const pending = await deps.pendingAuthorizations.find(handle)
    const single = client.application.restriction === 'single_business'
    const outcome = await deps.answers.finishAuthorization({
      handle,
      userId: as.userId ?? MANY,
      answer: {
        kind: 'allow',
        businessId: as.businessId === undefined ? (single ? NORTHWIND : null) : as.businessId,
        scopes: as.scopes ?? pending?.scopes ?? [],
      },
    })
    if (outcome.kind !== 'redirect') throw new Error(`the answer was not taken: ${outcome.kind}`)
    const answer = new URL(outcome.url)
    return {
      handle,
      url: outcome.url,
      code: asAuthorizationCode(answer.searchParams.get('code') ?? ''),
      grantId: outcome.grantId ?? asGrantId(''),
    }
  }

  const post = async (
    path: string,
    fields: Readonly<Record<string, string | undefined>> | string,
    headers: Readonly<Record<string, string>> = {},
    origin = base,
  ) => {
    const body = typeof fields === 'string' ? fields : formOf(fields)
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parseJson(text) }
  }
  const credentials = (client: TestClient) => ({ client_id: client.clientId, client_secret: client.secret })

  type Fields = Readonly<Record<string, string | undefined>>
  const askForTokens = (client: TestClient, fields: Fields, origin: string) =>
    post(
      '/oauth2/token/',
      { ...credentials(client), redirect_uri: client.redirectUri, ...fields },
      {},
      origin,
    )
  const exchange = (client: TestClient, code: string, fields: Fields = {}, origin = base) =>
    askForTokens(client, { grant_type: 'authorization_code', code, ...fields }, origin)
  const refresh = (client: TestClient, refreshToken: string, fields: Fields = {}, origin = base) =>
    askForTokens(client, { grant_type: 'refresh_token', refresh_token: refreshToken, ...fields }, origin)
  const revoke = (client: TestClient, token: string, fields: Fields = {}, origin = base) =>
    post('/oauth2/token-revoke/', { ...credentials(client), token, ...fields }, {}, origin)

  return {
    base,
    config,
    deps,
    sessions,
    createClient,
    authorize,
    allow,
    post,
    exchange,
    refresh,
    revoke,
    /** Connects: returns the tokens of a person who approved. */
    async connect(
      client: TestClient,
      as: Parameters<typeof allow>[1] = {},
      query: Parameters<typeof allow>[2] = {},
    ) {
      const { code, grantId } = await allow(client, as, query)
      const { status, json } = await exchange(client, code)
      if (status !== 200) throw new Error(`the exchange failed: ${JSON.stringify(json)}`)
      return {
        code,
        grantId,
        accessToken: asAccessToken(String(json['access_token'])),
        refreshToken: asRefreshToken(String(json['refresh_token'])),
        json,
      }
    },
    /** Returns the state of a token according to the Bearer lookup. */
    async bearer(token: string): Promise<string> {
      return (await deps.bearers.lookUp(token)).kind
    },
    /** Returns the Cookie header of a browser in which these people are signed in. The last one is the current account. */
    async signIn(...userIds: readonly UserId[]): Promise<string> {
      let key: BrowserKey | undefined
      for (const userId of userIds) {
        const next = asBrowserKey(randomBytes(32).toString('base64url'))
        await sessions.signIn(key, next, userId)
        key = next
      }
      return `harbour_session=${key}`
    },
    async setPlan(businessId: BusinessId, state: 'active' | 'lapsed' | 'ineligible') {
      await deps.db.updateTable('plans').set({ state }).where('business_id', '=', businessId).execute()
    },
    /** Returns the reasons in the developers' log, newest first. */
    async reasons(client: TestClient): Promise<readonly (string | undefined)[]> {
      const calls = await deps.applicationLog.list(client.application.id, { limit: 100 })
      return calls.map((call) => call.reason)
    },
    advance(ms: number) {
      offsetMs += ms
    },
    logs: () => lines.join(''),
    businessParameter: (businessId: BusinessId) => wireIdOf('Business', businessId),
    async close() {
      await listening.close(1_000)
      await deps.close()
      await own?.drop()
    },
  }
}

function formOf(fields: Readonly<Record<string, string | undefined>>): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
  return form.toString()
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
