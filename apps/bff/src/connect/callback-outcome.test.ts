import { describe, expect, it } from 'vitest'
import { judgeCallback } from './callback-outcome.ts'

const attempt = { state: 's', expiresAtMs: 1000 }
const judge = (
  query: string,
  options: { nowMs?: number; issuer?: string; attempt?: typeof attempt | null } = {},
) =>
  judgeCallback(
    new URLSearchParams(query),
    options.attempt === null ? undefined : attempt,
    options.issuer,
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
})
