import { describe, expect, it } from 'vitest'
import { eventOfOutcome, judgeRevokeAnswer, judgeTokenAnswer, type ProviderAnswer } from './token-outcome.ts'

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

describe(judgeTokenAnswer, () => {
  it.each<[string, ProviderAnswer, string]>([
    ['invalid_grant', answer(400, { error: 'invalid_grant' }), 'grant_refused'],
    [
      '403 in JSON',
      answer(403, { error: 'access_denied', reason: 'subscription_inactive' }),
      'plan_inactive',
    ],
    ['403 without a body', answer(403, '', ''), 'plan_inactive'],
    ['403 in HTML, from something in between', answer(403, '<html>', 'text/html'), 'provider_down'],
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
    ['broken JSON', answer(200, '{"access_token":'), 'provider_down'],
    ['a JSON list', answer(200, '[]'), 'provider_down'],
    ['a redirect', answer(302, ''), 'provider_down'],
    ['a time-out', { kind: 'timeout' }, 'provider_down'],
    ['a broken connection', { kind: 'broken', cause: 'ECONNRESET' }, 'provider_down'],
    ['tokens', answer(200, TOKENS), 'tokens'],
    ['tokens of all businesses', answer(200, { ...TOKENS, businessId: undefined }), 'tokens'],
    ['tokens with members nobody knows', answer(200, { ...TOKENS, more: 1 }), 'tokens'],
  ])('takes %s for what it is', (_name, given, kind) => {
    expect(judgeTokenAnswer(given).kind).toBe(kind)
  })

  it('names what must be revoked when tokens come in a shape that cannot be used', () => {
    expect(judgeTokenAnswer(answer(200, { ...TOKENS, expires_in: 'soon' }))).toEqual({
      kind: 'unusable',
      leftovers: ['r', 'a'],
    })
    expect(judgeTokenAnswer(answer(200, { ...TOKENS, token_type: 'mac' })).kind).toBe('unusable')
    expect(judgeTokenAnswer(answer(200, { ...TOKENS, userId: '' })).kind).toBe('unusable')
  })

  it('keeps the refresh token that was spent when the answer names no other', () => {
    const { refresh_token: _dropped, ...rest } = TOKENS
    expect(judgeTokenAnswer(answer(200, rest), 'r1')).toMatchObject({ response: { refresh_token: 'r1' } })
    expect(judgeTokenAnswer(answer(200, rest)).kind).toBe('unusable')
  })

  it('knows whether the provider may have done what was asked', () => {
    expect(judgeTokenAnswer({ kind: 'timeout' })).toMatchObject({ isAnswered: false })
    expect(judgeTokenAnswer(answer(500, ''))).toMatchObject({ isAnswered: true })
  })

  it('makes a connection final for one answer only: invalid_grant', () => {
    const events = [
      answer(400, { error: 'invalid_grant' }),
      answer(403, {}),
      answer(401, { error: 'invalid_client' }),
      answer(500, ''),
      answer(429, ''),
    ].map((given) => eventOfOutcome(judgeTokenAnswer(given) as Parameters<typeof eventOfOutcome>[0]).kind)
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
  it('is confirmed by 200 and by nothing else', () => {
    expect(judgeRevokeAnswer(answer(200, {}))).toEqual({ kind: 'confirmed' })
    for (const status of [204, 302, 400, 401, 403, 404, 429, 500, 503]) {
      expect(judgeRevokeAnswer(answer(status, '')).kind).toBe('again')
    }
    expect(judgeRevokeAnswer({ kind: 'timeout' }).kind).toBe('again')
    expect(judgeRevokeAnswer({ kind: 'broken', cause: 'ECONNREFUSED' }).kind).toBe('again')
  })
})
