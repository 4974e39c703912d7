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
  isChecked: true,
  isDeleted: false,
  createdAtMs: 0,
  modifiedAtMs: 0,
}
const GOOD = 'client_id=c&response_type=code&scope=user:read'
const judge = (query: string, applications: readonly Application[] = [APPLICATION]) =>
  judgeAuthorizationRequest({ request: readAuthorizationRequest(query), application: applications[0] })
const fault = (query: string) => {
  const verdict = judge(query)
  return verdict.kind === 'good' ? 'good' : `${verdict.kind} ${verdict.fault.reason}`
}

describe(judgeAuthorizationRequest, () => {
  it('lets a good request through to the only entry', () => {
    expect(judge(GOOD)).toMatchObject({ kind: 'good', redirectUri: 'http://app.example/callback' })
  })

  it('never redirects before application and address are known to be right, whatever else is wrong', () => {
    const everything = '&response_type=x&scope=x&approval_prompt=x&code_challenge=x&state=a&state=b'
    for (const query of ['', 'client_id=c&client_id=c', 'client_id=c&redirect_uri=http://evil.example/']) {
      expect(judge(query + everything, query === '' ? [] : [APPLICATION]).kind).toBe('page')
    }
    expect(judge(GOOD, [])).toMatchObject({ kind: 'page', fault: { reason: 'client_unknown' } })
  })

  it('looks for one fault after the other, in a fixed order', () => {
    expect(fault('client_id=c&scope=x&scope=y&response_type=x')).toBe('redirect parameter_repeated')
    expect(fault('client_id=c&scope=x&response_type=x')).toBe('redirect response_type_unsupported')
    expect(fault('client_id=c&scope=x&response_type=code&approval_prompt=x')).toBe('redirect scope_unknown')
    expect(fault(`${GOOD}&approval_prompt=x&code_challenge=x`)).toBe('redirect approval_prompt_unknown')
    expect(fault(`${GOOD}&code_challenge=x`)).toBe('redirect code_challenge_method_unsupported')
  })

  it('allows an operation where the application may have all of that resource, and no other resource', () => {
    expect(fault('client_id=c&response_type=code&scope=invoice:send')).toBe('good')
    expect(fault('client_id=c&response_type=code&scope=invoice:*')).toBe('good')
    expect(fault('client_id=c&response_type=code&scope=user:*')).toBe('redirect scope_not_allowed')
    expect(fault('client_id=c&response_type=code&scope=offline_access')).toBe('good')
  })

  it('describes a fault in characters that error_description admits', () => {
    const verdict = judge('client_id=c&response_type=code&scope=%22%5C%00%F0%9F%A6%8A%0d%0a')
    expect(verdict.kind === 'redirect' && verdict.fault.detail).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  })
})
