import { describe, expect, it } from 'vitest'
import { judgeBusinessChoice, judgeHandover, mayLookAfterApps } from './business-access.ts'

type Facts = Parameters<typeof judgeBusinessChoice>[0]
const judge = (changes: Partial<Facts> = {}) => {
  const choice = judgeBusinessChoice({
    isArchived: false,
    role: 'owner',
    plan: { state: 'active', reason: null },
    ...changes,
  })
  return choice.kind === 'can' ? 'can' : choice.reason
}

describe(judgeBusinessChoice, () => {
  it('lets owners and admins choose a business with an active plan', () => {
    expect(judge()).toBe('can')
    expect(judge({ role: 'admin' })).toBe('can')
  })

  it.each([
    [{ role: 'editor' }, 'not_owner_or_admin'],
    [{ role: 'viewer' }, 'not_owner_or_admin'],
    [{ isArchived: true }, 'archived'],
    [{ plan: null }, 'plan_too_small'],
    [{ plan: { state: 'lapsed', reason: null } }, 'plan_ended'],
    [{ plan: { state: 'lapsed', reason: 'trial_over' } }, 'trial_over'],
    [{ plan: { state: 'lapsed', reason: 'payment_failed' } }, 'payment_failed'],
    [{ plan: { state: 'ineligible', reason: null } }, 'plan_too_small'],
    [{ plan: { state: 'ineligible', reason: 'trial_over' } }, 'trial_over'],
    [{ isArchived: true, plan: null }, 'archived'],
    [{ role: 'viewer', isArchived: true, plan: null }, 'not_owner_or_admin'],
  ] as const)('returns the reason of a refusal: %j', (changes, reason) => {
    expect(judge(changes)).toBe(reason)
  })
})

it('separates businesses that can be chosen from others', () => {
  const plan = { state: 'active', reason: null } as const
  const choose = (facts: Partial<Facts>) =>
    judgeBusinessChoice({ isArchived: false, role: 'owner', plan, ...facts }).kind
  expect(choose({})).toBe('can')
  expect(choose({ role: 'viewer' })).toBe('cannot')
  expect(choose({ isArchived: true })).toBe('cannot')
  expect(choose({ plan: { ...plan, state: 'lapsed' } })).toBe('cannot')
  expect(choose({ plan: { ...plan, state: 'ineligible' } })).toBe('cannot')
})

describe(mayLookAfterApps, () => {
  it('is true for owners and admins', () => {
    const roles = ['owner', 'admin', 'editor', 'viewer'] as const
    expect(roles.filter(mayLookAfterApps)).toEqual(['owner', 'admin'])
  })
})

describe(judgeHandover, () => {
  it.each([
    ['can', 'open'],
    ['not_owner_or_admin', 'gone'],
    ['archived', 'hidden'],
    ['covers_none', 'plan_inactive'],
    ['plan_ended', 'plan_inactive'],
    ['trial_over', 'plan_inactive'],
    ['payment_failed', 'plan_inactive'],
    ['plan_too_small', 'plan_inactive'],
  ] as const)('gives an existing token of a business that is %s: %s', (standing, handover) => {
    expect(judgeHandover(standing)).toBe(handover)
  })
})
