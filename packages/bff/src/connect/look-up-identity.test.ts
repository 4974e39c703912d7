import { describe, expect, it } from 'vitest'
import { asAccessToken, asBusinessWireId, asUserWireId } from '@counterfoil/oauth/testing/ids'
import type { IdentityProbe } from '#provider/identity-probe-client.ts'
import { lookUpIdentity } from './finish-attempt.ts'

const IDS = { userId: asUserWireId('u1'), businessId: asBusinessWireId('b1') }
const CLAIMED = { ...IDS, names: {} }
const SCOPES = ['user:read', 'business:read']
const user = {
  kind: 'value',
  value: { userId: asUserWireId('u1'), email: 'ada@harbour.example', isEmailVerified: true },
} as const
const business = { kind: 'value', value: { name: 'Fern Ltd' } } as const

type Answers = {
  readonly user?: Awaited<ReturnType<IdentityProbe['askUser']>>
  readonly business?: Awaited<ReturnType<IdentityProbe['askBusiness']>>
}

async function lookUp(answers: Answers, scopes: readonly string[] = SCOPES, claimed: object = {}) {
  const asked: unknown[] = []
  const probe: Pick<IdentityProbe, 'askUser' | 'askBusiness'> = {
    async askUser({ accessToken }) {
      asked.push(['user', accessToken])
      return answers.user ?? user
    },
    async askBusiness({ accessToken }, businessId) {
      asked.push(['business', accessToken, businessId])
      return answers.business ?? business
    },
  }
  const tokens = { accessToken: asAccessToken('a'), scopes }
  return { found: await lookUpIdentity(probe, tokens, { ...CLAIMED, ...claimed }), asked }
}

describe(lookUpIdentity, () => {
  it('returns the names of the person and the business of the tokens', async () => {
    expect(await lookUp({})).toEqual({
      found: {
        kind: 'identity',
        identity: { ...IDS, email: 'ada@harbour.example', businessName: 'Fern Ltd' },
        isPlanInactive: false,
      },
      asked: [
        ['user', 'a'],
        ['business', 'a', 'b1'],
      ],
    })
  })

  it('does not query known names, nor a business if the tokens cover all businesses', async () => {
    const known = await lookUp({}, SCOPES, { names: { email: null, businessName: 'Fern Ltd' } })
    expect(known).toMatchObject({ asked: [], found: { identity: { email: null, businessName: 'Fern Ltd' } } })
    const all = await lookUp({}, SCOPES, { businessId: null })
    expect(all.asked).toEqual([['user', 'a']])
    expect(all.found).toMatchObject({ identity: { businessId: null, businessName: null } })
  })

  it('rejects both if the provider names another person than the token response', async () => {
    const another = {
      kind: 'value',
      value: { userId: asUserWireId('u2'), email: null, isEmailVerified: false },
    } as const
    expect((await lookUp({ user: another })).found).toEqual({ kind: 'contradiction' })
  })

  it.each([
    { kind: 'provider_down' },
    { kind: 'not_found' },
    { kind: 'unauthenticated' },
    { kind: 'not_asked' },
  ] as const)('continues without the names if the answer is %j', async (answer) => {
    expect((await lookUp({ user: answer, business: answer })).found).toEqual({
      kind: 'identity',
      identity: { ...IDS, email: null, businessName: null },
      isPlanInactive: false,
    })
  })

  it('detects an ended plan in either answer', async () => {
    const ended = { kind: 'plan_inactive' } as const
    expect((await lookUp({ user: ended })).found).toMatchObject({ isPlanInactive: true })
    expect((await lookUp({ business: ended })).found).toMatchObject({ isPlanInactive: true })
  })
})
