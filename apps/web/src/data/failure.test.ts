import { PROBLEM_STATUS, type ProblemCode } from '@counterfoil/bff-api/problem'
import { asRequestId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import {
  didNotLoad,
  failureFrom,
  failureOf,
  failureOfGraphql,
  FailureError,
  isShownHere,
  type Failure,
} from './failure.ts'

const NOW_MS = 1_000_000
const problem = (code: ProblemCode, retryAfterSeconds?: number) =>
  failureOf({ kind: 'problem', problem: { code, requestId: asRequestId('r-1') }, retryAfterSeconds }, NOW_MS)

const KINDS: Readonly<Record<ProblemCode, Failure['kind']>> = {
  'bad-request': 'unknown',
  'session-ended': 'session_ended',
  'cross-site-request': 'unknown',
  'csrf-token-mismatch': 'unknown',
  'not-found': 'unknown',
  'method-not-allowed': 'unknown',
  'connection-not-found': 'connection_changed',
  'connection-disconnected': 'connection_changed',
  'reconnect-required': 'connection_changed',
  'plan-ended': 'connection_changed',
  'decision-closed': 'unknown',
  'idempotency-mismatch': 'unknown',
  'outcome-unknown': 'unknown',
  'payload-too-large': 'unknown',
  'operation-not-allowed': 'unknown',
  'permission-missing': 'not_allowed',
  'unsupported-media-type': 'unknown',
  'rate-limited': 'rate_limited',
  'too-many-open-changes': 'rate_limited',
  'provider-rate-limited': 'rate_limited',
  'provider-unavailable': 'provider_down',
  'provider-timeout': 'provider_down',
  'store-unavailable': 'unknown',
  'internal-error': 'unknown',
}

describe(failureOf, () => {
  it.each(Object.keys(PROBLEM_STATUS) as ProblemCode[])('has one meaning for the problem %s', (code) => {
    expect(problem(code).kind).toBe(KINDS[code])
  })

  it('calls only a lost network "offline": an outage of ours or theirs is something else', () => {
    expect(failureOf({ kind: 'no-answer' }, NOW_MS)).toEqual({ kind: 'offline' })
    for (const code of Object.keys(PROBLEM_STATUS) as ProblemCode[])
      expect(problem(code).kind).not.toBe('offline')
  })

  it('blames the provider for its silence, and nobody for an answer that is none', () => {
    expect(failureOf({ kind: 'timeout' }, NOW_MS).kind).toBe('provider_down')
    expect(failureOf({ kind: 'not-understood' }, NOW_MS)).toStrictEqual({ kind: 'unknown' })
    expect(failureOf({ kind: 'not-understood', requestId: asRequestId('r-2') }, NOW_MS)).toEqual({
      kind: 'unknown',
      requestId: 'r-2',
    })
  })

  it('keeps the reference of what support may be asked about', () => {
    for (const code of ['provider-unavailable', 'provider-timeout', 'internal-error'] as const)
      expect(problem(code)).toMatchObject({ requestId: 'r-1' })
  })

  it('names no permission where the problem names none', () => {
    expect(problem('permission-missing')).toEqual({ kind: 'not_allowed', missing: [] })
  })

  it('turns "retry after" into an instant, and leaves it open when nothing is said', () => {
    expect(problem('rate-limited', 3)).toEqual({ kind: 'rate_limited', retryAtMs: NOW_MS + 3_000 })
    expect(problem('rate-limited')).toEqual({ kind: 'rate_limited', retryAtMs: undefined })
  })
})

describe(failureOfGraphql, () => {
  const fault = (extensions: Record<string, unknown>, hasData = false) =>
    failureOfGraphql([{ message: 'x', path: ['business', 'address'], extensions }], hasData)

  it('tells a plan that ended from a permission that is missing', () => {
    expect(fault({ code: 'FORBIDDEN', reason: 'subscription_inactive' })).toEqual({
      kind: 'connection_changed',
    })
    expect(fault({ code: 'FORBIDDEN', requiredScopes: ['product:read', 7] })).toEqual({
      kind: 'not_allowed',
      missing: ['product:read'],
    })
  })
  it('names no permission where the provider names none', () => {
    expect(fault({ code: 'FORBIDDEN' })).toEqual({ kind: 'not_allowed', missing: [] })
  })
  it('waits for a provider that said "slow down", without a time: a GraphQL answer has none', () => {
    expect(fault({ code: 'RATE_LIMITED' }, true)).toEqual({ kind: 'rate_limited', retryAtMs: undefined })
  })
  it('takes the first fault that means something, and the first id that there is', () => {
    expect(
      failureOfGraphql(
        [
          { message: 'no code' },
          { message: 'ours', extensions: { code: 'OWN_CODE', id: 7 } },
          { message: 'theirs', extensions: { code: 'INTERNAL_SERVER_ERROR', id: 'e-1' } },
          { message: 'theirs', extensions: { code: 'INTERNAL_SERVER_ERROR', id: 'e-2' } },
        ],
        false,
      ),
    ).toEqual({ kind: 'provider_down', requestId: 'e-1' })
  })
  it('makes nothing up for a fault that says neither a code nor an id nor where', () => {
    expect(failureOfGraphql([{ message: 'x' }], false)).toStrictEqual({ kind: 'unknown' })
    expect(failureOfGraphql([{ message: 'x' }], true)).toStrictEqual({ kind: 'partial', missing: [''] })
    expect(failureOfGraphql([{ message: 'x', extensions: { code: 'NOT_FOUND' } }], false)).toEqual({
      kind: 'connection_changed',
    })
  })
  it('reads the session again when the provider knows us no more, or the business not', () => {
    expect(fault({ code: 'UNAUTHENTICATED' }).kind).toBe('connection_changed')
  })
  it('reads nothing again when the business is there and only the asked thing in it is not', () => {
    const path = ['business', 'invoice']
    const missing = [{ message: 'no', path, extensions: { code: 'NOT_FOUND' } }]
    expect(failureOfGraphql(missing, true)).toEqual({ kind: 'not_there' })
    expect(failureOfGraphql([{ ...missing[0], message: 'no', path: ['business'] }], false).kind).toBe(
      'connection_changed',
    )
  })
  it('keeps the provider’s id of a fault for support', () => {
    expect(fault({ code: 'GRAPHQL_VALIDATION_FAILED', id: 'e-1' })).toEqual({
      kind: 'unknown',
      requestId: 'e-1',
    })
    expect(failureOfGraphql([], false)).toEqual({ kind: 'unknown' })
  })
  it('calls a fault inside the provider its outage, never ours', () => {
    expect(fault({ code: 'INTERNAL_SERVER_ERROR', id: 'e-1' })).toEqual({
      kind: 'provider_down',
      requestId: 'e-1',
    })
  })
  it('names what is missing where the rest has come, whatever the code of the fault', () => {
    for (const extensions of [
      { code: 'INTERNAL_SERVER_ERROR', id: 'e-1' },
      { code: 'OWN_CODE', id: 'e-1' },
      { id: 'e-1' },
    ])
      expect(fault(extensions, true)).toEqual({
        kind: 'partial',
        missing: ['business.address'],
        requestId: 'e-1',
      })
  })
})

describe(didNotLoad, () => {
  const failure = { kind: 'partial', missing: ['business.address.province', 'business.type'] } as const
  it('marks what holds a missing part, and nothing beside it', () => {
    const marked = ['address', 'type', 'timezone', 'addressBook'].map((field) =>
      didNotLoad(failure, `business.${field}`),
    )
    expect(marked).toEqual([true, true, false, false])
    expect(didNotLoad({ kind: 'unknown' }, 'business.type')).toBe(false)
    expect(didNotLoad(undefined, 'business.type')).toBe(false)
  })
})

describe(failureFrom, () => {
  it('finds the failure inside an error, and calls a bug of ours unknown', () => {
    const offline = new FailureError({ kind: 'offline' })
    expect(failureFrom(offline)).toEqual({ kind: 'offline' })
    expect(String(offline)).toBe('FailureError: offline')
    expect(failureFrom(new TypeError('undefined is not a function'))).toEqual({ kind: 'unknown' })
  })
})

describe(isShownHere, () => {
  it('leaves to the page what the state of the connection says already', () => {
    expect(isShownHere({ kind: 'provider_down' }, true)).toBe(false)
    expect(isShownHere({ kind: 'provider_down' }, false)).toBe(true)
  })

  it.each<Failure>([{ kind: 'connection_changed' }, { kind: 'session_ended' }, { kind: 'not_there' }])(
    'says nothing of %j in a part of the page, whatever is above',
    (failure) => {
      expect([true, false].map((isShownAbove) => isShownHere(failure, isShownAbove))).toEqual([false, false])
    },
  )

  it.each<Failure>([
    { kind: 'offline' },
    { kind: 'partial', missing: [] },
    { kind: 'rate_limited', retryAtMs: 1 },
    { kind: 'not_allowed', missing: [] },
    { kind: 'unknown' },
  ])('says %j where it happened, whatever is above', (failure) => {
    expect([true, false].map((isShownAbove) => isShownHere(failure, isShownAbove))).toEqual([true, true])
  })
})
