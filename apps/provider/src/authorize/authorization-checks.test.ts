import { describe, expect, it } from 'vitest'
import { asApplicationId, asClientId } from '@counterfoil/oauth/testing/ids'
import type { Application } from '#applications/application.ts'
import { judgeAuthorizationRequest } from './authorization-checks.ts'
import { readAuthorizationRequest } from './authorization-request.ts'

const APPLICATION: Application = {
  id: asApplicationId('1'),
  clientId: asClientId('c'),
  ownerUserId: null,
  name: 'App',
  description: null,
  homePageUrl: null,
  logoUrl: null,
  redirectEntries: ['http://app.example/callback'],
  allowedScopes: ['user:read', 'invoice:*'],
  optionalScopes: [],
  scopeReasons: {},
  restriction: 'single_business',
  accessTokenSeconds: 7_200,
  rotateRefreshTokens: false,
  isStrict: false,
  sendsIssuer: null,
  isChecked: true,
  isDeleted: false,
  createdAtMs: 0,
}
const GOOD = 'client_id=c&response_type=code&scope=user:read'
const judge = (query: string, applications: readonly Application[] = [APPLICATION]) =>
  judgeAuthorizationRequest({
    request: readAuthorizationRequest(query),
    application: applications[0],
    ownResource: 'https://harbour.example/graphql/public',
  })
const fault = (query: string) => {
  const verdict = judge(query)
  return verdict.kind === 'good' ? 'good' : `${verdict.kind} ${verdict.fault.reason}`
}

describe(judgeAuthorizationRequest, () => {
  it('accepts a valid request to the only entry', () => {
    expect(judge(GOOD)).toMatchObject({ kind: 'good', redirectUri: 'http://app.example/callback' })
  })

  it('never redirects before application and address are known to be right, whatever else is wrong', () => {
    const everything = '&response_type=x&scope=x&approval_prompt=x&code_challenge=x&state=a&state=b'
    for (const query of ['', 'client_id=c&client_id=c', 'client_id=c&redirect_uri=http://evil.example/']) {
      expect(judge(query + everything, query === '' ? [] : [APPLICATION]).kind).toBe('page')
    }
    expect(judge(GOOD, [])).toMatchObject({ kind: 'page', fault: { reason: 'client_unknown' } })
  })

  it('accepts the response mode and the prompts that it offers, and ignores unknown ones', () => {
    expect(fault(`${GOOD}&response_mode=query&prompt=login&nonce=n&display=popup`)).toBe('good')
    expect(fault(`${GOOD}&prompt=none`)).toBe('good')
    expect(fault(`${GOOD}&prompt=select_account`)).toBe('good')
  })

  it('checks faults in a fixed order', () => {
    expect(fault('client_id=c&scope=x&scope=y&response_type=x')).toBe('redirect parameter_repeated')
    expect(fault('client_id=c&scope=x&response_type=x')).toBe('redirect response_type_unsupported')
    expect(fault('client_id=c&scope=x&response_type=code&approval_prompt=x')).toBe('redirect scope_unknown')
    expect(fault(`${GOOD}&approval_prompt=x&code_challenge=x`)).toBe('redirect approval_prompt_unknown')
    expect(fault(`${GOOD}&code_challenge=x`)).toBe('redirect code_challenge_method_unsupported')
  })

  it('allows an operation if the application may use all of that resource, and no other resource', () => {
    expect(fault('client_id=c&response_type=code&scope=invoice:send')).toBe('good')
    expect(fault('client_id=c&response_type=code&scope=invoice:*')).toBe('good')
    expect(fault('client_id=c&response_type=code&scope=user:*')).toBe('redirect scope_not_allowed')
    expect(fault('client_id=c&response_type=code&scope=offline_access')).toBe('good')
  })

  const SEVERAL = {
    ...APPLICATION,
    redirectEntries: [...APPLICATION.redirectEntries, 'http://app.example/other'],
  }

  it.each([
    ['', 'client_id_missing', 'client_id is missing'],
    ['client_id=c&client_id=c', 'client_id_repeated', 'client_id was sent more than once'],
    [
      'redirect_uri=a&redirect_uri=a&client_id=c',
      'redirect_uri_repeated',
      'redirect_uri was sent more than once',
    ],
  ])('shows a fault of the address on a page: %s', (query, reason, detail) => {
    expect(judge(query)).toEqual({ kind: 'page', fault: { reason, detail } })
  })

  it('shows an unknown application on a page', () => {
    expect(judge(GOOD, [])).toEqual({
      kind: 'page',
      fault: { reason: 'client_unknown', detail: 'no application has this client_id' },
    })
  })

  it('requires the address if several are registered', () => {
    expect(judge(GOOD, [SEVERAL])).toEqual({
      kind: 'page',
      fault: {
        reason: 'redirect_uri_missing',
        detail: 'redirect_uri is required, because the application has several redirect entries',
      },
    })
    expect(judge(`${GOOD}&redirect_uri=http://app.example/other`, [SEVERAL])).toMatchObject({
      kind: 'good',
      redirectUri: 'http://app.example/other',
    })
    expect(judge(`${GOOD}&redirect_uri=http://evil.example/`)).toMatchObject({
      kind: 'page',
      fault: {
        reason: expect.stringMatching(/^redirect_uri_\w+$/),
        detail: expect.stringMatching(/^redirect_uri is refused: \w/),
      },
    })
  })

  const REQUIRED = 'client_id=c&response_type=code'
  const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const INVALID = 'invalid_request'
  const SCOPE = 'invalid_scope'

  it.each([
    [`${GOOD}&state=a&state=b`, INVALID, 'parameter_repeated', 'state was sent more than once'],
    [`${GOOD}&request=a.b.c`, 'request_not_supported', 'request_sent', 'request is not supported'],
    [
      `${GOOD}&request_uri=https://app.example/request`,
      'request_uri_not_supported',
      'request_uri_sent',
      'request_uri is not supported',
    ],
    [`${GOOD}&response_mode=fragment`, INVALID, 'response_mode_unsupported', 'response_mode must be query'],
    [`${GOOD}&prompt=none+login`, INVALID, 'prompt_none_with_others', 'prompt=none admits no other value'],
    ['client_id=c&scope=user:read', INVALID, 'response_type_missing', 'response_type is missing'],
    [
      'client_id=c&scope=user:read&response_type=token',
      'unsupported_response_type',
      'response_type_unsupported',
      'response_type must be code',
    ],
    [REQUIRED, SCOPE, 'scope_missing', 'scope is missing'],
    [`${REQUIRED}&scope=+`, SCOPE, 'scope_missing', 'scope is missing'],
    [`${REQUIRED}&scope=%22a%5C%C3%A9`, SCOPE, 'scope_unknown', 'there is no scope ?a??'],
    [`${REQUIRED}&scope=${'x'.repeat(61)}`, SCOPE, 'scope_unknown', `there is no scope ${'x'.repeat(60)}`],
    [
      `${REQUIRED}&scope=customer:read`,
      SCOPE,
      'scope_not_allowed',
      'the application may not ask for customer:read',
    ],
    [
      `${GOOD}&approval_prompt=AUTO`,
      INVALID,
      'approval_prompt_unknown',
      'approval_prompt must be auto or force',
    ],
    [
      `${GOOD}&code_challenge_method=S256`,
      INVALID,
      'code_challenge_missing',
      'code_challenge_method was sent without code_challenge',
    ],
    [
      `${GOOD}&code_challenge=${CHALLENGE}&code_challenge_method=plain`,
      INVALID,
      'code_challenge_method_unsupported',
      'code_challenge_method must be S256',
    ],
    [
      `${GOOD}&code_challenge=${CHALLENGE}x&code_challenge_method=S256`,
      INVALID,
      'code_challenge_malformed',
      'code_challenge must be 43 base64url characters',
    ],
  ])('sends the application the fault of %s', (query, error, reason, detail) => {
    expect(judge(query)).toMatchObject({ kind: 'redirect', fault: { error, reason, detail } })
  })

  it.each([
    `${GOOD}&approval_prompt=auto`,
    `${GOOD}&approval_prompt=force`,
    `${GOOD}&code_challenge=${CHALLENGE}&code_challenge_method=S256`,
    `${GOOD}&code_challenge=&code_challenge_method=`,
  ])('accepts %s', (query) => {
    expect(fault(query)).toBe('good')
  })

  it('describes a fault in characters that error_description permits', () => {
    const verdict = judge('client_id=c&response_type=code&scope=%22%5C%00%F0%9F%A6%8A%0d%0a')
    expect(verdict.kind === 'redirect' && verdict.fault.detail).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  })
})
