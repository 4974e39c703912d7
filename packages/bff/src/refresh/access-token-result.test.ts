import { describe, expect, it } from 'vitest'
import { exampleConnection, exampleTokens } from '#connections/testing/connection-examples.ts'
import { fallBack, resultOf } from './token-use.ts'

const connection = exampleConnection()
const tokens = exampleTokens()

describe('the result for a caller that needs an access token', () => {
  it('is the access token to use', () => {
    const used = { kind: 'use', accessToken: tokens.accessToken, connection }
    expect(resultOf(connection, { kind: 'use', tokens })).toEqual(used)
    expect(fallBack(connection, tokens, 500)).toEqual(used)
  })

  it('is the reason why the connection ended', () => {
    expect(resultOf(connection, { kind: 'ended', state: 'plan_ended' })).toEqual({
      kind: 'ended',
      state: 'plan_ended',
    })
  })

  it('is the time to retry, and the reason', () => {
    expect(resultOf(connection, { kind: 'wait', reason: 'rate_limited', retryAtMs: 500 })).toEqual({
      kind: 'unavailable',
      reason: 'rate_limited',
      retryAtMs: 500,
    })
    expect(fallBack(connection, undefined, 500)).toEqual({
      kind: 'unavailable',
      reason: 'provider_down',
      retryAtMs: 500,
    })
  })
})
