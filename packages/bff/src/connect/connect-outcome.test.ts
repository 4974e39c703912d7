import { describe, expect, it } from 'vitest'
import { ConnectOutcomeSchema } from '@counterfoil/bff-api/connect-result'
import { asBusinessWireId, asUserWireId } from '@counterfoil/oauth/testing/ids'
import {
  attemptOutcomeOf,
  chooseOutcome,
  connectOutcomeOf,
  judgeCallback,
  judgeIdentity,
  reasonOfCallback,
} from './connect-outcome.ts'
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
  ] as const)(
    'compares the received identity with the expected one if %s',
    (_name, intent, expected, present, kind) => {
      expect(judgeIdentity(intent, expected, received, present && asUserWireId(present)).kind).toBe(kind)
    },
  )
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
  ] as const)('returns the outcome of %s', (_name, changes, outcome) => {
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
  ] as const)('maps an exchange that failed with %s to the outcome %s', (kind, outcome) => {
    expect(connectOutcomeOf({ kind } as Parameters<typeof connectOutcomeOf>[0])).toBe(outcome)
  })
})

describe(attemptOutcomeOf, () => {
  it('assigns every outcome to one counter', () => {
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

const attempt = { state: 's', expiresAtMs: 1000 }
const judge = (
  query: string,
  options: { nowMs?: number; issuer?: string; attempt?: typeof attempt | null } = {},
) =>
  judgeCallback(
    new URLSearchParams(query),
    options.attempt === null ? undefined : attempt,
    options.issuer === undefined ? undefined : { issuer: options.issuer, isRequired: true },
    options.nowMs ?? 0,
  )

describe(judgeCallback, () => {
  it('exchanges a code whose state belongs to an attempt of this browser', () => {
    expect(judge('code=c&state=s')).toEqual({ kind: 'exchange', code: 'c', attempt })
  })

  it.each([
    ['no attempt of this browser', 'code=c&state=s', { attempt: null }, 'attempt'],
    ['another state', 'code=c&state=t', {}, 'state'],
    ['no state', 'code=c', {}, 'state'],
    ['an empty state', 'code=c&state=', {}, 'state'],
    ['the state twice', 'code=c&state=s&state=s', {}, 'repeated_parameter'],
    ['the code twice', 'code=c&code=d&state=s', {}, 'repeated_parameter'],
    ['another issuer', 'code=c&state=s&iss=https://b', { issuer: 'https://a' }, 'issuer'],
    ['no issuer where one is expected', 'code=c&state=s', { issuer: 'https://a' }, 'issuer'],
  ])('exchanges no code with %s', (_name, query, options, reason) => {
    expect(judge(query, options)).toEqual({ kind: 'mismatch', reason })
  })

  it.each(['error', 'error_description', 'iss'])(
    'exchanges no code if the parameter %s occurs twice',
    (name) => {
      expect(judge(`code=c&state=s&${name}=x&${name}=x`)).toEqual({
        ...{ kind: 'mismatch', reason: 'repeated_parameter' },
      })
    },
  )

  it('accepts the configured issuer, or any issuer if none is configured', () => {
    expect(judge('code=c&state=s&iss=https://a', { issuer: 'https://a' }).kind).toBe('exchange')
    expect(judge('code=c&state=s&iss=https://b').kind).toBe('exchange')
  })

  it('treats an attempt as expired from the millisecond of its expiry on', () => {
    expect(judge('code=c&state=s', { nowMs: 999 }).kind).toBe('exchange')
    expect(judge('code=c&state=s', { nowMs: 1000 }).kind).toBe('expired')
    expect(judge('error=access_denied&state=s', { nowMs: 1000 }).kind).toBe('expired')
  })

  it.each([
    ['access_denied', 'declined'],
    ['access_denied&error_description=The user has no business that can be connected.', 'no_business'],
    ['server_error', 'provider_failed'],
    ['temporarily_unavailable', 'provider_failed'],
    ['invalid_scope', 'misconfigured'],
    ['unauthorized_client', 'misconfigured'],
    ['invalid_request', 'misconfigured'],
    ['unsupported_response_type', 'misconfigured'],
    ['something_new', 'provider_failed'],
  ])('maps error=%s to %s', (error, kind) => {
    expect(judge(`state=s&error=${error}`).kind).toBe(kind)
  })

  it('checks the state before it evaluates an error', () => {
    expect(judge('error=access_denied&state=t').kind).toBe('mismatch')
  })

  it('exchanges no code that is empty or comes with an error', () => {
    expect(judge('code=c&state=s&error=access_denied').kind).toBe('declined')
    expect(judge('code=&state=s').kind).toBe('provider_failed')
  })

  it('distinguishes faults of ours and of the provider by the error codes of RFC 6749, and never repeats another text', () => {
    for (const error of [
      'invalid_request',
      'invalid_scope',
      'unauthorized_client',
      'unsupported_response_type',
    ])
      expect(judge(`state=s&error=${error}`)).toEqual({ kind: 'misconfigured', error })
    for (const error of ['server_error', 'temporarily_unavailable'])
      expect(judge(`state=s&error=${error}`)).toEqual({ kind: 'provider_failed', error })
    expect(judge('state=s&error=%3Cscript%3E')).toEqual({ kind: 'provider_failed', error: 'other' })
    expect(judge('state=s')).toEqual({ kind: 'provider_failed', error: 'no_code' })
  })
})

describe('a callback without an exchange', () => {
  it('has a reason for the log', () => {
    expect(reasonOfCallback({ kind: 'mismatch', reason: 'state' })).toBe('state')
    expect(reasonOfCallback({ kind: 'misconfigured', error: 'invalid_scope' })).toBe('invalid_scope')
    expect(reasonOfCallback({ kind: 'expired' })).toBe('expired')
  })
})
