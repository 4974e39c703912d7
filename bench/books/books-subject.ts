// The whole provider with businesses that keep books, for the measurements of the books. The request log is off.
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { parseConfig } from '@counterfoil/provider/config'
import { newUuid } from '@counterfoil/provider/crypto/new-uuid'
import { createApp, createParts } from '@counterfoil/provider/provider'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import type { BusinessId, PasswordHash, UserId } from '@counterfoil/oauth/ids'
import { Client } from 'pg'
import { fillBooks } from './fill-books.ts'

const WITHOUT_LIMITS = {
  PROVIDER_REQUESTS_PER_MINUTE: '10000000',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: '1000000000',
  PROVIDER_GRAPHQL_POINTS_PER_MINUTE_PER_TOKEN: '1000000000',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_APPLICATION: '1000000000',
}
const databaseUrl = process.env['DATABASE_URL'] ?? ''
const sizes = (process.env['BOOKS'] ?? '1000').split(',').map(Number)
const config = parseConfig({
  DATABASE_URL: databaseUrl,
  PROVIDER_SECRET: 'a key of a measurement of thirty-two characters',
  PROVIDER_ADMIN_SOCKET: 'none',
  PROVIDER_DATABASE_CONNECTIONS: '10',
  PROVIDER_LOG_LEVEL: 'silent',
  ...(process.env['LIMITS'] === 'default' ? {} : WITHOUT_LIMITS),
})
const clock = () => Date.now()
const logger = createLogger({ name: 'provider', level: config.logLevel })
const deps = await createParts(config, { logger, clock, publicUrl: () => 'http://127.0.0.1' })
const now = new Date()
const times = { created_at: now, modified_at: now }

const client = new Client({ connectionString: databaseUrl })
await client.connect()
const prepared: { readonly invoices: number; readonly businessId: BusinessId; readonly token: string }[] = []
for (const invoices of sizes) {
  const [userId, businessId] = [newUuid<UserId>(), newUuid<BusinessId>()]
  await deps.db
    .insertInto('users')
    .values({ id: userId, email: `${userId}@example.com`, password_hash: 'none' as PasswordHash, ...times })
    .execute()
  await deps.db
    .insertInto('businesses')
    .values({ id: businessId, name: 'Quay Books', currency_code: 'CAD', ...times })
    .execute()
  await deps.db
    .insertInto('memberships')
    .values({ user_id: userId, business_id: businessId, role: 'owner', created_at: now })
    .execute()
  await deps.db
    .insertInto('plans')
    .values({ business_id: businessId, state: 'active', name: 'Pro', modified_at: now })
    .execute()
  const { token } = await deps.personalTokens.mint(userId, { name: 'Measured' })
  await fillBooks(client, { businessId, invoices })
  prepared.push({ invoices, businessId, token })
}
await client.query('vacuum analyze')
await client.end()

const server = createApp(deps, { isStopping: () => false }).listen(0, '127.0.0.1', () => {
  writeFileSync(process.env['PREPARED_FILE'] ?? '', JSON.stringify(prepared))
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
