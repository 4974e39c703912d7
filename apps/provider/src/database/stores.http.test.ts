import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { asApplicationId, asBusinessId } from '@counterfoil/oauth/testing/ids'
import { BAKERY, MANY, NORTHWIND, startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { seedDemo } from '#demo/demo-store.ts'
import { DEMO_BUSINESSES, DEMO_USERS } from '#demo/demo-data.ts'
import { SWEEP_BATCH_ROWS, sweepExpired } from '#operations/sweeper.ts'

const DAY_MS = 86_400_000

describe.each(['postgres', 'embedded'] as const)('the stores on a database of kind %s', (kind) => {
  let postgres: TestPostgres | undefined
  let provider: ProviderFixture

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await sharePostgres()
    const database = await postgres?.createMigratedDatabase()
    provider = await startProvider({
      database:
        database === undefined
          ? { kind: 'memory' }
          : { kind: 'postgres', url: database.url, maxConnections: 5 },
    })
  })
  afterAll(async () => {
    await provider.close()
    await postgres?.close()
  })

  it('read days, instants in milliseconds, lists and JSON back unchanged', async () => {
    const { db, clock } = provider.deps
    const plan = await db
      .selectFrom('plans')
      .selectAll()
      .where('business_id', '=', NORTHWIND)
      .executeTakeFirstOrThrow()
    expect(plan.ends_on).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const at = new Date(clock())
    await db.updateTable('users').set({ modified_at: at }).where('id', '=', MANY).execute()
    const user = await db
      .selectFrom('users')
      .select('modified_at')
      .where('id', '=', MANY)
      .executeTakeFirstOrThrow()
    expect(user.modified_at.getTime()).toBe(at.getTime())
    const client = await provider.createClient({
      redirectEntries: ['http://a.example/{"x"},y', 'http://b.example/']
        .slice(1)
        .concat('http://a.example/x,y'),
      scopeReasons: { 'user:read': 'to say "hello", \\ and é' },
    })
    const found = await provider.deps.applications.findById(client.application.id)
    expect(found).toEqual(client.application)
    expect(found?.redirectEntries).toEqual(['http://b.example/', 'http://a.example/x,y'])
    expect(found?.scopeReasons).toEqual({ 'user:read': 'to say "hello", \\ and é' })
  })

  it('yield to other work between consecutive statements, also in a transaction', async () => {
    const STATEMENTS = 20
    let turns = 0
    let isDone = false
    const takeTurns = async () => {
      while (!isDone) {
        await setImmediate()
        turns += 1
      }
    }
    const others = takeTurns()
    await provider.deps.db.transaction().execute(async (trx) => {
      for (let count = 0; count < STATEMENTS; count += 1) await trx.selectFrom('users').select('id').execute()
    })
    isDone = true
    await others
    expect(turns).toBeGreaterThanOrEqual(STATEMENTS)
  })

  it('list only the businesses of the person, with whether each can be chosen', async () => {
    const businesses = await provider.deps.businessAccess.listFor(MANY)
    expect(
      businesses.map(({ name, choice }) => [name, choice.kind === 'can' ? 'can' : choice.reason]),
    ).toEqual([
      ['Northwind Trading', 'can'],
      ['Fern & Co', 'plan_ended'],
      ['Harbour Lane Bakery', 'can'],
      ['Maya Chen Photography', 'plan_too_small'],
    ])
    expect(await provider.deps.businessAccess.eligibleBusinessIds(MANY)).toEqual([NORTHWIND, BAKERY].sort())
    expect(await provider.deps.businessAccess.find(MANY, DEMO_BUSINESSES.okafor.id)).toBeUndefined()
    expect(
      await provider.deps.businessAccess.find(MANY, asBusinessId('00000000-0000-4000-8000-000000000000')),
    ).toBeUndefined()
    expect(await provider.deps.businessAccess.listFor(DEMO_USERS.empty.id)).toEqual([])
    const lapsed = await provider.deps.businessAccess.listFor(DEMO_USERS.lapsed.id)
    expect(lapsed.every(({ choice }) => choice.kind === 'cannot')).toBe(true)
  })

  it('list the grants of a person with all scopes, start and use, without those that the application revoked itself', async () => {
    const client = await provider.createClient()
    const first = await provider.connect(client, {}, { scope: 'user:read' })
    const second = await provider.connect(client, {}, { scope: 'business:read' })
    expect(second.grantId).toBe(first.grantId)
    for (let call = 0; call < 3; call += 1) provider.deps.applicationLog.recordUse(first.grantId)
    await provider.deps.applicationLog.flush()
    const own = async () =>
      (await provider.deps.grants.listFor(MANY)).filter(({ id }) => id === first.grantId)
    expect(await own()).toMatchObject([
      {
        businessName: 'Northwind Trading',
        scopes: ['business:read', 'user:read'],
        recentCalls: 3,
        isLive: true,
        ended: null,
      },
    ])
    expect(await provider.deps.grants.useOf(first.grantId)).toMatchObject([{ calls: 3 }])
    await provider.revoke(client, first.refreshToken)
    expect(await own()).toHaveLength(1)
    await provider.revoke(client, second.refreshToken)
    expect(await own()).toEqual([])
    const third = await provider.connect(client)
    expect(third.grantId).toBe(first.grantId)
    await provider.deps.accessRevocations.withdrawGrant(first.grantId)
    expect((await provider.deps.grants.find(first.grantId))?.ended).toMatchObject({
      reason: 'withdrawn_by_user',
    })
    expect((await provider.connect(client)).grantId).not.toBe(first.grantId)
  })

  it('list for owners the grants of other members for their business, with the names of deleted applications', async () => {
    const client = await provider.createClient({ name: 'Gone App' })
    const { db, clock } = provider.deps
    const member = {
      user_id: DEMO_USERS.empty.id,
      business_id: BAKERY,
      role: 'admin',
      created_at: new Date(clock()),
    } as const
    await db.insertInto('memberships').values(member).execute()
    const { grantId } = await provider.connect(client, { userId: DEMO_USERS.empty.id, businessId: BAKERY })
    expect((await provider.deps.grants.listByOthers(MANY)).map(({ id, userName }) => [id, userName])).toEqual(
      [[grantId, 'Emil Novak']],
    )
    await provider.deps.accessRevocations.deleteApplication(client.application.id)
    expect(await provider.deps.grants.listFor(DEMO_USERS.empty.id)).toMatchObject([
      { application: { name: 'Gone App', isDeleted: true }, isLive: false },
    ])
    await provider.deps.accessRevocations.removeMember(DEMO_USERS.empty.id, BAKERY)
    expect(await provider.deps.grants.listFor(DEMO_USERS.empty.id)).toEqual([])
  })

  it('log calls in order, with any text in them, and drop the calls of a deleted application', async () => {
    const client = await provider.createClient()
    const log = provider.deps.applicationLog
    const call = {
      applicationId: client.application.id,
      endpoint: 'graphql',
      outcome: 'ok',
      status: 200,
    } as const
    log.record({ ...call, operationName: 'a\u0000\ud800"', detail: 'x'.repeat(2_000), tookMs: 1.6 })
    log.record({ ...call, applicationId: asApplicationId('00000000-0000-4000-8000-000000000000') })
    log.record({ ...call, outcome: 'refused', reason: 'r' })
    const calls = await log.list(client.application.id, { limit: 10 })
    expect(calls.map(({ reason, operationName, tookMs }) => [reason, operationName, tookMs])).toEqual([
      ['r', null, undefined],
      [undefined, 'a\uFFFD\uFFFD"', 2],
    ])
    expect(calls[1]?.detail).toHaveLength(500)
    expect(await log.list(client.application.id, { limit: 10, outcome: 'refused' })).toHaveLength(1)
    expect(await log.list(client.application.id, { limit: 10, beforeId: calls[0]?.id })).toHaveLength(1)
  })

  it('seed the demonstration once, and keep later changes', async () => {
    const { db, clock } = provider.deps
    await provider.setPlan(DEMO_BUSINESSES.okafor.id, 'lapsed')
    await Promise.all([seedDemo({ db, clock, hasBooks: false }), seedDemo({ db, clock, hasBooks: false })])
    const plan = await db
      .selectFrom('plans')
      .select('state')
      .where('business_id', '=', DEMO_BUSINESSES.okafor.id)
      .executeTakeFirst()
    expect(plan?.state).toBe('lapsed')
    await provider.setPlan(DEMO_BUSINESSES.okafor.id, 'active')
  })

  it('count calls by quarter of an hour, one row for each grant and day, and keep only the total after a month', async () => {
    const { db, clock, applicationLog, grants } = provider.deps
    const { grantId } = await provider.connect(await provider.createClient())
    // Five minutes before the end of a day (UTC).
    provider.advance(DAY_MS - (clock() % DAY_MS) - 300_000)
    const lastDay = new Date(clock()).toISOString().slice(0, 10)
    const quartersOf = async (day: string) => (await grants.useOf(grantId)).find((use) => use.day === day)
    const use = async (count: number) => {
      for (let call = 0; call < count; call += 1) applicationLog.recordUse(grantId)
      await applicationLog.flush()
    }
    await use(2)
    await use(1)
    expect((await quartersOf(lastDay))?.quarters).toEqual([...Array<number>(95).fill(0), 3])
    // Calls of two days, stored together.
    applicationLog.recordUse(grantId)
    provider.advance(300_000)
    await use(1)
    provider.advance(900_000)
    await use(4)
    provider.advance(-900_000)
    await use(1)
    expect(await quartersOf(lastDay)).toMatchObject({ calls: 4, quarters: [...Array<number>(95).fill(0), 4] })
    const nextDay = new Date(clock()).toISOString().slice(0, 10)
    expect(await quartersOf(nextDay)).toMatchObject({ calls: 6, quarters: [2, 4] })
    // Counts from before quarters existed are kept, and increase further.
    await db.updateTable('grant_usage').set({ quarters: null }).where('grant_id', '=', grantId).execute()
    await use(1)
    expect(await quartersOf(nextDay)).toMatchObject({ calls: 7, quarters: [1] })

    const rows = () =>
      db
        .selectFrom('grant_usage')
        .select(['calls', 'quarters'])
        .where('grant_id', '=', grantId)
        .orderBy('day')
        .execute()
    provider.advance(30 * DAY_MS)
    await sweepExpired({ db, clock, logKeptDays: 30 })
    expect(await rows()).toEqual([
      { calls: 4, quarters: null },
      { calls: 7, quarters: [1] },
    ])
    provider.advance(DAY_MS)
    await sweepExpired({ db, clock, logKeptDays: 30 })
    expect(await rows()).toEqual([
      { calls: 4, quarters: null },
      { calls: 7, quarters: null },
    ])
    provider.advance(-32 * DAY_MS)
  })

  it('delete only expired rows, in small steps', async () => {
    const { db, clock, applications } = provider.deps
    const client = await provider.createClient()
    const live = await provider.connect(client)
    const unused = await provider.allow(client)
    const rotated = await applications.rotateSecret(client.application.id, 60)
    const now = { ...client, secret: rotated?.secret ?? '' }
    await provider.signIn(MANY)
    await sql`insert into throttles (key, count, window_started_at)
      select 'k' || n, 1, ${new Date(clock())} from generate_series(1, ${SWEEP_BATCH_ROWS + 7}::integer) as n`.execute(
      db,
    )
    provider.deps.applicationLog.record({
      applicationId: client.application.id,
      endpoint: 'token',
      outcome: 'ok',
      status: 200,
    })
    await provider.deps.applicationLog.flush()
    const sweep = () => sweepExpired({ db, clock, logKeptDays: 30 })

    expect((await sweep()).get('throttles')).toBeUndefined()
    provider.advance(3 * DAY_MS)
    const early = await sweep()
    expect(early.get('throttles')).toBe(SWEEP_BATCH_ROWS + 7)
    expect(early.get('authorization_requests')).toBeGreaterThan(0)
    expect(early.get('application_secrets')).toBe(1)
    expect(early.get('application_log')).toBeUndefined()
    // A spent code is kept long after its expiry, to detect a replay; an unspent one is deleted.
    expect((await provider.exchange(now, unused.code)).json['error']).toBe('invalid_grant')
    expect(await provider.deps.grants.find(live.grantId)).toMatchObject({ isLive: true })
    const { status, json } = await provider.refresh(now, live.refreshToken)
    expect(status).toBe(200)
    await provider.exchange(now, live.code)
    expect(await provider.bearer(String(json['access_token']))).toBe('revoked')

    provider.advance(40 * DAY_MS)
    const late = await sweep()
    expect(late.get('token_families')).toBeGreaterThan(0)
    expect(late.get('application_log')).toBeGreaterThan(0)
    expect(late.get('browser_sessions') ?? early.get('browser_sessions')).toBeGreaterThan(0)
  })
})
