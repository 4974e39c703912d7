import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

const TOO_LONG = {
  message: 'This took too long and was stopped. Ask for less at a time, or try again later.',
  extensions: { code: 'INTERNAL_SERVER_ERROR', reason: 'took_too_long' },
}

describe('a call that exceeds its time for statements', () => {
  let postgres: TestPostgres
  let endpoint: Endpoint
  let holder: Client
  let token: string
  let businessId: string
  /** Runs between authentication and execution. */
  let meanwhile = () => {}

  beforeAll(async () => {
    postgres = await sharePostgres()
    const { url } = await postgres.createMigratedDatabase()
    endpoint = await startEndpoint({
      // With one connection the next call sees any setting that a call leaves on it.
      database: { kind: 'postgres', url, maxConnections: 1 },
      env: { PROVIDER_GRAPHQL_MAX_STATEMENTS_MS: '1000' },
      wrap: (deps) => ({
        ...deps,
        bearers: {
          lookUp: async (sent) => {
            const bearer = await deps.bearers.lookUp(sent)
            meanwhile()
            return bearer
          },
        },
      }),
    })
    const userId = await endpoint.seed.user()
    businessId = (await endpoint.seed.business(userId)).id
    token = await endpoint.seed.personalToken(userId)
    holder = new Client({ connectionString: url })
    await holder.connect()
  })
  afterAll(async () => {
    await holder.end()
    await endpoint.close()
    await postgres.close()
  })

  /** Locks a table while the work runs, so that every read of it waits. */
  const whileHeld = async <Value>(table: string, work: () => Promise<Value>): Promise<Value> => {
    await holder.query('begin')
    await holder.query(`lock table ${table} in access exclusive mode`)
    try {
      return await work()
    } finally {
      await holder.query('rollback')
    }
  }
  /** Returns the statement timeout of the next statement on the connection. */
  const limitNow = async () => {
    const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit from (values (${1}::int)) as one`.execute(
      endpoint.db,
    )
    return rows[0]?.limit
  }
  const read = () =>
    ask(endpoint, token, `{ business(id: "${businessId}") { name customers { edges { node { name } } } } }`)
  const create = (name: string) =>
    ask(
      endpoint,
      token,
      'mutation ($input: CustomerCreateInput!) { customerCreate(input: $input) { didSucceed } }',
      { input: { businessId, name } },
    )

  it('is stopped in the field that took it, keeps the rest, and is logged as our fault', async () => {
    const { status, body } = await whileHeld('customers', read)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: { business: { name: 'Quay Books', customers: null } },
      errors: [{ ...TOO_LONG, path: ['business', 'customers', 'edges'] }],
    })
    expect(endpoint.logged()).toContainEqual(
      expect.objectContaining({ level: 'error', errorId: body.errors?.[0]?.extensions.id }),
    )
  })

  it('is stopped during authentication, and answers nothing', async () => {
    const { status, body } = await whileHeld('token_families', read)
    expect(status).toBe(500)
    expect(body).toEqual({ errors: [expect.objectContaining({ message: TOO_LONG.message })] })
    expect((await read()).body.errors).toBeUndefined()
  })

  it('leaves its connection usable, also for background work', async () => {
    await whileHeld('customers', read)
    expect((await read()).body.errors).toBeUndefined()
    const { rows } = await holder.query(
      `select count(*)::int as open from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`,
    )
    expect(rows).toEqual([{ open: 0 }])
    expect(await limitNow()).toBe('0')
  })

  it('is also limited after a transaction was rolled back', async () => {
    const inCall = <Value>(work: () => Promise<Value>) =>
      endpoint.budgets.within({ startedAtMs: 0, wholeMs: 1000, clock: () => 0 }, work)
    expect(await limitNow()).toBe('0')
    const undone = inCall(() =>
      endpoint.db.transaction().execute(async (trx) => {
        await trx.selectFrom('users').select('id').where('email', '=', 'nobody').execute()
        throw new Error('undone')
      }),
    )
    await expect(undone).rejects.toThrow('undone')
    expect(await inCall(limitNow)).toBe('1s')
  })

  it('changes nothing if it is a mutation', async () => {
    const { body } = await whileHeld('customers', () => create('Anna'))
    expect(body).toMatchObject({ data: { customerCreate: null }, errors: [TOO_LONG] })
    expect((await create('Bert')).body.data.customerCreate.didSucceed).toBe(true)
    expect((await read()).body.data.business.customers.edges).toEqual([{ node: { name: 'Bert' } }])
  })

  it('sends no statement if no time is left', async () => {
    meanwhile = () => endpoint.advance(1000)
    const { body } = await read()
    meanwhile = () => {}
    expect(body).toMatchObject({ data: { business: null }, errors: [TOO_LONG] })
    expect((await read()).body.errors).toBeUndefined()
  })
})
