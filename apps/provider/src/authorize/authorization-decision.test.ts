import { describe, expect, it } from 'vitest'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { asBusinessId, asUserId } from '@counterfoil/oauth/testing/ids'
import type { BusinessAccess } from '#businesses/business-access.ts'
import { canonicalScopes, CODE_LIFETIME_MS, findAnswerFault, isSameAnswer } from './authorization-decision.ts'

const SINGLE = {
  application: { restriction: 'single_business', optionalScopes: ['invoice:read'] },
  scopes: ['user:read', 'invoice:read'],
} as unknown as Parameters<typeof findAnswerFault>[0]
const ALL = {
  ...SINGLE,
  application: { ...SINGLE.application, restriction: 'all_businesses' },
} as typeof SINGLE
const GOOD = { name: 'Northwind', choice: { kind: 'can' } } as BusinessAccess
const allow = (businessId: BusinessId | null, scopes: readonly string[] = SINGLE.scopes) =>
  ({ kind: 'allow', businessId, scopes }) as const

describe(findAnswerFault, () => {
  it('accepts an eligible business, with or without the optional scopes', () => {
    expect(findAnswerFault(SINGLE, allow(asBusinessId('b')), GOOD, 1)).toBeUndefined()
    expect(findAnswerFault(SINGLE, allow(asBusinessId('b'), ['user:read']), GOOD, 1)).toBeUndefined()
    expect(findAnswerFault(ALL, allow(null), undefined, 1)).toBeUndefined()
  })

  it('refuses edited forms', () => {
    expect(
      findAnswerFault(SINGLE, allow(asBusinessId('b'), ['user:read', 'customer:read']), GOOD, 1),
    ).toEqual({
      kind: 'bad_answer',
      reason: 'scope_not_asked',
    })
    expect(findAnswerFault(SINGLE, allow(asBusinessId('b'), ['invoice:read']), GOOD, 1)).toEqual({
      kind: 'bad_answer',
      reason: 'scope_required',
    })
    expect(findAnswerFault(SINGLE, allow(asBusinessId('b'), []), GOOD, 1)).toEqual({
      kind: 'bad_answer',
      reason: 'scope_required',
    })
    expect(findAnswerFault(SINGLE, allow(null), undefined, 1)).toEqual({
      kind: 'bad_answer',
      reason: 'business_required',
    })
    expect(findAnswerFault(ALL, allow(asBusinessId('b')), GOOD, 1)).toEqual({
      kind: 'bad_answer',
      reason: 'business_not_asked',
    })
    expect(findAnswerFault(SINGLE, allow(asBusinessId('b')), undefined, 1)).toMatchObject({
      kind: 'cannot_choose',
      reason: 'not_found',
    })
  })

  it('refuses an approval of no scope, even where every scope is optional', () => {
    const optional = { ...SINGLE, application: { ...SINGLE.application, optionalScopes: SINGLE.scopes } }
    expect(findAnswerFault(optional, allow(asBusinessId('b'), []), GOOD, 1)).toEqual({
      kind: 'bad_answer',
      reason: 'scope_required',
    })
    expect(findAnswerFault(optional, allow(asBusinessId('b'), ['invoice:read']), GOOD, 1)).toBeUndefined()
  })

  it('names a business that can no longer be chosen, and the reason', () => {
    const lapsed = { name: 'Fern & Co', choice: { kind: 'cannot', reason: 'plan_ended' } } as BusinessAccess
    expect(findAnswerFault(SINGLE, allow(asBusinessId('b')), lapsed, 1)).toEqual({
      kind: 'cannot_choose',
      reason: 'plan_ended',
      businessName: 'Fern & Co',
    })
    expect(findAnswerFault(ALL, allow(null), undefined, 0)).toMatchObject({
      kind: 'cannot_choose',
      reason: 'covers_none',
    })
  })
})

const DENIED = { answer: 'denied', userId: asUserId('u'), businessId: null, scopes: null } as const

describe(isSameAnswer, () => {
  const given = {
    answer: 'allowed',
    userId: asUserId('u'),
    businessId: asBusinessId('b'),
    scopes: canonicalScopes(['b:read', 'a:read']),
  } as const

  it('is repeated for the same person, business and set of scopes, in any order', () => {
    expect(isSameAnswer(given, allow(asBusinessId('b'), ['a:read', 'b:read']), asUserId('u'))).toBe(true)
    expect(isSameAnswer(given, allow(asBusinessId('b'), ['a:read']), asUserId('u'))).toBe(false)
    expect(isSameAnswer(given, allow(asBusinessId('c'), ['a:read', 'b:read']), asUserId('u'))).toBe(false)
    expect(isSameAnswer(given, allow(asBusinessId('b'), ['a:read', 'b:read']), asUserId('v'))).toBe(false)
    expect(isSameAnswer(given, { kind: 'deny' }, asUserId('u'))).toBe(false)
  })

  it('is repeated for any denial after a denial', () => {
    expect(isSameAnswer(DENIED, { kind: 'deny' }, null)).toBe(true)
    expect(isSameAnswer(DENIED, allow(asBusinessId('b')), asUserId('u'))).toBe(false)
  })

  it('differs for an approval after a denial, even of the same scopes by the same person', () => {
    const denied = { ...DENIED, businessId: asBusinessId('b'), scopes: canonicalScopes(['a:read']) }
    expect(isSameAnswer(denied, allow(asBusinessId('b'), ['a:read']), asUserId('u'))).toBe(false)
  })
})

it('gives an application ten minutes to exchange a code', () => {
  expect(CODE_LIFETIME_MS).toBe(600_000)
})
