import { CompiledQuery } from 'kysely'
import { randomUUID } from 'node:crypto'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { createMetrics } from '@counterfoil/service/telemetry/metrics'
import { listen } from '@counterfoil/service/http/listen-and-stop'
import { requestIdMiddleware } from '@counterfoil/service/telemetry/request-id-middleware'
import { readSettings } from '@counterfoil/service/settings/config-faults'
import express from 'express'
import type { ApplicationId, BusinessId, GrantId, TokenFamilyId, UserId } from '@counterfoil/oauth/ids'
import { asClientId, asPasswordHash } from '@counterfoil/oauth/testing/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import { TEMPORARILY_UNAVAILABLE } from '#caller/caller-error.ts'
import { readMessageQuotas } from '#mail/mail-settings.ts'
import { createBooksWriters } from '#books/books-writers.ts'
import { createApplicationLogStore } from '#applications/call-log-store.ts'
import type { Database, PlanState } from '#database/database.ts'
import { openDatabase, type DatabaseLocation } from '#database/open-database.ts'
import type { RunStatement } from '#database/statement.ts'
import { createStatementBudgets } from '#database/statement-budget.ts'
import { createBearerStore } from '#tokens/bearer-store.ts'
import { digestOf, newToken } from '#crypto/secrets.ts'
import { createPersonalTokenStore } from '#tokens/personal-token-store.ts'
import { createGraphqlRoutes, type GraphqlDependencies } from '#graphql/graphql-routes.ts'
import { GRAPHQL_PATH } from '#graphql/call.ts'
import { readGraphqlSettings, type GraphqlSettings } from '#graphql/limits/graphql-settings.ts'
import { makeOwnDatabase } from './own-database.ts'

/** Returns a function that runs statements through Kysely, for a test that has only a handle. */
function runThrough(db: Database): RunStatement {
  return async <Row>(text: string, values: readonly unknown[]) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/** Starts the GraphQL endpoint on a free port, by default on a new PostgreSQL database, with a clock that tests move. */
export async function startEndpoint(
  options: {
    readonly env?: Readonly<Record<string, string>>
    readonly database?: DatabaseLocation
    /** An endpoint whose database the new one shares. */
    readonly beside?: { readonly db: Database }
    readonly wrap?: (deps: GraphqlDependencies) => GraphqlDependencies
  } = {},
) {
  const own = (options.beside ?? options.database) ? undefined : await makeOwnDatabase()
  const location = options.database ?? own?.location
  const opened = options.beside || location === undefined ? undefined : await openDatabase(location)
  const db = options.beside?.db ?? opened?.db
  const budgets = opened?.budgets ?? createStatementBudgets()
  if (db === undefined) throw new Error('There is no database')
  let nowMs = Date.parse('2026-11-20T08:00:00.000Z')
  const clock = () => nowMs
  const lines: string[] = []
  const logger = createLogger({
    name: 'provider',
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) },
  })
  const settings: GraphqlSettings = readGraphqlSettings(
    // The clock does not move by itself, so all calls of a test are in one minute.
    readSettings({ PROVIDER_GRAPHQL_POINTS_PER_MINUTE_PER_TOKEN: '1000000000', ...options.env }),
  )
  const metrics = createMetrics({ service: 'provider' })
  const applicationLog = createApplicationLogStore({ db, clock, logger, callsPerMinute: 1_000_000 })
  const bearers = createBearerStore({ run: runThrough(db), clock })
  const deps = {
    config: {
      name: 'Harbour',
      graphql: settings,
      mail: { quotas: readMessageQuotas(readSettings(options.env ?? {})) },
    },
    publicUrl: () => 'https://harbour.example',
    db,
    reading: opened?.reading ?? db,
    writers: createBooksWriters(opened?.writing ?? db, clock),
    budgets,
    clock,
    logger,
    lines: { mayWrite: () => true },
    metrics,
    bearers,
    applicationLog,
  }
  const app = express()
  app.use(requestIdMiddleware())
  app.use(createGraphqlRoutes(options.wrap?.(deps) ?? deps))
  const listening = await listen(app, { host: '127.0.0.1', port: 0 })

  return {
    url: `${listening.url}${GRAPHQL_PATH}`,
    db,
    budgets,
    metrics,
    applicationLog,
    /** Returns all log lines so far, parsed. */
    logged: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
    logText: () => lines.join(''),
    advance: (ms: number) => {
      nowMs += ms
    },
    now: () => new Date(nowMs),
    seed: createSeeds(db, () => new Date(nowMs)),
    async close() {
      await listening.close(100)
      await applicationLog.close()
      await opened?.close()
      await own?.drop()
    },
  }
}
export type Endpoint = Awaited<ReturnType<typeof startEndpoint>>

/** Writes the rows a test needs. */
function createSeeds(db: Database, now: () => Date) {
  const seeds = {
    async user(email = `${randomUUID()}@example.com`) {
      const id = newUuid<UserId>()
      await db
        .insertInto('users')
        .values({
          id,
          email,
          first_name: 'Ada',
          last_name: 'Quay',
          password_hash: asPasswordHash('none'),
          created_at: now(),
          modified_at: now(),
        })
        .execute()
      return id
    },
    async business(
      userId: UserId,
      options: {
        readonly name?: string
        readonly plan?: PlanState
        readonly isArchived?: boolean
        readonly isDefault?: boolean
        readonly createdAt?: Date
        readonly details?: Readonly<Record<string, string | boolean>>
      } = {},
    ) {
      const id = newUuid<BusinessId>()
      await db
        .insertInto('businesses')
        .values({
          id,
          name: options.name ?? 'Quay Books',
          currency_code: 'CAD',
          is_archived: options.isArchived ?? false,
          created_at: options.createdAt ?? now(),
          modified_at: now(),
          ...options.details,
        })
        .execute()
      await db
        .insertInto('memberships')
        .values({
          user_id: userId,
          business_id: id,
          role: 'owner',
          is_default: options.isDefault ?? false,
          created_at: now(),
        })
        .execute()
      await db
        .insertInto('plans')
        .values({ business_id: id, state: options.plan ?? 'active', name: 'Pro', modified_at: now() })
        .execute()
      return { uuid: id, id: wireIdOf('Business', id) }
    },
    async application(name = 'Counterfoil') {
      const id = newUuid<ApplicationId>()
      await db
        .insertInto('applications')
        .values({
          id,
          client_id: asClientId(`client-${id}`),
          name,
          description: 'Shows your business.',
          redirect_entries: ['http://localhost:3000/callback'],
          allowed_scopes: 'user:read business:read',
          restriction: 'single_business',
          access_token_seconds: 7200,
          logo_url: 'https://example.com/logo.png',
          created_at: now(),
          modified_at: now(),
        })
        .execute()
      return id
    },
    /** Creates an access token of an application. */
    async token(options: {
      readonly userId: UserId
      readonly applicationId: ApplicationId
      readonly businessId?: BusinessId
      readonly scopes?: string
    }) {
      const grantId = newUuid<GrantId>()
      const scopes = options.scopes ?? 'user:read business:read'
      await db
        .insertInto('grants')
        .values({
          id: grantId,
          user_id: options.userId,
          application_id: options.applicationId,
          business_id: options.businessId ?? null,
          scopes,
          granted_at: now(),
          confirmed_at: now(),
          receipt_reference: '7F2K-91',
          ended_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const grant = await db
        .selectFrom('grants')
        .select('id')
        .where('user_id', '=', options.userId)
        .where('application_id', '=', options.applicationId)
        .where('business_id', options.businessId === undefined ? 'is' : '=', options.businessId ?? null)
        .executeTakeFirstOrThrow()
      const familyId = newUuid<TokenFamilyId>()
      const token = newToken('accessToken', familyId)
      await db
        .insertInto('token_families')
        .values({
          id: familyId,
          kind: 'oauth',
          grant_id: grant.id,
          application_id: options.applicationId,
          user_id: options.userId,
          business_id: options.businessId ?? null,
          scopes,
          created_at: now(),
          access_digest: digestOf(token),
          access_scopes: scopes,
          access_issued_at: now(),
          access_expires_at: new Date(now().getTime() + 7_200_000),
        })
        .execute()
      return { token, grantId: grant.id, familyId }
    },
    /** Creates a personal token that may do everything. */
    async personalToken(userId: UserId) {
      const store = createPersonalTokenStore({ db, clock: () => now().getTime(), sendsMail: false })
      return (await store.mint(userId, { name: 'Script' })).token
    },
  }
  return seeds
}

export type GraphqlAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly data?: any
    readonly errors?: {
      readonly message: string
      readonly path?: readonly (string | number)[]
      readonly locations?: readonly unknown[]
      readonly extensions: Readonly<Record<string, any>>
    }[]
  }
}

/** Sends a POST with a Bearer token. A text `body` is sent unchanged. */
export async function call(
  endpoint: { readonly url: string },
  token: string | undefined,
  body: string | Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<GraphqlAnswer> {
  const response = await fetch(endpoint.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Sends a query with a Bearer token. */
export function ask(
  endpoint: { readonly url: string },
  token: string | undefined,
  query: string,
  variables?: Readonly<Record<string, unknown>>,
): Promise<GraphqlAnswer> {
  return call(endpoint, token, { query, variables })
}

/** The reasons after which a call can be repeated: on a busy machine some of many simultaneous calls are refused. */
const BUSY: ReadonlySet<unknown> = new Set([TEMPORARILY_UNAVAILABLE, 'at_once'])

/** Repeats {@link ask} while the provider refuses the call because it is too busy. */
export async function askUntilServed(...asked: Parameters<typeof ask>): Promise<GraphqlAnswer> {
  const answer = await ask(...asked)
  return BUSY.has(answer.body.errors?.[0]?.extensions?.reason) ? askUntilServed(...asked) : answer
}
