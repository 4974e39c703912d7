import { describe, expect, it } from 'vitest'
import { exampleConnection, exampleTokens } from '#connections/testing/connection-examples.ts'
import { fallBack, resultOf } from './access-token-result.ts'

const connection = exampleConnection()
const tokens = exampleTokens()

describe('what a caller gets', () => {
  it('is the access token that is to be used', () => {
    const used = { kind: 'use', accessToken: tokens.accessToken, connection }
    expect(resultOf(connection, { kind: 'use', tokens })).toEqual(used)
    expect(fallBack(connection, tokens, 500)).toEqual(used)
  })

  it('is how the connection ended', () => {
    expect(resultOf(connection, { kind: 'ended', state: 'plan_ended' })).toEqual({
      kind: 'ended',
      state: 'plan_ended',
    })
  })

  it('is when to come again, and why', () => {
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
