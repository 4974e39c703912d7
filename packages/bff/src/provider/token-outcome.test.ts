import { describe, expect, it } from 'vitest'
import {
  judgeExchangeAnswer as judgeExchange,
  judgeRefreshAnswer as judgeRefresh,
  judgeRevokeAnswer,
  type ProviderAnswer,
} from './token-outcome.ts'
import { exampleProfile } from '#provider-profile/testing/harbour-example.ts'
import { eventOfOutcome } from '#refresh/refresh-connection.ts'

const judgeExchangeAnswer = (answer: ProviderAnswer) => judgeExchange(answer, exampleProfile())
const judgeRefreshAnswer = (answer: ProviderAnswer, planRefusal: 'reason' | 'status' = 'reason') =>
  judgeRefresh(answer, exampleProfile({ planRefusal }))

const TOKENS = {
  access_token: 'a',
  expires_in: 7200,
  token_type: 'Bearer',
  scope: 'user:read',
  refresh_token: 'r',
  userId: 'u',
  businessId: 'b',
}

function answer(status: number, body: unknown, contentType = 'application/json'): ProviderAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answer', status, contentType, body: text, retryAfterMs: undefined }
}

describe('an answer of the token endpoint', () => {
  it.each<[string, ProviderAnswer, string]>([
    ['invalid_grant', answer(400, { error: 'invalid_grant' }), 'grant_refused'],
    [
      '403 in JSON',
      answer(403, { error: 'access_denied', reason: 'subscription_inactive' }),
      'plan_inactive',
    ],
    ['403 without a body', answer(403, '', ''), 'provider_down'],
    ['403 in HTML, from something in between', answer(403, '<html>', 'text/html'), 'provider_down'],
    ['403 in HTML that calls itself JSON', answer(403, '<html>'), 'provider_down'],
    ['403 with empty JSON', answer(403, {}), 'provider_down'],
    ['403 of a gateway in JSON', answer(403, { message: 'Forbidden' }), 'provider_down'],
    ['403 with another error', answer(403, { error: 'forbidden' }), 'provider_down'],
    ['403 without the reason', answer(403, { error: 'access_denied' }), 'provider_down'],
    [
      '403 with another reason',
      answer(403, { error: 'access_denied', reason: 'blocked_by_policy' }),
      'provider_down',
    ],
    ['403 with the reason alone', answer(403, { reason: 'subscription_inactive' }), 'provider_down'],
    [
      'the words of the plan under another status',
      answer(400, { error: 'access_denied', reason: 'subscription_inactive' }),
      'provider_down',
    ],
    ['invalid_client', answer(401, { error: 'invalid_client' }), 'misconfigured'],
    ['invalid_client with 400', answer(400, { error: 'invalid_client' }), 'misconfigured'],
    ['401 without words', answer(401, ''), 'misconfigured'],
    ['invalid_request', answer(400, { error: 'invalid_request' }), 'misconfigured'],
    ['invalid_scope', answer(400, { error: 'invalid_scope' }), 'misconfigured'],
    ['400 in HTML', answer(400, '<html>invalid_grant</html>', 'text/html'), 'provider_down'],
    ['404', answer(404, 'not here'), 'provider_down'],
    ['500', answer(500, { error: 'invalid_grant' }), 'provider_down'],
    ['502 in HTML', answer(502, '<html>', 'text/html'), 'provider_down'],
    ['503', answer(503, ''), 'provider_down'],
    ['429', answer(429, { error: 'invalid_grant' }), 'rate_limited'],
    ['a page with status 200', answer(200, '<html>', 'text/html'), 'provider_down'],
    ['null', answer(200, 'null'), 'provider_down'],
    ['an answer without anything in it', answer(200, {}), 'provider_down'],
    ['unauthorized_client', answer(400, { error: 'unauthorized_client' }), 'misconfigured'],
    ['unsupported_grant_type', answer(400, { error: 'unsupported_grant_type' }), 'misconfigured'],
    ['a redirect that says invalid_grant', answer(399, { error: 'invalid_grant' }), 'provider_down'],
    ['broken JSON', answer(200, '{"access_token":'), 'provider_down'],
    ['a JSON list', answer(200, '[]'), 'provider_down'],
    ['a redirect', answer(302, ''), 'provider_down'],
    ['a time-out', { kind: 'timeout' }, 'provider_down'],
    ['a broken connection', { kind: 'broken', cause: 'ECONNRESET' }, 'provider_down'],
    ['a connection that never came about', { kind: 'not_sent', cause: 'ECONNREFUSED' }, 'provider_down'],
    ['tokens', answer(200, TOKENS), 'tokens'],
    ['tokens of all businesses', answer(200, { ...TOKENS, businessId: undefined }), 'tokens'],
    ['tokens with members nobody knows', answer(200, { ...TOKENS, more: 1 }), 'tokens'],
  ])('is classified the same for a refresh and for a code: %s', (_name, given, kind) => {
    expect(judgeRefreshAnswer(given).kind).toBe(kind)
    expect(judgeExchangeAnswer(given).kind).toBe(kind)
  })

  it.each<[string, ProviderAnswer, string]>([
    ['no body', answer(403, '', ''), 'plan_inactive'],
    ['plain text', answer(403, 'Forbidden', 'text/plain'), 'plan_inactive'],
    ['JSON of any shape', answer(403, { message: 'inactive' }), 'plan_inactive'],
    ['HTML', answer(403, '<html>', 'text/html'), 'provider_down'],
    ['HTML that calls itself text', answer(403, '<!doctype html>', 'text/plain'), 'provider_down'],
    ['such HTML after blank lines', answer(403, ' \r\n <!doctype html>', 'text/plain'), 'provider_down'],
    ['a sign of HTML within its text', answer(403, '2 < 3', 'text/plain'), 'plan_inactive'],
    ['invalid_grant', answer(403, { error: 'invalid_grant' }), 'grant_refused'],
    ['invalid_client', answer(403, { error: 'invalid_client' }), 'misconfigured'],
  ])(
    'counts a 403 with %s as an ended plan only if it can come from a provider that promises the status alone',
    (_name, given, kind) => {
      expect(judgeRefreshAnswer(given, 'status').kind).toBe(kind)
    },
  )

  it('causes no revocation if it answers a refresh and cannot be read, because its tokens may be the only valid ones', () => {
    for (const body of [
      { refresh_token: 'r2' },
      { ...TOKENS, access_token: 7 },
      { ...TOKENS, access_token: '' },
    ]) {
      expect(judgeRefreshAnswer(answer(200, body))).toMatchObject({
        kind: 'provider_down',
        isAnswered: false,
      })
    }
  })

  it.each([
    ['no access token', { access_token: undefined }, ['r'], 'access_token'],
    ['an access token no header can carry', { access_token: 'a\r\nb' }, ['r', 'a\r\nb'], 'access_token'],
    ['no refresh token', { refresh_token: undefined }, ['a'], 'refresh_token'],
    ['nobody they are for', { userId: '' }, ['r', 'a'], 'userId'],
    ['tokens of another kind', { token_type: 'mac' }, ['r', 'a'], 'token_type'],
  ])('to a code with %s names the tokens to revoke, and the reason', (_name, changes, leftovers, member) => {
    expect(judgeExchangeAnswer(answer(200, { ...TOKENS, ...changes }))).toEqual({
      kind: 'unusable',
      leftovers,
      cause: `missing or odd: ${member}`,
    })
  })

  it.each([
    ['JSON without tokens', answer(200, { ok: true })],
    ['a refused certificate', { kind: 'not_sent', cause: 'CERT_HAS_EXPIRED' } as const],
    [
      'a certificate of an unknown authority',
      { kind: 'not_sent', cause: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } as const,
    ],
    ['a certificate of another name', { kind: 'not_sent', cause: 'ERR_TLS_CERT_ALTNAME_INVALID' } as const],
  ])('is marked as repeatable after %s', (_name, given) => {
    expect(judgeExchangeAnswer(given)).toMatchObject({ kind: 'provider_down', isLasting: true })
  })

  it.each([
    { expires_in: undefined },
    { expires_in: 'soon' },
    { scope: undefined },
    { scope: ['user:read'] },
    { token_type: undefined },
    { token_type: '' },
    { token_type: 'BEARER' },
    { businessId: null },
  ])('to a code is not refused for %j', (changes) => {
    expect(judgeExchangeAnswer(answer(200, { ...TOKENS, ...changes })).kind).toBe('tokens')
  })

  it.each<[string, ProviderAnswer, { cause: string; isAnswered: boolean; isSent: boolean }]>([
    ['nothing in time', { kind: 'timeout' }, { cause: 'timeout', isAnswered: false, isSent: true }],
    [
      'a connection that broke',
      { kind: 'broken', cause: 'ECONNRESET' },
      { cause: 'ECONNRESET', isAnswered: false, isSent: true },
    ],
    [
      'no connection',
      { kind: 'not_sent', cause: 'ENOTFOUND' },
      { cause: 'ENOTFOUND', isAnswered: false, isSent: false },
    ],
    [
      'a page with 200',
      answer(200, '<html>'),
      { cause: 'malformed answer', isAnswered: false, isSent: true },
    ],
    ['500', answer(500, ''), { cause: 'status 500', isAnswered: true, isSent: true }],
    ['404', answer(404, ''), { cause: 'status 404', isAnswered: true, isSent: true }],
  ])('after %s shows whether the provider may have executed the call', (_name, given, facts) => {
    expect(judgeRefreshAnswer(given)).toEqual({ kind: 'provider_down', ...facts })
    expect(judgeExchangeAnswer(given)).toEqual({ kind: 'provider_down', ...facts })
  })

  it('is "withheld" for a refresh and "not sent" for a code if the lock was lost', () => {
    expect(judgeRefreshAnswer({ kind: 'withheld' })).toEqual({ kind: 'withheld' })
    expect(judgeExchangeAnswer({ kind: 'withheld' })).toEqual({
      ...{ kind: 'provider_down', cause: 'withheld', isAnswered: false, isSent: false },
    })
  })

  it('reports `misconfigured` with the error code, or with the status if there is no code', () => {
    expect(judgeRefreshAnswer(answer(400, { error: 'invalid_client' }))).toEqual({
      ...{ kind: 'misconfigured', cause: 'invalid_client' },
    })
    expect(judgeRefreshAnswer(answer(401, ''))).toEqual({ kind: 'misconfigured', cause: 'status 401' })
  })

  it('contains all fields that were read, for a code as for a refresh', () => {
    const given = {
      ...{ accessToken: 'a', refreshToken: 'r', userId: 'u', businessId: 'b' },
      ...{ lifeSeconds: 7200, scopes: ['user:read'], oddFields: [] },
    }
    expect(judgeRefreshAnswer(answer(200, TOKENS))).toEqual({ kind: 'tokens', given })
    expect(judgeExchangeAnswer(answer(200, TOKENS))).toEqual({ kind: 'tokens', given })
  })

  it('ends a connection only for invalid_grant', () => {
    const events = [
      answer(400, { error: 'invalid_grant' }),
      answer(403, { error: 'access_denied', reason: 'subscription_inactive' }),
      answer(401, { error: 'invalid_client' }),
      answer(500, ''),
      answer(429, ''),
    ].map((given) => eventOfOutcome(judgeRefreshAnswer(given) as Parameters<typeof eventOfOutcome>[0]).kind)
    expect(events).toEqual([
      'grant_refused',
      'plan_inactive',
      'misconfigured',
      'provider_down',
      'rate_limited',
    ])
  })
})

describe(judgeRevokeAnswer, () => {
  const ours = { isOurs: true }
  it.each<[string, ProviderAnswer, string, string]>([
    ['200', answer(200, {}), 'confirmed', 'confirmed'],
    ['200 without a body', answer(200, ''), 'confirmed', 'confirmed'],
    ['400 invalid_token', answer(400, { error: 'invalid_token' }), 'confirmed', 'confirmed'],
    ['400 invalid_grant', answer(400, { error: 'invalid_grant' }), 'confirmed', 'again'],
    ['400 invalid_client', answer(400, { error: 'invalid_client' }), 'again', 'again'],
    ['400 invalid_request', answer(400, { error: 'invalid_request' }), 'again', 'again'],
    ['400 unauthorized_client', answer(400, { error: 'unauthorized_client' }), 'again', 'again'],
    ['400 unsupported_token_type', answer(400, { error: 'unsupported_token_type' }), 'again', 'again'],
    ['400 without words', answer(400, ''), 'again', 'again'],
    ['400 in HTML', answer(400, '<html>invalid_token', 'text/html'), 'again', 'again'],
    ['401 invalid_client', answer(401, { error: 'invalid_client' }), 'again', 'again'],
    ['401 invalid_token', answer(401, { error: 'invalid_token' }), 'again', 'again'],
    ['503 invalid_token', answer(503, { error: 'invalid_token' }), 'again', 'again'],
    ...[201, 302, 403, 404, 429, 500].map(
      (status) =>
        [String(status), answer(status, ''), 'again', 'again'] as [string, ProviderAnswer, string, string],
    ),
    ['a time-out', { kind: 'timeout' }, 'again', 'again'],
    ['a refused connection', { kind: 'not_sent', cause: 'ECONNREFUSED' }, 'again', 'again'],
    ['a reset', { kind: 'broken', cause: 'ECONNRESET' }, 'again', 'again'],
  ])('classifies %s as confirmed or to be retried', (_name, given, ofOurs, ofUnknown) => {
    expect(judgeRevokeAnswer(given, ours).kind).toBe(ofOurs)
    expect(judgeRevokeAnswer(given, { isOurs: false }).kind).toBe(ofUnknown)
  })

  it.each<[string, ProviderAnswer, string]>([
    ['nothing in time', { kind: 'timeout' }, 'timeout'],
    ['a call that was withheld', { kind: 'withheld' }, 'withheld'],
    ['a reset', { kind: 'broken', cause: 'ECONNRESET' }, 'ECONNRESET'],
    ['no connection', { kind: 'not_sent', cause: 'ECONNREFUSED' }, 'ECONNREFUSED'],
  ])('retries after %s, with the cause', (_name, given, cause) => {
    expect(judgeRevokeAnswer(given, ours)).toEqual({ kind: 'again', cause, retryAfterMs: undefined })
  })

  it('retries after the wait that the provider requests', () => {
    expect(
      judgeRevokeAnswer(
        { kind: 'answer', status: 429, contentType: '', body: '', retryAfterMs: 5_000 },
        ours,
      ),
    ).toEqual({ kind: 'again', cause: 'status 429', retryAfterMs: 5_000 })
  })
})
