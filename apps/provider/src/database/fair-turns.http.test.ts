import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, startEndpoint } from '#testing/graphql-endpoint.ts'
import type { Database } from './database.ts'
import { openDatabase, type DatabaseLocation, type OpenDatabase } from './open-database.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await sharePostgres()
})
afterAll(() => postgres.close())

describe.each(['postgres', 'memory'] as const)('a person who used much database time (%s)', (kind) => {
  let opened: OpenDatabase

  beforeAll(async () => {
    const location: DatabaseLocation =
      kind === 'memory'
        ? { kind }
        : { kind, url: (await postgres.createMigratedDatabase()).url, maxConnections: 8 }
    opened = await openDatabase(location)
  })
  afterAll(() => opened.close())

  const callOf = <Value>(person: string, work: (db: Database) => Promise<Value>) =>
    opened.budgets.within({ startedAtMs: 0, wholeMs: 60_000, clock: () => 0 }, async () => {
      opened.budgets.countFor(person)
      return await work(opened.reading)
    })

  it('waits until their running statement ends, while statements of others go first', async () => {
    // The statement takes more than a second in the database itself.
    await callOf('eve', (db) => sql`select pg_sleep(1.1), ${1}::int`.execute(db))
    const order: string[] = []
    const gate = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const held = callOf('eve', (db) =>
      db.connection().execute(async () => {
        isHeld.resolve()
        await gate.promise
        order.push('the first of eve')
      }),
    )
    await isHeld.promise
    const note = (person: string) =>
      callOf(person, (db) => sql`select ${person}::text`.execute(db)).then(() => void order.push(person))
    const second = note('eve')
    const ada = note('ada')
    if (kind === 'postgres') await ada
    gate.resolve()
    await Promise.all([held, second, ada])
    expect(order).toEqual(
      kind === 'postgres' ? ['ada', 'the first of eve', 'eve'] : ['the first of eve', 'ada', 'eve'],
    )
  })
})

describe('a GraphQL call', () => {
  it('counts its statements for the person whose token it was sent with', async () => {
    const people = new Set<string | undefined>()
    const endpoint = await startEndpoint({
      wrap: (deps) => ({
        ...deps,
        reading: deps.reading.withPlugin({
          transformQuery: ({ node }) => {
            people.add(deps.budgets.person())
            return node
          },
          transformResult: async ({ result }) => result,
        }),
      }),
    })
    const userId = await endpoint.seed.user()
    // The stores prepare some statements when they are created.
    people.clear()
    await ask(
      endpoint,
      await endpoint.seed.personalToken(userId),
      '{ businesses { edges { node { name } } } }',
    )
    expect([...people]).toEqual([userId])
    await endpoint.close()
  })
})
