// A server with the whole provider and businesses with books, for the measurements of the books. The request log is off.
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createApp } from '@counterfoil/provider/provider'
import { Client } from 'pg'
import { addPeople, openProvider, OPEN_LIMITS } from '../provider/open-provider.ts'
import { fillBooks } from './fill-books.ts'

const databaseUrl = process.env['DATABASE_URL'] ?? ''
const sizes = (process.env['BOOKS'] ?? '1000').split(',').map(Number)
const { parts } = await openProvider({
  DATABASE_URL: databaseUrl,
  ...(process.env['LIMITS'] === 'default' ? {} : OPEN_LIMITS),
})
const client = new Client({ connectionString: databaseUrl })
await client.connect()
const prepared: object[] = []
for (const [index, { user_id, business_id: businessId }] of (
  await addPeople(parts, sizes.length)
).entries()) {
  const invoices = sizes[index] ?? 0
  const { token } = await parts.personalTokens.mint(user_id, { name: 'Measured' })
  await fillBooks(client, { businessId, invoices })
  prepared.push({ invoices, businessId, token })
}
await client.query('vacuum analyze')
await client.end()

const server = createApp(parts, { isStopping: () => false }).listen(0, '127.0.0.1', () => {
  writeFileSync(process.env['PREPARED_FILE'] ?? '', JSON.stringify(prepared))
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
