import { describe, expect, it } from 'vitest'
import { asClientSecretDigest } from '@counterfoil/oauth/testing/ids'
import { proveClient, readableCredentials } from './client-check.ts'
import { refuse } from './token-refusal.ts'

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

  it('compares every live secret through the given constant-time comparison, whether the application exists or not', () => {
    expect(compare(['a', 'b'], 'a')).toEqual({ fault: undefined, compared: ['a', 'b'] })
    expect(compare(['a', 'b'], 'b')).toEqual({ fault: undefined, compared: ['a', 'b'] })
    expect(compare(['a', 'b'], 'c')).toEqual({ fault: 'client_secret_wrong', compared: ['a', 'b'] })
    expect(compare([], 'c')).toEqual({ fault: 'client_secret_wrong', compared: [] })
  })

  it('reports an unknown application to the log, and the usual refusal to the caller', () => {
    expect(proveClient(undefined, asClientSecretDigest('x'), () => true)).toMatchObject({
      status: 401,
      error: 'invalid_client',
      reason: 'client_unknown',
      detail: 'no application has this client_id',
    })
    const client = { secretDigests: [] as never[] }
    expect(proveClient({ client }, asClientSecretDigest('x'), () => true)).toEqual({
      kind: 'refused',
      status: 401,
      error: 'invalid_client',
      reason: 'client_secret_wrong',
      detail: 'client_secret is wrong',
    })
  })
})

it('returns the loaded data of the authenticated application', () => {
  const loaded = { client: { secretDigests: [asClientSecretDigest('a')] } }
  expect(proveClient(loaded, asClientSecretDigest('a'), (one, other) => one === other)).toEqual({
    kind: 'proved',
    loaded,
  })
})

describe(readableCredentials, () => {
  const noForm = refuse('invalid_request', { reason: 'body_too_large', detail: 'the body is too large' })
  const missing = (reason: string) => ({ kind: 'missing', reason, detail: 'd' }) as never
  const unknown = { kind: 'refused', status: 401, error: 'invalid_client', detail: 'd' }

  it('returns parsed credentials, even beside an unreadable body', () => {
    const credentials = { kind: 'credentials', clientId: 'c', clientSecret: 's' } as never
    expect(readableCredentials(credentials, noForm)).toBe(credentials)
  })

  it('reports the unreadable body instead of a missing client id', () => {
    expect(readableCredentials(missing('client_id_missing'), noForm)).toBe(noForm)
    expect(readableCredentials(missing('client_id_missing'), undefined)).toEqual({
      ...unknown,
      reason: 'client_id_missing',
    })
    expect(readableCredentials(missing('client_secret_missing'), noForm)).toEqual({
      ...unknown,
      reason: 'client_secret_missing',
    })
  })

  it('reports contradicting credentials as an invalid request', () => {
    const malformed = { kind: 'malformed', reason: 'two_ways', detail: 'd' } as never
    expect(readableCredentials(malformed, undefined)).toEqual(
      refuse('invalid_request', { reason: 'two_ways', detail: 'd' }),
    )
  })
})
