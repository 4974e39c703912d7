import { describe, expect, it } from 'vitest'
import { connectOutcomeOfCallback, judgeCallback, reasonOfCallback } from './callback-outcome.ts'

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
  it('exchanges a code that answers the question of this browser', () => {
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
  ])('exchanges nothing with %s', (_name, query, options, reason) => {
    expect(judge(query, options)).toEqual({ kind: 'mismatch', reason })
  })

  it.each(['error', 'error_description', 'iss'])('exchanges nothing when %s comes twice', (name) => {
    expect(judge(`code=c&state=s&${name}=x&${name}=x`)).toEqual({
      ...{ kind: 'mismatch', reason: 'repeated_parameter' },
    })
  })

  it('takes the right issuer, and any when none is configured', () => {
    expect(judge('code=c&state=s&iss=https://a', { issuer: 'https://a' }).kind).toBe('exchange')
    expect(judge('code=c&state=s&iss=https://b').kind).toBe('exchange')
  })

  it('expires to the millisecond', () => {
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
  ])('takes error=%s for %s', (error, kind) => {
    expect(judge(`state=s&error=${error}`).kind).toBe(kind)
  })

  it('checks the state before it believes an error', () => {
    expect(judge('error=access_denied&state=t').kind).toBe('mismatch')
  })

  it('does not exchange a code that comes with an error, nor an empty one', () => {
    expect(judge('code=c&state=s&error=access_denied').kind).toBe('declined')
    expect(judge('code=&state=s').kind).toBe('provider_failed')
  })

  it('tells faults of ours and of the provider by the words of the standard, and another text by none of its own', () => {
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

describe('a callback that exchanged nothing', () => {
  it('ends as it was judged', () => {
    expect(connectOutcomeOfCallback({ kind: 'declined' })).toBe('declined')
  })

  it('has a reason for the log', () => {
    expect(reasonOfCallback({ kind: 'mismatch', reason: 'state' })).toBe('state')
    expect(reasonOfCallback({ kind: 'misconfigured', error: 'invalid_scope' })).toBe('invalid_scope')
    expect(reasonOfCallback({ kind: 'expired' })).toBe('expired')
  })
})
