import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import type { AccessToken, BusinessId, RefreshToken, UserId } from '@counterfoil/oauth/ids'
import { asAccessToken, asPasswordHash } from '@counterfoil/oauth/testing/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import type { MembershipRole } from '#database/database.ts'
import { startProvider, type ProviderFixture, type TestClient } from '#testing/provider-fixture.ts'
import { judgeBusinessChoice } from './business-access.ts'
import { handoverSql } from './handover-sql.ts'

let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

const ROLES = ['owner', 'admin', 'editor', 'viewer'] as const
const REASONS = [null, 'plan_ended', 'trial_over', 'payment_failed', 'plan_too_small'] as const
const PLANS = [
  null,
  ...(['active', 'lapsed', 'ineligible'] as const).flatMap((state) =>
    REASONS.map((reason) => ({ state, reason })),
  ),
]

describe(handoverSql, () => {
  it('matches the rule in TypeScript for every combination of role, archive and plan', async () => {
    const differing: unknown[] = []
    let asked = 0
    for (const role of ROLES)
      for (const isArchived of [false, true])
        for (const plan of PLANS) {
          const { rows } = await sql<{ standing: string }>`
            select ${sql.raw(handoverSql({ member: 'm', business: 'b', plan: 'p' }))} as standing
            from (select ${role}::text as role) m
            cross join (select ${isArchived}::boolean as is_archived) b
            left join (select ${plan?.state ?? null}::text as state, ${plan?.reason ?? null}::text as reason) p
              on ${plan !== null}::boolean`.execute(provider.deps.db)
          const choice = judgeBusinessChoice({ role, isArchived, plan })
          const expected = choice.kind === 'can' ? 'can' : choice.reason
          asked += 1
          if (rows[0]?.standing !== expected) differing.push({ role, isArchived, plan, expected, rows })
        }
    expect(asked).toBe(4 * 2 * 16)
    expect(differing).toEqual([])
  })
})

type Facts = {
  readonly role: MembershipRole | 'none'
  readonly isArchived?: boolean
  readonly plan?: 'active' | 'lapsed' | 'ineligible' | 'none'
}

/** Creates a business and a member who may connect applications, until {@link change} changes that. */
async function newBusiness(): Promise<{
  userId: UserId
  businessId: BusinessId
  change: (facts: Facts) => Promise<void>
}> {
  const { db } = provider.deps
  const at = new Date()
  const [ownerId, userId, businessId] = [newUuid<UserId>(), newUuid<UserId>(), newUuid<BusinessId>()]
  const stamps = { created_at: at, modified_at: at }
  await db
    .insertInto('users')
    .values(
      [ownerId, userId].map((id) => ({
        id,
        email: `${id}@harbour.example`,
        password_hash: asPasswordHash('none'),
        ...stamps,
      })),
    )
    .execute()
  await db
    .insertInto('businesses')
    .values({ id: businessId, name: 'Quay Books', currency_code: 'CAD', ...stamps })
    .execute()
  await provider.deps.accessRevocations.setRole(ownerId, businessId, 'owner')
  const change = async ({ role, isArchived = false, plan = 'active' }: Facts) => {
    await db.updateTable('businesses').set({ is_archived: isArchived }).where('id', '=', businessId).execute()
    await db.deleteFrom('plans').where('business_id', '=', businessId).execute()
    if (plan !== 'none')
      await db
        .insertInto('plans')
        .values({ business_id: businessId, state: plan, name: 'Pro', modified_at: at })
        .execute()
    // The change is made directly in the table, without a revocation, because the call itself must apply the rule.
    await db.deleteFrom('memberships').where('user_id', '=', userId).execute()
    if (role !== 'none')
      await db
        .insertInto('memberships')
        .values({ user_id: userId, business_id: businessId, role, created_at: at })
        .execute()
  }
  await change({ role: 'admin' })
  return { userId, businessId, change }
}

async function read(accessToken: AccessToken, businessId: BusinessId) {
  const response = await fetch(`${provider.base}/graphql/public`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'query ($id: ID!) { business(id: $id) { name } businesses { pageInfo { totalCount } } }',
      variables: { id: wireIdOf('Business', businessId) },
    }),
  })
  const body = (await response.json()) as {
    data?: { business: unknown; businesses: { pageInfo: { totalCount: number } } | null } | null
    errors?: readonly { path?: readonly string[]; extensions: { code: string; reason?: string } }[]
  }
  if (response.status === 401) return 401
  const fault = body.errors?.find((error) => error.path?.[0] === 'business')?.extensions
  const listed = body.data?.businesses?.pageInfo.totalCount ?? 'refused'
  return `${fault?.reason ?? fault?.code ?? 'read'}, listed ${listed}`
}

async function refreshed(client: TestClient, refreshToken: RefreshToken) {
  const { status, json } = await provider.refresh(client, refreshToken)
  return status === 200 ? '200' : `${status} ${String(json['reason'] ?? json['error'])}`
}

const LIST: readonly (readonly [Facts, string, { single: [unknown, string]; all: [unknown, string] }])[] = [
  [{ role: 'owner' }, 'can', { single: ['read, listed 1', '200'], all: ['read, listed 1', '200'] }],
  [{ role: 'admin' }, 'can', { single: ['read, listed 1', '200'], all: ['read, listed 1', '200'] }],
  ...(['editor', 'viewer', 'none'] as const).map(
    (role) =>
      [
        { role },
        role === 'none' ? 'unknown' : 'not_owner_or_admin',
        {
          single: [401, '400 invalid_grant'],
          all: ['NOT_FOUND, listed 0', '403 subscription_inactive'],
        },
      ] as const,
  ),
  [
    { role: 'owner', isArchived: true },
    'archived',
    {
      single: ['NOT_FOUND, listed 0', '403 business_archived'],
      all: ['NOT_FOUND, listed 0', '403 subscription_inactive'],
    },
  ],
  ...(['lapsed', 'ineligible', 'none'] as const).map(
    (plan) =>
      [
        { role: 'owner', plan },
        { lapsed: 'plan_ended', ineligible: 'plan_too_small', none: 'plan_too_small' }[plan],
        {
          single: ['subscription_inactive, listed refused', '403 subscription_inactive'],
          all: ['subscription_inactive, listed refused', '403 subscription_inactive'],
        },
      ] as const,
  ),
] as never

describe('access to a business, for both kinds of application', () => {
  it.each(LIST)(
    'is decided for %j in the same way when choosing ("%s") and at every later call',
    async (facts, choice, tokens) => {
      const { userId, businessId, change } = await newBusiness()
      const single = await provider.createClient({ name: 'One' })
      const all = await provider.createClient({ name: 'Every', restriction: 'all_businesses' })
      const ofOne = await provider.connect(single, { userId, businessId })
      const ofAll = await provider.connect(all, { userId })
      await change(facts)

      const found = await provider.deps.businessAccess.find(userId, businessId)
      const said = found === undefined ? 'unknown' : found.choice.kind === 'can' ? 'can' : found.choice.reason
      expect(said).toBe(choice)
      expect(await provider.deps.businessAccess.eligibleBusinessIds(userId)).toEqual(
        choice === 'can' ? [businessId] : [],
      )
      expect(await read(ofOne.accessToken, businessId)).toBe(tokens.single[0])
      expect(await read(ofAll.accessToken, businessId)).toBe(tokens.all[0])
      expect(await refreshed(single, ofOne.refreshToken)).toBe(tokens.single[1])
      expect(await refreshed(all, ofAll.refreshToken)).toBe(tokens.all[1])
      const again = await provider.authorize(
        all,
        { approval_prompt: 'auto' },
        { cookie: await provider.signIn(userId) },
      )
      expect(again.location?.includes('code=')).toBe(choice === 'can')
    },
  )

  it('ends a person’s grant for good when their role is lowered', async () => {
    const { userId, businessId } = await newBusiness()
    const client = await provider.createClient()
    const { grantId, accessToken } = await provider.connect(client, { userId, businessId })
    await provider.deps.accessRevocations.setRole(userId, businessId, 'owner')
    expect(await provider.bearer(accessToken)).toBe('active')
    await provider.deps.accessRevocations.setRole(userId, businessId, 'editor')
    await provider.deps.accessRevocations.setRole(userId, businessId, 'owner')
    expect(await provider.bearer(accessToken)).toBe('revoked')
    expect((await provider.deps.grants.find(grantId))?.ended?.reason).toBe('role_changed')
  })
})

describe('removing a business from another person’s grant for all businesses', () => {
  it('applies from the next call, for that business alone, until the person approves again', async () => {
    const one = await newBusiness()
    const two = await newBusiness()
    const { userId } = one
    await provider.deps.accessRevocations.setRole(userId, two.businessId, 'admin')
    const client = await provider.createClient({ restriction: 'all_businesses' })
    const { accessToken, refreshToken, grantId } = await provider.connect(client, { userId })
    expect(await read(accessToken, one.businessId)).toBe('read, listed 2')

    expect(await provider.deps.accessRevocations.takeOut(grantId, one.businessId, two.userId)).toBe(true)
    expect(await provider.deps.accessRevocations.takeOut(grantId, one.businessId, two.userId)).toBe(false)
    expect(await read(accessToken, one.businessId)).toBe('NOT_FOUND, listed 1')
    expect(await read(accessToken, two.businessId)).toBe('read, listed 1')
    expect(await refreshed(client, refreshToken)).toBe('200')
    await provider.deps.accessRevocations.takeOut(grantId, two.businessId, two.userId)
    expect(await refreshed(client, refreshToken)).toBe('403 subscription_inactive')

    const cookie = await provider.signIn(userId)
    expect((await provider.authorize(client, {}, { cookie })).location).not.toContain('code=')
    const again = await provider.connect(client, { userId })
    expect(again.grantId).toBe(grantId)
    expect(await read(again.accessToken, one.businessId)).toBe('read, listed 2')
  })

  it('is not reverted by an approval without a question', async () => {
    const one = await newBusiness()
    const two = await newBusiness()
    const { userId } = one
    await provider.deps.accessRevocations.setRole(userId, two.businessId, 'admin')
    const client = await provider.createClient({ restriction: 'all_businesses' })
    const { grantId } = await provider.connect(client, { userId })
    await provider.deps.accessRevocations.takeOut(grantId, one.businessId, two.userId)
    const { location } = await provider.authorize(client, {}, { cookie: await provider.signIn(userId) })
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    const { json } = await provider.exchange(client, code)
    expect(await read(asAccessToken(String(json['access_token'])), one.businessId)).toBe(
      'NOT_FOUND, listed 1',
    )
  })
})
