import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { execute, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GrantId } from '@counterfoil/oauth/ids'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { createBooksWriters } from '#books/books-writers.ts'
import { createMessageWriter } from '#books/messages/message-store.ts'
import { NOUNS, openNouns } from '#books/nouns.ts'
import { newUuid } from '#crypto/new-uuid.ts'
import type { DatabaseLocation } from '#database/open-database.ts'
import { buildServedSchema } from '#graphql/schema/schema.ts'
import { parcelNoun } from '#testing/parcel/parcel-noun.ts'
import { up } from '#testing/parcel/parcel-tables.ts'
import { startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'
import { generate } from '../codegen.ts'
import { joinSchema } from './join-schema.ts'

const nouns = [...NOUNS, parcelNoun]

/** Follows the steps of "How a noun is added" in docs/architecture.md with a noun that the provider does not serve. */
describe.each(['memory', 'postgres'] as const)('a new noun, on a database of kind %s', (kind) => {
  let postgres: TestPostgres | undefined
  let endpoint: Endpoint

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await sharePostgres()
    const url = (await postgres?.createDatabase())?.url
    const database: DatabaseLocation =
      url === undefined ? { kind: 'memory' } : { kind: 'postgres', url, maxConnections: 2 }
    endpoint = await startEndpoint({ database })
    await up(endpoint.db as never)
  })
  afterAll(async () => {
    await endpoint.close()
    await postgres?.close()
  })

  it('is served after adding its folder, its tables and one entry in the list of nouns', async () => {
    const userId = await endpoint.seed.user()
    const business = await endpoint.seed.business(userId)
    for (const name of ['Mill & Co', 'Bay Foods']) {
      await endpoint.db
        .insertInto('parcels' as never)
        .values({ id: randomUUID(), business_id: business.uuid, name, created_at: endpoint.now() } as never)
        .execute()
    }
    const texts = await Promise.all(nouns.map(({ sdl }) => readFile(sdl, 'utf8')))
    const schema = buildServedSchema(joinSchema(texts), nouns)
    const contextFor = openNouns(
      {
        db: endpoint.db,
        writers: createBooksWriters(endpoint.db, Date.now),
        clock: () => endpoint.now().getTime(),
        publicUrl: () => 'https://harbour.example',
        messages: createMessageWriter({ addresses: 500, newAddresses: 200, addressesOfApplication: 10_000 }),
      },
      nouns,
    )
    const ask = (scopes: readonly string[]) =>
      execute({
        schema,
        document: parse('{ business { name parcels { name } } }'),
        contextValue: contextFor({
          ...{ userId, applicationId: null, scopes },
          reach: { kind: 'member', grantId: newUuid<GrantId>(), businessId: null },
        }),
      })
    expect(await ask(['business:read', 'invoice:read'])).toEqual({
      data: { business: { name: 'Quay Books', parcels: [{ name: 'Bay Foods' }, { name: 'Mill & Co' }] } },
    })
    expect(await ask(['business:read'])).toMatchObject({ data: { business: { parcels: null } } })
  })
})

describe('the generated types of a new noun', () => {
  it('are up to date', async () => {
    const written = [...(await generate(nouns.map(({ sdl }) => sdl)))].find(([path]) =>
      path.endsWith('/parcel-schema.ts'),
    )
    expect(await readFile(written![0], 'utf8')).toBe(written![1])
  })
})
