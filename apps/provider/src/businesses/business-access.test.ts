import { describe, expect, it } from 'vitest'
import { judgeBusinessChoice } from './business-access.ts'

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
    [{ role: 'viewer', isArchived: true, plan: null }, 'not_owner_or_admin'],
  ] as const)('says why not: %j', (changes, reason) => {
    expect(judge(changes)).toBe(reason)
  })
})
