import { describe, expect, it } from 'vitest'
import { ConnectOutcomeSchema } from '@counterfoil/bff-api/connect-result'
import { asBusinessWireId, asUserWireId } from '@counterfoil/oauth/testing/ids'
import { attemptOutcomeOf, chooseOutcome, connectOutcomeOf, judgeIdentity } from './connect-outcome.ts'
import type { HealthState } from '#connections/connection-state.ts'

describe(judgeIdentity, () => {
  const received = { userId: asUserWireId('u1'), businessId: asBusinessWireId('b1') }
  it.each([
    ['nothing was expected', 'connect', null, undefined, 'as_expected'],
    [
      'person and business are the same',
      'reconnect',
      { userId: asUserWireId('u1'), businessId: asBusinessWireId('b1') },
      'u1',
      'as_expected',
    ],
    ['any business of the person will do', 'connect', { userId: asUserWireId('u1') }, 'u1', 'as_expected'],
    [
      'it is another business',
      'reconnect',
      { userId: asUserWireId('u1'), businessId: asBusinessWireId('b2') },
      'u1',
      'other_business',
    ],
    [
      'one business came instead of all',
      'sign_in',
      { userId: asUserWireId('u1'), businessId: null },
      undefined,
      'other_business',
    ],
    [
      'it is another person',
      'reconnect',
      { userId: asUserWireId('u2'), businessId: asBusinessWireId('b1') },
      'u2',
      'other_person',
    ],
    [
      'both are others',
      'ask_again',
      { userId: asUserWireId('u2'), businessId: asBusinessWireId('b2') },
      'u2',
      'other_person',
    ],
    ['another account is connected', 'connect', { userId: asUserWireId('u2') }, 'u2', 'other_account'],
    [
      'another account is switched to',
      'switch_business',
      { userId: asUserWireId('u2') },
      'u2',
      'other_account',
    ],
    [
      'another account comes back',
      'sign_in',
      { userId: asUserWireId('u2'), businessId: asBusinessWireId('b1') },
      undefined,
      'other_account',
    ],
    ['another account has signed in meanwhile', 'connect', null, 'u2', 'other_account'],
    [
      'more was to be allowed by another person',
      'allow_more',
      { userId: asUserWireId('u2') },
      'u2',
      'other_person',
    ],
    [
      'it is the person, and somebody else is signed in by now',
      'reconnect',
      { userId: asUserWireId('u1') },
      'u2',
      'other_account',
    ],
    [
      'another account has signed in since it began',
      'reconnect',
      { userId: asUserWireId('u1') },
      'u2',
      'other_account',
    ],
    ['the same person has signed in meanwhile', 'connect', null, 'u1', 'as_expected'],
  ] as const)('when %s', (_name, intent, expected, present, kind) => {
    expect(judgeIdentity(intent, expected, received, present && asUserWireId(present)).kind).toBe(kind)
  })
})

describe(chooseOutcome, () => {
  const facts = {
    intent: 'connect',
    previous: undefined,
    asked: ['a:read'],
    granted: ['a:read'],
    isPlanInactive: false,
    isReplacing: false,
  } as const
  const was = (state: HealthState, scopes: readonly string[] = ['a:read']) => ({ state, scopes })
  it.each([
    ['a first connection', {}, 'connected'],
    ['fewer permissions', { granted: [] }, 'connected_less'],
    ['one that was there', { previous: was('connected') }, 'still_connected'],
    [
      'one that was there, in other words',
      { previous: was('connected', ['a:*']), granted: ['a:*'] },
      'still_connected',
    ],
    ['one that was there and has more now', { previous: was('connected', []) }, 'connected'],
    [
      'one that was there and has less now',
      { previous: was('connected', ['a:read', 'b:read']) },
      'connected',
    ],
    ['one that was in trouble', { previous: was('trouble'), intent: 'reconnect' }, 'still_connected'],
    ['one whose plan had ended', { previous: was('plan_ended') }, 'connected'],
    ['one that had ended', { previous: was('reconnect'), intent: 'reconnect' }, 'connected'],
    ['one that was disconnected', { previous: was('disconnected') }, 'connected'],
    ['more permissions', { previous: was('connected'), intent: 'allow_more' }, 'connected'],
    [
      'more permissions refused',
      { previous: was('connected'), intent: 'allow_more', granted: [] },
      'connected_less',
    ],
    ['one instead of another', { isReplacing: true }, 'switched'],
    ['one instead of another, with fewer permissions', { isReplacing: true, granted: [] }, 'connected_less'],
    ['a plan that has ended', { isPlanInactive: true, granted: [] }, 'plan_ended'],
  ] as const)('tells %s', (_name, changes, outcome) => {
    expect(chooseOutcome({ ...facts, ...changes })).toBe(outcome)
  })
})

describe(connectOutcomeOf, () => {
  it.each([
    ['grant_refused', 'expired'],
    ['plan_inactive', 'plan_ended'],
    ['rate_limited', 'rate_limited'],
    ['misconfigured', 'misconfigured'],
    ['unusable', 'misconfigured'],
    ['provider_down', 'provider_failed'],
  ] as const)('tells a code that ended with %s as %s', (kind, outcome) => {
    expect(connectOutcomeOf({ kind } as Parameters<typeof connectOutcomeOf>[0])).toBe(outcome)
  })
})

describe(attemptOutcomeOf, () => {
  it('counts every outcome there is once', () => {
    const counted = Map.groupBy(ConnectOutcomeSchema.options, attemptOutcomeOf)
    expect(Object.fromEntries(counted)).toEqual({
      connected: ['connected', 'connected_less', 'still_connected', 'switched', 'plan_ended'],
      mismatched: ['mismatch'],
      declined: ['declined', 'no_business'],
      failed: [
        ...['expired', 'other_business', 'other_person', 'other_account'],
        ...['provider_failed', 'misconfigured', 'rate_limited'],
      ],
    })
  })
})
