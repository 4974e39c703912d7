import { describe, expect, it } from 'vitest'
import { asAccessToken, asRefreshToken, asTokenSetId } from '@counterfoil/oauth/testing/ids'
import { exampleConnection, exampleTokens } from '#connections/testing/connection-examples.ts'
import { decideTokenUse, UNKNOWN_KEY_RETRY_MS } from './token-use.ts'
import { buildTokenSet, REFRESH_MARGIN_MS } from '#connections/token-set.ts'

const tokens = exampleTokens({ refreshAtMs: 900, expiresAtMs: 1000 })
const connected = exampleConnection({ tokens })
const waiting = (reason: 'provider_down' | 'rate_limited' | 'misconfigured', canRetryAtMs: number) =>
  exampleConnection({ tokens, health: { state: 'trouble', reason, sinceMs: 0, canRetryAtMs, failures: 1 } })

describe(decideTokenUse, () => {
  it('uses a token a millisecond before its refresh margin', () => {
    expect(decideTokenUse(connected, 899)).toEqual({ kind: 'use', tokens })
  })

  it('refreshes a token exactly at its margin, with the old one as a fallback', () => {
    expect(decideTokenUse(connected, 900)).toEqual({ kind: 'refresh', tokens, fallback: tokens })
    expect(decideTokenUse(connected, 999)).toMatchObject({ fallback: tokens })
  })

  it('does not fall back to an expired token', () => {
    expect(decideTokenUse(connected, 1000)).toEqual({ kind: 'refresh', tokens, fallback: undefined })
  })

  it('does not use a token again that the provider refused', () => {
    expect(decideTokenUse(connected, 0, tokens.accessToken)).toEqual({
      kind: 'refresh',
      tokens,
      fallback: undefined,
    })
  })

  it('uses the stored token if another one was refused', () => {
    expect(decideTokenUse(connected, 0, asAccessToken('older'))).toEqual({ kind: 'use', tokens })
  })

  it('asks for a reconnection if there is no refresh token', () => {
    expect(decideTokenUse(exampleConnection({ tokens: null }), 0)).toEqual({
      kind: 'ended',
      state: 'reconnect',
    })
  })

  it.each(['disconnected', 'reconnect'] as const)(
    'uses no token of a connection in the state %s',
    (state) => {
      const record = exampleConnection({
        tokens,
        health: { state, reason: null, sinceMs: 0, canRetryAtMs: null, failures: 0 },
      })
      expect(decideTokenUse(record, 0)).toEqual({ kind: 'ended', state })
    },
  )

  it('retries an ended plan when its wait is over', () => {
    const health = { state: 'plan_ended', reason: null, sinceMs: 0, canRetryAtMs: 500, failures: 1 } as const
    const record = exampleConnection({ tokens, health })
    expect(decideTokenUse(record, 499)).toEqual({ kind: 'ended', state: 'plan_ended' })
    expect(decideTokenUse(record, 500)).toEqual({ kind: 'use', tokens })
  })

  it('sends nothing to a provider before the time that its Retry-After named', () => {
    const limited = waiting('rate_limited', 500)
    expect(decideTokenUse(limited, 499)).toEqual({ kind: 'wait', reason: 'rate_limited', retryAtMs: 500 })
    expect(decideTokenUse(limited, 500)).toEqual({ kind: 'use', tokens })
  })

  it('continues with a valid token while a refresh has to wait', () => {
    expect(decideTokenUse(waiting('provider_down', 990), 950)).toEqual({ kind: 'use', tokens })
    expect(decideTokenUse(waiting('misconfigured', 1100), 1050)).toEqual({
      kind: 'wait',
      reason: 'misconfigured',
      retryAtMs: 1100,
    })
  })
})

describe('decideTokenUse for a connection in trouble', () => {
  const trouble = (
    reason: 'provider_down' | 'misconfigured' | 'partial' | 'rate_limited',
    canRetryAtMs: number | null,
  ) =>
    exampleConnection({ tokens, health: { state: 'trouble', reason, sinceMs: 0, canRetryAtMs, failures: 1 } })

  it('waits for its next retry if its token has expired, and retries at exactly that time', () => {
    expect(decideTokenUse(trouble('provider_down', 1_100), 1_099)).toEqual({
      kind: 'wait',
      reason: 'provider_down',
      retryAtMs: 1_100,
    })
    expect(decideTokenUse(trouble('provider_down', 1_100), 1_100)).toEqual({
      kind: 'refresh',
      tokens,
      fallback: undefined,
    })
  })

  it('refreshes without waiting if only a part of the answers fails, or no time was named', () => {
    expect(decideTokenUse(trouble('partial', 2_000), 950)).toEqual({
      kind: 'refresh',
      tokens,
      fallback: tokens,
    })
    expect(decideTokenUse(trouble('provider_down', null), 950)).toEqual({
      kind: 'refresh',
      tokens,
      fallback: tokens,
    })
  })

  it('ignores a wait that was named for an earlier trouble', () => {
    const health = { state: 'connected', reason: null, sinceMs: 0, canRetryAtMs: 2_000, failures: 0 } as const
    expect(decideTokenUse(exampleConnection({ tokens, health }), 950)).toMatchObject({ kind: 'refresh' })
    expect(decideTokenUse(trouble('misconfigured', 2_000), 100)).toEqual({ kind: 'use', tokens })
  })

  it('retries soon if the key of its tokens is unknown here, and asks for a reconnection if they are damaged', () => {
    const unreadable = (fault: 'unknown_key' | 'damaged') =>
      exampleConnection({ tokens: null, unreadable: { sealed: 'x', fault } })
    expect(UNKNOWN_KEY_RETRY_MS).toBe(5_000)
    expect(decideTokenUse(unreadable('unknown_key'), 100)).toEqual({
      kind: 'wait',
      reason: 'misconfigured',
      retryAtMs: 5_100,
    })
    expect(decideTokenUse(unreadable('damaged'), 100)).toEqual({ kind: 'ended', state: 'reconnect' })
  })

  it('uses neither a refused token nor one that is refused during the wait', () => {
    expect(decideTokenUse(trouble('provider_down', 990), 950, tokens.accessToken)).toEqual({
      kind: 'wait',
      reason: 'provider_down',
      retryAtMs: 990,
    })
  })
})

describe(buildTokenSet, () => {
  const tokens = {
    accessToken: asAccessToken('a'),
    refreshToken: asRefreshToken('r'),
    scopes: ['user:read', 'business:read'],
  }
  const build = (lifeSeconds: number, random: number) =>
    buildTokenSet({ ...tokens, lifeSeconds }, { id: asTokenSetId('1'), askedAtMs: 0, random })

  it('counts the lifetime from the time of the request, and refreshes a jittered margin before its end', () => {
    expect(build(7200, 0.5)).toMatchObject({
      expiresAtMs: 7_200_000,
      refreshAtMs: 7_200_000 - REFRESH_MARGIN_MS,
      scopes: ['user:read', 'business:read'],
    })
    expect(build(7200, 0).refreshAtMs).toBe(7_200_000 - REFRESH_MARGIN_MS / 2)
  })

  it('refreshes a token of a few seconds after nine tenths of its lifetime', () => {
    expect(build(5, 0.5).refreshAtMs).toBe(4500)
  })
})
