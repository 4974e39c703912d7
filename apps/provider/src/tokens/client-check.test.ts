import { describe, expect, it } from 'vitest'
import { asClientSecretDigest } from '@counterfoil/oauth/testing/ids'
import { proveClient } from './client-check.ts'

describe(proveClient, () => {
  const compare = (digests: readonly string[], sent: string) => {
    const compared: string[] = []
    const client = { secretDigests: digests.map(asClientSecretDigest) }
    const outcome = proveClient({ client }, asClientSecretDigest(sent), (one, other) => {
      compared.push(one)
      return one === other
    })
    return { fault: outcome.kind === 'refused' ? outcome.reason : undefined, compared }
  }

  it('compares every live secret through the constant-time comparison it is given, found or not', () => {
    expect(compare(['a', 'b'], 'a')).toEqual({ fault: undefined, compared: ['a', 'b'] })
    expect(compare(['a', 'b'], 'b')).toEqual({ fault: undefined, compared: ['a', 'b'] })
    expect(compare(['a', 'b'], 'c')).toEqual({ fault: 'client_secret_wrong', compared: ['a', 'b'] })
    expect(compare([], 'c')).toEqual({ fault: 'client_secret_wrong', compared: [] })
  })

  it('tells an unknown application in the log, and the same words to the caller', () => {
    expect(proveClient(undefined, asClientSecretDigest('x'), () => true)).toMatchObject({
      status: 401,
      error: 'invalid_client',
      reason: 'client_unknown',
    })
  })
})
