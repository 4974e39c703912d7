/**
 * `node apps/provider/src/database/testing/fill-database.ts`: fills a database of today's schema by every mutation, and dumps it
 * beside this file, named after the last migration. The first line of the dump has what tests need to use it.
 */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { letShare, startDumpablePostgres } from '@counterfoil/testkit/postgres'
import { startBooks } from '#testing/books-endpoint.ts'
import { EXAMPLES, makerOf } from '#testing/every-input/input-examples.ts'
import { numbered } from '#testing/every-input/input-variants.ts'
import { call } from '#testing/graphql-endpoint.ts'
import { MANY, startProvider } from '#testing/provider-fixture.ts'
import { knownChanges } from '../migrate.ts'
import type { FilledDatabase } from './filled-database.ts'

const BUSINESSES = 5
/** Lines of a dump that are left out: commands of psql, settings of the session, and extensions that may be missing. */
const LEFT_OUT =
  /^(?:--.*|\\.*|SET .*;|SELECT pg_catalog\.set_config.*;|(?:CREATE|COMMENT ON) EXTENSION .*;|CREATE INDEX .* USING gin .*;)?\n/gm

await using postgres = await startDumpablePostgres()
const { url, name } = await postgres.createDatabase()
const provider = await startProvider({ database: { kind: 'postgres', url, maxConnections: 10 } })
const client = await provider.createClient()
const { refreshToken } = await provider.connect(client)
await provider.signIn(MANY)
await provider.close()

// The endpoint works on a copy of that database.
letShare({ url: postgres.url, migrated: name })
const world = await startBooks('postgres')
const writers: FilledDatabase['writers'][number][] = []
let counted = 0
/** Leaves room for the numbers that documents get by themselves. */
const next = () => (counted += 100)
for (let index = 0; index < BUSINESSES; index += 1) {
  const books = await world.open()
  await books.allowMail(true)
  const make = makerOf(books, next)
  await make('Vendor')
  for (const [mutation, example] of Object.entries(EXAMPLES)) {
    const type = `${mutation.slice(0, 1).toUpperCase()}${mutation.slice(1)}Input`
    const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { didSucceed inputErrors { message } } }`
    const variables = { input: numbered(await example(books, make), next) }
    const { body } = await call(
      world.endpoint,
      books.token,
      { query, variables },
      { 'idempotency-key': randomUUID() },
    )
    if (body.data?.[mutation]?.didSucceed !== true) throw new Error(`${mutation}: ${JSON.stringify(body)}`)
  }
  writers.push({
    token: books.token,
    businessId: books.business.id,
    businessUuid: books.business.uuid,
  })
}

const facts: FilledDatabase = {
  clientId: client.clientId,
  secret: client.secret,
  refreshToken,
  writers,
}
const dump = await postgres.dump(
  world.databaseUrl ?? '',
  '--inserts',
  '--rows-per-insert=50',
  '--no-owner',
  '--no-privileges',
)
await world.close()
const last = Object.keys(knownChanges()).at(-1)?.slice(0, 3)
const file = new URL(`./filled-by-${last}.sql.gz`, import.meta.url)
await writeFile(file, gzipSync(`-- ${JSON.stringify(facts)}\n${dump.replace(LEFT_OUT, '')}`, { level: 9 }))
process.stdout.write(`Wrote ${file.pathname}\n`)
