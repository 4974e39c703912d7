import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { caseCount } from '@counterfoil/testkit/sample'
import { asAuthorizationHandle, asBusinessId } from '@counterfoil/oauth/testing/ids'
import type { AuthorizationCode } from '@counterfoil/oauth/ids'
import {
  MANY,
  NORTHWIND,
  startProvider,
  type ProviderFixture,
  type TestClient,
} from '#testing/provider-fixture.ts'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { startProviderProcess, type ProviderProcess } from '#testing/provider-process.ts'

const PARALLEL = 50

/**
 * The same promises on both kinds of database. On PostgreSQL the calls go to two provider processes that share it, and a
 * third provider, in this process, represents the people; the embedded database has one provider, whose requests all run
 * at once.
 */
const KINDS = (['postgres', 'embedded'] as const).slice(0, caseCount({ all: 2, sampled: 1 }))

describe.each(KINDS)('on a database of kind %s', (kind) => {
  let postgres: TestPostgres | undefined
  let one: ProviderFixture
  let other: ProviderFixture
  let client: TestClient
  let processes: readonly ProviderProcess[] = []

  beforeAll(async () => {
    if (kind === 'postgres') {
      postgres = await sharePostgres()
      const { url } = await postgres.createDatabase()
      const database = { kind: 'postgres', url, maxConnections: 20 } as const
      // All at once: migrations and seed run under a lock.
      const children = Promise.all([startProviderProcess(url), startProviderProcess(url)])
      ;[one, other] = await Promise.all([startProvider({ database }), startProvider({ database })])
      processes = await children
    } else {
      one = await startProvider({ database: { kind: 'memory' } })
      other = one
    }
    client = await one.createClient()
  })
  afterAll(async () => {
    await one.close()
    if (other !== one) await other.close()
    await Promise.all(processes.map((child) => child.stop()))
    await postgres?.close()
  })

  const origins = () => [processes[0]?.url ?? one.base, processes[1]?.url ?? other.base] as const
  const inParallel = <T>(call: (origin: string, index: number) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(Array.from({ length: PARALLEL }, (_, index) => call(origins()[index % 2] ?? one.base, index)))
  const statuses = (answers: readonly { readonly status: number }[]) => {
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  const liveAmong = async (tokens: readonly string[]) => {
    const kinds = await Promise.all(tokens.map((token) => one.bearer(token)))
    return tokens.filter((_, index) => kinds[index] === 'active')
  }

  it('50 exchanges of one code at once: one wins, and the others are the replay that revokes its tokens', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { code } = await one.allow(client)
      const answers = await inParallel((origin) => one.exchange(client, code, {}, origin))
      expect(statuses(answers)).toEqual({ 200: 1, 400: PARALLEL - 1 })
      expect(
        answers.filter(({ status }) => status === 400).every(({ json }) => json['error'] === 'invalid_grant'),
      ).toBe(true)
      const winner = answers.find(({ status }) => status === 200)
      expect(await one.bearer(String(winner?.json['access_token']))).toBe('revoked')
      const families = await one.deps.db
        .selectFrom('token_families as f')
        .innerJoin('authorization_codes as c', 'c.family_id', 'f.id')
        .where('c.request_id', '=', (await requestOf(code)) ?? '')
        .select('f.id')
        .execute()
      expect(families).toHaveLength(1)
    }
  })

  it('50 refreshes of one token at once: no fault, and exactly one live access token', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { refreshToken, accessToken } = await one.connect(client)
      const answers = await inParallel((origin) => one.refresh(client, refreshToken, {}, origin))
      expect(statuses(answers)).toEqual({ 200: PARALLEL })
      const tokens = answers.map(({ json }) => String(json['access_token']))
      expect(new Set(tokens).size).toBe(PARALLEL)
      expect(await liveAmong([accessToken, ...tokens])).toHaveLength(1)
    }
  })

  it('50 refreshes with rotation at once: one live access token, one successor, nothing forked', async () => {
    const rotating = await one.createClient({ rotateRefreshTokens: true })
    const { refreshToken } = await one.connect(rotating)
    const answers = await inParallel((origin) => one.refresh(rotating, refreshToken, {}, origin))
    expect(statuses(answers)).toEqual({ 200: PARALLEL })
    const successors = new Set(answers.map(({ json }) => String(json['refresh_token'])))
    expect(successors.size).toBe(1)
    expect(await liveAmong(answers.map(({ json }) => String(json['access_token'])))).toHaveLength(1)
    const [successor = ''] = successors
    expect((await one.refresh(rotating, successor)).status).toBe(200)
  })

  it('refreshes against a revocation: in any order, every token is revoked afterwards', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refreshToken, accessToken } = await one.connect(client)
      const answers = await inParallel((origin, index) =>
        index === 10 + round * 6
          ? one.revoke(client, refreshToken, {}, origin)
          : one.refresh(client, refreshToken, {}, origin),
      )
      for (const { status } of answers) expect([200, 400]).toContain(status)
      const tokens = answers
        .map(({ json }) => json['access_token'])
        .filter((token) => typeof token === 'string')
      expect(await liveAmong([accessToken, ...tokens])).toEqual([])
      expect((await one.refresh(client, refreshToken)).status).toBe(400)
    }
  })

  it('rotations against a withdrawn grant: no successor survives it', async () => {
    const rotating = await one.createClient({ rotateRefreshTokens: true })
    const { refreshToken, grantId } = await one.connect(rotating)
    const answers = await inParallel(async (origin, index) => {
      if (index !== 20) return await one.refresh(rotating, refreshToken, {}, origin)
      await other.deps.accessRevocations.withdrawGrant(grantId)
      return { status: 200, json: {} as Record<string, unknown> }
    })
    const texts = (name: string) =>
      answers.map(({ json }) => json[name]).filter((token) => typeof token === 'string')
    expect(await liveAmong(texts('access_token'))).toEqual([])
    for (const token of new Set([refreshToken, ...texts('refresh_token')])) {
      expect((await one.refresh(rotating, token)).status).toBe(400)
    }
  })

  it('an exchange against a disabled user leaves no live token', async () => {
    const user = (
      await one.deps.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'single@harbour.example')
        .executeTakeFirstOrThrow()
    ).id
    const business = (await one.deps.businessAccess.listFor(user))[0]?.businessId ?? ''
    const codes = await Promise.all(
      Array.from({ length: 10 }, () =>
        one.allow(client, { userId: user, businessId: asBusinessId(business) }),
      ),
    )
    const [answers] = await Promise.all([
      Promise.all(codes.map(({ code }, index) => one.exchange(client, code, {}, origins()[index % 2]))),
      other.deps.accessRevocations.disableUser(user),
    ])
    const tokens = answers
      .map(({ json }) => json['access_token'])
      .filter((token) => typeof token === 'string')
    expect(await liveAmong(tokens)).toEqual([])
    await one.deps.accessRevocations.enableUser(user)
    expect(await liveAmong(tokens)).toEqual([])
  })

  it('50 clicks on "allow" at once: one grant, one code, the same redirect for all', async () => {
    const own = await one.createClient()
    const { handle = '' } = await one.authorize(own)
    const answer = {
      kind: 'allow',
      businessId: NORTHWIND,
      scopes: ['user:read', 'business:read', 'invoice:read'],
    } as const
    const outcomes = await inParallel((_, index) =>
      (index % 2 === 0 ? one : other).deps.answers.finishAuthorization({
        handle: asAuthorizationHandle(handle),
        userId: MANY,
        answer,
      }),
    )
    const urls = new Set(
      outcomes.map((outcome) => (outcome.kind === 'redirect' ? outcome.url : outcome.kind)),
    )
    expect(urls.size).toBe(1)
    const code = new URL([...urls][0] ?? '').searchParams.get('code') ?? ''
    expect((await one.exchange(own, code)).status).toBe(200)
    // The code is spent: sending it again would look like an attack to the application.
    const late = await one.deps.answers.finishAuthorization({
      handle: asAuthorizationHandle(handle),
      userId: MANY,
      answer,
    })
    expect(late.kind).toBe('already_answered')
  })

  it('"allow" in one tab and "don\u2019t allow" in another: one of them counts', async () => {
    const own = await one.createClient()
    const { handle = '' } = await one.authorize(own)
    const scopes = ['user:read', 'business:read', 'invoice:read']
    const outcomes = await Promise.all([
      one.deps.answers.finishAuthorization({
        handle: asAuthorizationHandle(handle),
        userId: MANY,
        answer: { kind: 'allow', businessId: NORTHWIND, scopes },
      }),
      other.deps.answers.finishAuthorization({
        handle: asAuthorizationHandle(handle),
        userId: MANY,
        answer: { kind: 'deny' },
      }),
    ])
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['already_answered', 'redirect'])
  })

  it('10 secret rotations at once leave two live secrets', async () => {
    const own = await one.createClient()
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? one : other).deps.applications.rotateSecret(own.application.id, 60),
      ),
    )
    expect(await one.deps.applications.secretsOf(own.application.id)).toHaveLength(2)
  })

  it('10 personal tokens created at once where 3 more are allowed leave 3', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? one : other).deps.personalTokens.mintWithin(
          DEMO_USERS.lapsed.id,
          { name: 'Script' },
          3,
        ),
      ),
    )
    expect(made.filter((token) => token !== undefined)).toHaveLength(3)
  })

  it('the uses of a grant at both providers are added', async () => {
    const { grantId } = await one.connect(await one.createClient())
    for (let call = 0; call < PARALLEL; call += 1)
      (call % 2 === 0 ? one : other).deps.applicationLog.recordUse(grantId)
    await Promise.all([one.deps.applicationLog.flush(), other.deps.applicationLog.flush()])
    expect(await one.deps.grants.find(grantId)).toMatchObject({ recentCalls: PARALLEL, isLive: true })
  })

  async function requestOf(code: AuthorizationCode): Promise<string | undefined> {
    const { digestOf } = await import('#crypto/secrets.ts')
    const row = await one.deps.db
      .selectFrom('authorization_codes')
      .select('request_id')
      .where('code_digest', '=', digestOf(code))
      .executeTakeFirst()
    return row?.request_id
  }
})
