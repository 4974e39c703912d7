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
  it.each(Object.keys(PROBLEM_STATUS) as ProblemCode[])('maps the problem %s to one failure kind', (code) => {
    expect(problem(code).kind).toBe(KINDS[code])
  })

  it('returns "offline" only for a lost network, not for an outage of the app or the provider', () => {
    expect(failureOf({ kind: 'no-answer' }, NOW_MS)).toEqual({ kind: 'offline' })
    for (const code of Object.keys(PROBLEM_STATUS) as ProblemCode[])
      expect(problem(code).kind).not.toBe('offline')
  })

  it('blames the provider only if it does not answer, and nobody for an invalid answer', () => {
    expect(failureOf({ kind: 'timeout' }, NOW_MS).kind).toBe('provider_down')
    expect(failureOf({ kind: 'not-understood' }, NOW_MS)).toStrictEqual({ kind: 'unknown' })
    expect(failureOf({ kind: 'not-understood', requestId: asRequestId('r-2') }, NOW_MS)).toEqual({
      kind: 'unknown',
      requestId: 'r-2',
    })
  })

  it('keeps the reference for support', () => {
    for (const code of ['provider-unavailable', 'provider-timeout', 'internal-error'] as const)
      expect(problem(code)).toMatchObject({ requestId: 'r-1' })
  })

  it('has no permissions if the problem names none', () => {
    expect(problem('permission-missing')).toEqual({ kind: 'not_allowed', missing: [] })
  })

  it('converts Retry-After to a time, and leaves it undefined without the header', () => {
    expect(problem('rate-limited', 3)).toEqual({ kind: 'rate_limited', retryAtMs: NOW_MS + 3_000 })
    expect(problem('rate-limited')).toEqual({ kind: 'rate_limited', retryAtMs: undefined })
  })
})

describe(failureOfGraphql, () => {
  const fault = (extensions: Record<string, unknown>, hasData = false) =>
    failureOfGraphql([{ message: 'x', path: ['business', 'address'], extensions }], hasData)

  it('distinguishes an ended plan from a missing permission', () => {
    expect(fault({ code: 'FORBIDDEN', reason: 'subscription_inactive' })).toEqual({
      kind: 'connection_changed',
    })
    expect(fault({ code: 'FORBIDDEN', requiredScopes: ['product:read', 7] })).toEqual({
      kind: 'not_allowed',
      missing: ['product:read'],
    })
  })
  it('has no permissions if the provider names none', () => {
    expect(fault({ code: 'FORBIDDEN' })).toEqual({ kind: 'not_allowed', missing: [] })
  })
  it('has no retry time for a rate limit in a GraphQL answer', () => {
    expect(fault({ code: 'RATE_LIMITED' }, true)).toEqual({ kind: 'rate_limited', retryAtMs: undefined })
  })
  it('uses the first error with a known code and the first request id', () => {
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
  it('adds nothing if an error has no code, id and path', () => {
    expect(failureOfGraphql([{ message: 'x' }], false)).toStrictEqual({ kind: 'unknown' })
    expect(failureOfGraphql([{ message: 'x' }], true)).toStrictEqual({ kind: 'partial', missing: [''] })
    expect(failureOfGraphql([{ message: 'x', extensions: { code: 'NOT_FOUND' } }], false)).toEqual({
      kind: 'connection_changed',
    })
  })
  it('causes a session reading if the provider rejects the token or the business is gone', () => {
    expect(fault({ code: 'UNAUTHENTICATED' }).kind).toBe('connection_changed')
  })
  it('causes no session reading if only the requested record of a business is missing', () => {
    const path = ['business', 'invoice']
    const missing = [{ message: 'no', path, extensions: { code: 'NOT_FOUND' } }]
    expect(failureOfGraphql(missing, true)).toEqual({ kind: 'not_there' })
    expect(failureOfGraphql([{ ...missing[0], message: 'no', path: ['business'] }], false).kind).toBe(
      'connection_changed',
    )
  })
  it('keeps the provider’s request id for support', () => {
    expect(fault({ code: 'GRAPHQL_VALIDATION_FAILED', id: 'e-1' })).toEqual({
      kind: 'unknown',
      requestId: 'e-1',
    })
    expect(failureOfGraphql([], false)).toEqual({ kind: 'unknown' })
  })
  it('reports an internal error of the provider as its outage, not as a fault of the app', () => {
    expect(fault({ code: 'INTERNAL_SERVER_ERROR', id: 'e-1' })).toEqual({
      kind: 'provider_down',
      requestId: 'e-1',
    })
  })
  it('lists the missing paths of a partial answer, whatever the error code', () => {
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
  it('returns true for the parent of a missing field and false for its siblings', () => {
    const marked = ['address', 'type', 'timezone', 'addressBook'].map((field) =>
      didNotLoad(failure, `business.${field}`),
    )
    expect(marked).toEqual([true, true, false, false])
    expect(didNotLoad({ kind: 'unknown' }, 'business.type')).toBe(false)
    expect(didNotLoad(undefined, 'business.type')).toBe(false)
  })
})

describe(failureFrom, () => {
  it('returns the failure inside an error, and unknown for other exceptions', () => {
    const offline = new FailureError({ kind: 'offline' })
    expect(failureFrom(offline)).toEqual({ kind: 'offline' })
    expect(String(offline)).toBe('FailureError: offline')
    expect(failureFrom(new TypeError('undefined is not a function'))).toEqual({ kind: 'unknown' })
  })
})

describe(isShownHere, () => {
  it('is false if the connection notice already reports the failure', () => {
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
  ])('is true for %j, with and without a notice above', (failure) => {
    expect([true, false].map((isShownAbove) => isShownHere(failure, isShownAbove))).toEqual([true, true])
  })
})
