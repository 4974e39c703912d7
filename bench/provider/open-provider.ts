import { parseConfig } from '@counterfoil/provider/config'
import { newUuid } from '@counterfoil/provider/crypto/new-uuid'
import { createParts } from '@counterfoil/provider/provider'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import type { BusinessId, PasswordHash, UserId } from '@counterfoil/oauth/ids'
import { TASK } from './variant.ts'

const MANY = '1000000000'
export const OPEN_LIMITS = {
  PROVIDER_REQUESTS_PER_MINUTE: '10000000',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: MANY,
  PROVIDER_GRAPHQL_POINTS_PER_MINUTE_PER_TOKEN: MANY,
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_APPLICATION: MANY,
}

type Parts = Awaited<ReturnType<typeof createParts>>

/** Creates the whole provider in this process, without a request log; on a database in memory unless `env` names one. */
export async function openProvider(
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly parts: Parts; readonly maxStatementsMs: number }> {
  const parsed = parseConfig({
    PROVIDER_SECRET: 'a key of a measurement of thirty-two characters',
    PROVIDER_ADMIN_SOCKET: 'none',
    PROVIDER_DATABASE_CONNECTIONS: String(TASK.poolConnections),
    PROVIDER_LOG_LEVEL: 'silent',
    ...env,
  })
  const config =
    env['DATABASE_URL'] === undefined ? { ...parsed, database: { kind: 'memory' as const } } : parsed
  const logger = createLogger({ name: 'provider', level: 'silent' })
  const parts = await createParts(config, {
    logger,
    clock: () => Date.now(),
    publicUrl: () => 'http://127.0.0.1',
  })
  return { parts, maxStatementsMs: config.graphql.maxStatementsMs }
}

/** Stores people, each with a business whose plan is active. */
export async function addPeople({ db }: Pick<Parts, 'db'>, count: number) {
  const now = new Date()
  const times = { created_at: now, modified_at: now }
  const people = Array.from({ length: count }, () => ({
    user_id: newUuid<UserId>(),
    business_id: newUuid<BusinessId>(),
  }))
  const users = people.map(({ user_id: id }) => ({
    ...{ id, email: `${id}@example.com`, password_hash: 'none' as PasswordHash, ...times },
  }))
  const businesses = people.map(({ business_id: id }) => ({
    ...{ id, name: 'Quay Books', currency_code: 'CAD', ...times },
  }))
  await db.insertInto('users').values(users).execute()
  await db.insertInto('businesses').values(businesses).execute()
  await db
    .insertInto('memberships')
    .values(people.map((person) => ({ ...person, role: 'owner' as const, created_at: now })))
    .execute()
  await db
    .insertInto('plans')
    .values(
      people.map(({ business_id }) => ({
        ...{ business_id, state: 'active' as const, name: 'Pro', modified_at: now },
      })),
    )
    .execute()
  return people
}
