import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharePostgres, startPostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { until } from '@counterfoil/testkit/until'
import { openDatabase } from '#database/open-database.ts'
import { startProvider, type ProviderFixture, type TestClient } from '#testing/provider-fixture.ts'

describe('an outage of the database', () => {
  let postgres: TestPostgres
  let provider: ProviderFixture
  let client: TestClient

  beforeAll(async () => {
    postgres = await startPostgres()
    const { url } = await postgres.createDatabase()
    // The test server does not flush writes; here committed rows must survive a crash.
    const durable = `${url}?options=${encodeURIComponent('-c synchronous_commit=on')}`
    provider = await startProvider({ database: { kind: 'postgres', url: durable, maxConnections: 5 } })
    client = await provider.createClient()
  })
  afterAll(async () => {
    await provider.close().catch(() => undefined)
    await postgres.close()
  })

  it('is a 503 that is never reported as the caller’s fault; nothing is half done and everything works again', async () => {
    const { code } = await provider.allow(client)
    const { refreshToken, accessToken } = await provider.connect(client)
    await postgres.crash()
    const references: unknown[] = []
    for (const answer of [
      await provider.exchange(client, code),
      await provider.refresh(client, refreshToken),
      await provider.revoke(client, accessToken),
    ]) {
      expect(answer.status).toBe(503)
      expect(answer.json).toMatchObject({
        error: 'temporarily_unavailable',
        reference: expect.stringMatching(/^\w{4}-\w{2}$/),
      })
      expect(answer.headers.get('retry-after')).toBe('2')
      references.push(answer.json['reference'])
    }
    expect((await provider.authorize(client)).status).toBe(503)
    expect((await fetch(`${provider.base}/health/live`)).status).toBe(200)
    expect((await fetch(`${provider.base}/health/ready`)).status).toBe(503)
    const lines = provider
      .logs()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    // One error for all of them. Each request is logged with its reference, whether a request or a background task failed first.
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { event: 'outage.began', outage: 'database' },
    ])
    const failed = lines.filter((line) => [line['event'], line['failed']].includes('request.failed'))
    expect(new Set(failed.map(({ reference }) => reference)).size).toBe(references.length + 1)
    expect(failed.map(({ reference }) => reference)).toEqual(expect.arrayContaining(references))

    await postgres.start()
    await until(
      'the provider is ready again',
      async () => (await fetch(`${provider.base}/health/ready`)).status === 200,
    )
    expect(await provider.bearer(accessToken)).toBe('active')
    expect((await provider.refresh(client, refreshToken)).status).toBe(200)
    expect((await provider.exchange(client, code)).status).toBe(200)
  })

  it('between reading and writing leaves the code used or unused, and a new attempt succeeds', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { code } = await provider.allow(client)
      const calls = Array.from({ length: 8 }, () => provider.exchange(client, code))
      await postgres.crash()
      const answers = await Promise.all(calls)
      for (const { status } of answers) expect([200, 400, 503]).toContain(status)
      await postgres.start()
      await until(
        'the provider is ready again',
        async () => (await fetch(`${provider.base}/health/ready`)).status === 200,
      )
      const again = await provider.exchange(client, code)
      expect([200, 400]).toContain(again.status)
      const families = await provider.deps.db
        .selectFrom('authorization_codes as c')
        .leftJoin('token_families as f', 'f.id', 'c.family_id')
        .where('c.consumed_at', 'is not', null)
        .where((where) => where.or([where('f.id', 'is', null), where('f.refresh_digest', 'is', null)]))
        .select('c.code_digest')
        .execute()
      expect(families).toEqual([])
      expect((await provider.connect(client)).json).toHaveProperty('access_token')
    }
  })
})

describe('a running revocation', () => {
  it('makes the exchange of a code wait, and then fail because the code was revoked', async () => {
    const postgres = await sharePostgres()
    const { url } = await postgres.createMigratedDatabase()
    const location = { kind: 'postgres', url, maxConnections: 5 } as const
    const provider = await startProvider({ database: location })
    const beside = await openDatabase(location)
    const client = await provider.createClient()
    const { code, grantId } = await provider.allow(client)
    const waiting = async () => {
      const locks = sql<{ n: number }>`
        select count(*)::integer as n from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`
      return ((await locks.execute(provider.deps.db)).rows[0]?.n ?? 0) > 0
    }

    const ended = Promise.withResolvers<void>()
    const exchangeWaits = Promise.withResolvers<void>()
    const ending = beside.db.transaction().execute(async (trx) => {
      const end = { ended_at: new Date(), end_reason: 'withdrawn_by_user' } as const
      await trx.updateTable('grants').set(end).where('id', '=', grantId).execute()
      ended.resolve()
      await exchangeWaits.promise
      await trx.updateTable('token_families').set(end).where('grant_id', '=', grantId).execute()
    })
    await ended.promise
    const answer = provider.exchange(client, code)
    await until('the exchange waits for the end of the grant', waiting)
    exchangeWaits.resolve()
    await ending

    expect((await answer).json['error']).toBe('invalid_grant')
    const families = await beside.db.selectFrom('token_families').select('id').execute()
    expect(families).toEqual([])
    await beside.close()
    await provider.close()
    await postgres.close()
  })
})
