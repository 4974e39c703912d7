import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  asBrowserKey,
  asBrowserSessionId,
  asBusinessId,
  asPasswordHash,
} from '@counterfoil/oauth/testing/ids'
import { createPlanStore } from '#businesses/plan-store.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { seedDemo } from '#demo/demo-store.ts'
import { DEMO_BUSINESSES, DEMO_USERS } from '#demo/demo-data.ts'
import { createAccountStore } from './user-store.ts'
import { createBrowserSessionStore } from './browser-session-store.ts'
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS, signedInAccounts } from './browser-session.ts'
import { MAX_WAIT_MS, WINDOW_MS, type Bucket } from './sign-in-throttle.ts'
import { attemptSignIn, type SignInPorts } from './sign-in.ts'
import { createThrottleStore } from './sign-in-throttle-store.ts'

const MAYA = DEMO_USERS.many.id
const SIMON = DEMO_USERS.single.id
const key = (letter: string) => letter.repeat(43)

describe.each(['postgres', 'embedded'] as const)('signing in on a database of kind %s', (kind) => {
  let postgres: TestPostgres | undefined
  let database: OpenDatabase
  let nowMs = Date.now()
  const clock = () => nowMs

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await sharePostgres()
    const made = await postgres?.createMigratedDatabase()
    database = await openDatabase(
      made === undefined ? { kind: 'memory' } : { kind: 'postgres', url: made.url, maxConnections: 5 },
    )
    await seedDemo({ db: database.db, clock, hasBooks: false })
  })
  afterAll(async () => {
    await database.close()
    await postgres?.close()
  })

  it('finds an account by any spelling of its email, and none for a part of one', async () => {
    const accounts = createAccountStore(database.db)
    expect((await accounts.findByEmail(' MANY@Harbour.Example '))?.userId).toBe(MAYA)
    for (const email of ['many@harbour.exampl', '%', "' or 1=1 --", ''])
      expect(await accounts.findByEmail(email)).toBeUndefined()
  })

  it('stores a digest of the cookie, never the cookie', async () => {
    await createBrowserSessionStore(database.db, clock).signIn(undefined, asBrowserKey(key('d')), MAYA)
    const rows = await database.db.selectFrom('browser_sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key('d'))
  })

  it('moves the accounts of a browser to its new cookie, and invalidates the old one', async () => {
    const sessions = createBrowserSessionStore(database.db, clock)
    await sessions.signIn(undefined, asBrowserKey(key('a')), MAYA)
    await sessions.signIn(asBrowserKey(key('a')), asBrowserKey(key('b')), SIMON)
    expect((await sessions.find(asBrowserKey(key('a')))).accounts).toEqual([])
    const session = await sessions.find(asBrowserKey(key('b')))
    expect(signedInAccounts(session).map((account) => account.userId)).toEqual([MAYA, SIMON])
    expect(await sessions.findAccounts(`x=1; harbour_session=${key('b')}`)).toEqual({
      currentUserId: SIMON,
      userIds: [MAYA, SIMON],
    })
    await sessions.signOut(asBrowserSessionId(session.id ?? ''), SIMON)
    expect(await sessions.findAccounts(`harbour_session=${key('b')}`)).toEqual({
      currentUserId: MAYA,
      userIds: [MAYA],
    })
    expect((await sessions.find(asBrowserKey(key('b')))).accounts).toHaveLength(2)
    await sessions.end(asBrowserSessionId(session.id ?? ''))
    expect((await sessions.find(asBrowserKey(key('b')))).accounts).toEqual([])
  })

  it('refuses a password that was changed during the check, and stores no session', async () => {
    const sessions = createBrowserSessionStore(database.db, clock)
    const accounts = createAccountStore(database.db)
    const typed = (await accounts.find(SIMON))?.passwordHash
    expect(await sessions.signIn(undefined, asBrowserKey(key('p')), SIMON, { passwordHash: typed })).toBe(
      true,
    )
    const [changed, late] = await Promise.all([
      accounts.setPassword(SIMON, asPasswordHash('$argon2id$another'), new Date(nowMs)),
      sessions.signIn(undefined, asBrowserKey(key('q')), SIMON, { passwordHash: typed }),
    ])
    expect([changed, typeof late]).toEqual([undefined, 'boolean'])
    expect(await sessions.signIn(undefined, asBrowserKey(key('r')), SIMON, { passwordHash: typed })).toBe(
      false,
    )
    for (const letter of ['p', 'q', 'r'])
      expect((await sessions.find(asBrowserKey(key(letter)))).accounts).toEqual([])
    if (typed !== undefined) await accounts.setPassword(SIMON, typed, new Date(nowMs))
  })

  it('ends a session to the millisecond: unused for seven days, and after thirty in any case', async () => {
    const sessions = createBrowserSessionStore(database.db, clock)
    const startedAtMs = nowMs
    await sessions.signIn(undefined, asBrowserKey(key('i')), MAYA)
    nowMs = startedAtMs + SESSION_IDLE_MS - 1
    expect((await sessions.find(asBrowserKey(key('i')))).accounts).toHaveLength(1)
    nowMs += SESSION_IDLE_MS
    expect((await sessions.find(asBrowserKey(key('i')))).accounts).toEqual([])
    const beganAtMs = nowMs
    await sessions.signIn(undefined, asBrowserKey(key('j')), MAYA)
    for (nowMs = beganAtMs; nowMs < beganAtMs + SESSION_ABSOLUTE_MS; nowMs += SESSION_IDLE_MS / 2) {
      expect((await sessions.find(asBrowserKey(key('j')))).accounts).toHaveLength(1)
    }
    nowMs = beganAtMs + SESSION_ABSOLUTE_MS
    expect((await sessions.find(asBrowserKey(key('j')))).accounts).toEqual([])
  })

  it('counts parallel attempts one by one, starts again after the window, and resets after the right password', async () => {
    const throttles = createThrottleStore(database.db, clock)
    const buckets: readonly Bucket[] = [
      { kind: 'pair', key: 'sign-in:pair:x', times: 1 },
      { kind: 'account', key: 'sign-in:account:x', times: 1 },
    ]
    const counts = await Promise.all(Array.from({ length: 20 }, () => throttles.count(buckets)))
    expect(counts.map(([pair]) => pair?.count).toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    await throttles.forgive(buckets)
    // The bucket of the account is empty again; the shared bucket was reduced by this one attempt.
    expect((await throttles.count(buckets)).map((bucket) => bucket.count)).toEqual([1, 20])
    nowMs += WINDOW_MS - 1
    expect((await throttles.count(buckets))[1]?.count).toBe(21)
    nowMs += 1
    const [pair, account] = await throttles.count(buckets)
    expect(account).toMatchObject({ count: 1, windowStartedAtMs: nowMs })
    expect(pair?.count).toBe(1)
  })

  // The queues of attempts do not depend on the database, and the embedded one is slow to fill.
  if (kind === 'postgres') {
    describe('the owner of an account that strangers attack', () => {
      const RIGHT = asPasswordHash('hash-of:right')
      /** Creates a function that attempts a sign-in like the pages. The clock does not move, so every wait is still running. */
      function createGate(email: string) {
        const throttles = createThrottleStore(database.db, clock)
        const waits: number[] = []
        const ports: SignInPorts = {
          findByEmail: async () => ({ userId: MAYA, email, passwordHash: RIGHT, isDisabled: false }),
          countTry: throttles.count,
          forgive: throttles.forgive,
          giveBack: throttles.giveBack,
          takePlace: throttles.takePlace,
          verifyPassword: async (password, stored) => stored === `hash-of:${password}`,
          decoyHash: asPasswordHash('decoy'),
          digest: (text) => Promise.resolve(text),
          wait: async (milliseconds) => void waits.push(milliseconds),
        }
        const attempt = (address: string, password: string, deviceId?: string) =>
          attemptSignIn({ email, password, address, deviceId }, ports)
        return { attempt, waits }
      }

      it('signs in from a new browser while 50 addresses try four passwords each', async () => {
        const { attempt, waits } = createGate('fifty@harbour.example')
        const outcomes: string[] = []
        for (let turn = 0; turn < 4; turn += 1)
          for (let host = 1; host <= 50; host += 1)
            outcomes.push((await attempt(`198.51.100.${host}`, 'wrong')).kind)
        expect(new Set(outcomes)).toEqual(new Set(['no_match', 'blocked']))
        expect(await attempt('203.0.113.9', 'right')).toMatchObject({ kind: 'signed_in' })
        expect(waits.at(-1)).toBeLessThanOrEqual(5_000)
      })

      it('signs in from a new browser while one home tries from all of its /48', async () => {
        const { attempt, waits } = createGate('home@harbour.example')
        const tried: string[] = []
        for (let subnet = 0; subnet < 100; subnet += 1)
          tried.push((await attempt(`2001:db8:7:${subnet.toString(16)}00::1`, 'wrong')).kind)
        expect(tried.filter((kind) => kind === 'no_match')).toHaveLength(24)
        expect(tried.slice(24)).toEqual(Array.from({ length: 76 }, () => 'blocked'))
        expect(await attempt('2001:db8:8::1', 'right')).toMatchObject({ kind: 'signed_in' })
        expect(waits.at(-1)).toBeLessThanOrEqual(1_000)
      })

      it('signs in from a known browser, with any number of strangers', async () => {
        const { attempt, waits } = createGate('known@harbour.example')
        for (let host = 0; host < 200; host += 1) await attempt(`10.0.${host}.1`, 'wrong')
        expect(await attempt('203.0.113.9', 'right')).toMatchObject({ kind: 'blocked' })
        const before = waits.length
        expect(await attempt('10.0.0.1', 'right', 'device-1')).toMatchObject({ kind: 'signed_in' })
        expect(waits).toHaveLength(before)
      })
    })
  }

  it('renews a plan for an owner or admin, and for nobody else', async () => {
    const plans = createPlanStore(database.db, clock)
    const lapsed = DEMO_BUSINESSES.fern.id
    expect(await plans.activate(SIMON, lapsed)).toBeUndefined()
    expect(await plans.activate(MAYA, asBusinessId('00000000-0000-4000-8000-000000000000'))).toBeUndefined()
    expect(await plans.activate(MAYA, lapsed)).toBe('Fern & Co')
    const plan = await database.db
      .selectFrom('plans')
      .selectAll()
      .where('business_id', '=', lapsed)
      .executeTakeFirstOrThrow()
    expect(plan).toMatchObject({ state: 'active', name: 'Pro', reason: null, ended_on: null })
    expect(plan.ends_on).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('creates a business with its owner and an active plan, the first one as the default', async () => {
    const plans = createPlanStore(database.db, clock)
    const first = await plans.createBusiness(DEMO_USERS.empty.id, 'First')
    const second = await plans.createBusiness(DEMO_USERS.empty.id, 'Second')
    const members = await database.db
      .selectFrom('memberships')
      .selectAll()
      .where('user_id', '=', DEMO_USERS.empty.id)
      .execute()
    expect(new Map(members.map((member) => [member.business_id, member.is_default]))).toEqual(
      new Map([
        [first, true],
        [second, false],
      ]),
    )
  })

  it('gives each of many simultaneous strangers at one account a place of their own, until the queue is full', async () => {
    const clockOfNow = () => nowMs
    const stores = [
      createThrottleStore(database.db, clockOfNow),
      createThrottleStore(database.db, clockOfNow),
    ]
    const account: Bucket = { kind: 'account', key: 'sign-in:account:line-of-a-test', times: 1 }
    const ask = async (turn: number) => stores[turn % stores.length]?.takePlace(account, 3_000)
    const places = await Promise.all(Array.from({ length: 20 }, (_, turn) => ask(turn)))
    const waits = places.flatMap((place) => (place?.kind === 'place' ? [place.waitMs] : []))
    const expected = Array.from({ length: MAX_WAIT_MS / 3_000 + 1 }, (_, place) => place * 3_000)
    expect(waits.toSorted((one, other) => one - other)).toEqual(expected)
    expect(places.filter((place) => place?.kind === 'full')).toHaveLength(20 - expected.length)
    // Refused attempts do not lengthen the queue: it is empty after the longest wait.
    nowMs += (expected.at(-1) ?? 0) + 3_000
    expect(await ask(0)).toEqual({ kind: 'place', waitMs: 0 })
  })
})
