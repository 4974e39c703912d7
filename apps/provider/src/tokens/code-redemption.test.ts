import { describe, expect, it } from 'vitest'
import { deriveCodeChallenge } from '@counterfoil/oauth/pkce'
import { asApplicationId, asTokenFamilyId } from '@counterfoil/oauth/testing/ids'
import { redeemCode, type CodeRecord, type CodeRequest } from './code-redemption.ts'

const VERIFIER = 'v'.repeat(43)
const RECORD: CodeRecord = {
  applicationId: asApplicationId('a'),
  familyId: asTokenFamilyId('f'),
  redirectUri: 'http://app.example/cb',
  scopes: ['user:read', 'invoice:*'],
  codeChallenge: null,
  expiresAtMs: 1_000,
  isConsumed: false,
  isRevoked: false,
}
const REQUEST: CodeRequest = {
  applicationId: asApplicationId('a'),
  redirectEntries: ['http://app.example/cb'],
  allowedScopes: ['user:*', 'invoice:*'],
  redirectUri: 'http://app.example/cb',
  codeVerifier: undefined,
}
const decide = async (record: Partial<CodeRecord> = {}, request: Partial<CodeRequest> = {}, nowMs = 0) => {
  const decision = await redeemCode({ ...RECORD, ...record }, { ...REQUEST, ...request }, nowMs)
  return decision.kind === 'refused' ? decision.reason : decision.kind
}

describe(redeemCode, () => {
  it('issues tokens for an unused code of this application, until its last millisecond', async () => {
    expect(await decide()).toBe('issue')
    expect(await decide({}, {}, 999)).toBe('issue')
    expect(await decide({}, {}, 1_000)).toBe('code_expired')
  })

  it('returns a replay for a second use, also if the code has expired, was revoked, or its entry was removed', async () => {
    expect(await decide({ isConsumed: true })).toBe('replayed')
    expect(await decide({ isConsumed: true }, {}, 5_000)).toBe('replayed')
    expect(await decide({ isConsumed: true, isRevoked: true })).toBe('replayed')
    expect(await decide({ isConsumed: true }, { redirectEntries: [], allowedScopes: [] })).toBe('replayed')
  })

  it('returns no replay for a wrong redirect_uri or verifier, even of a spent code', async () => {
    const codeChallenge = await deriveCodeChallenge(VERIFIER)
    const spent = { isConsumed: true, codeChallenge }
    expect(await decide(spent, { codeVerifier: VERIFIER })).toBe('replayed')
    expect(await decide(spent, { codeVerifier: VERIFIER, redirectUri: 'x' })).toBe('redirect_uri_differs')
    expect(await decide(spent, { codeVerifier: VERIFIER, redirectUri: undefined })).toBe(
      'redirect_uri_missing',
    )
    expect(await decide(spent, { codeVerifier: 'v'.repeat(44) })).toBe('code_verifier_differs')
    expect(await decide(spent)).toBe('code_verifier_missing')
  })

  it('issues the scopes that the application may still have, and refuses if its entry or all scopes are removed', async () => {
    expect(await redeemCode(RECORD, { ...REQUEST, allowedScopes: ['invoice:read'] }, 0)).toEqual({
      kind: 'issue',
      familyId: asTokenFamilyId('f'),
      scopes: ['invoice:read'],
    })
    expect(await decide({}, { allowedScopes: ['customer:*'] })).toBe('scopes_removed')
    expect(await decide({}, { redirectEntries: ['http://app.example/other'] })).toBe('redirect_entry_removed')
  })

  it('never affects a code of another application, spent or not', async () => {
    expect(await decide({ isConsumed: true }, { applicationId: asApplicationId('other') })).toBe(
      'code_of_another_application',
    )
    expect(await decide({}, { applicationId: asApplicationId('other') })).toBe('code_of_another_application')
  })

  it('refuses unknown and revoked codes', async () => {
    expect(await redeemCode(undefined, REQUEST, 0)).toMatchObject({
      error: 'invalid_grant',
      reason: 'code_unknown',
    })
    expect(await decide({ isRevoked: true })).toBe('code_revoked')
  })

  it('compares redirect_uri byte for byte and names the character', async () => {
    expect(await decide({}, { redirectUri: undefined })).toBe('redirect_uri_missing')
    expect(await decide({}, { redirectUri: 'http://app.example/cb/' })).toBe('redirect_uri_differs')
    expect(await redeemCode(RECORD, { ...REQUEST, redirectUri: 'http://app.example/CB' }, 0)).toMatchObject({
      error: 'invalid_grant',
      detail: 'redirect_uri differs from the authorize value at character 20',
    })
  })

  it('requires the verifier of a challenge, and forbids one without a challenge', async () => {
    const codeChallenge = await deriveCodeChallenge(VERIFIER)
    expect(await decide({ codeChallenge }, { codeVerifier: VERIFIER })).toBe('issue')
    expect(await decide({ codeChallenge })).toBe('code_verifier_missing')
    expect(await decide({ codeChallenge }, { codeVerifier: 'v'.repeat(44) })).toBe('code_verifier_differs')
    expect(await decide({ codeChallenge }, { codeVerifier: 'v'.repeat(42) })).toBe('code_verifier_malformed')
    expect(await decide({}, { codeVerifier: VERIFIER })).toBe('code_verifier_unexpected')
  })

  it.each([
    [{}, { applicationId: asApplicationId('b') }, 'the code was issued to another application'],
    [{}, { redirectUri: undefined }, 'redirect_uri is missing'],
    [{ isRevoked: true }, {}, 'the access behind the code was removed'],
    [{ expiresAtMs: 0 }, {}, 'the code is older than 10 minutes'],
    [{}, { redirectEntries: [] }, 'the application no longer has the redirect entry that was used'],
    [{}, { allowedScopes: [] }, 'the application may no longer have any of the scopes that were allowed'],
    [{}, { codeVerifier: VERIFIER }, 'code_verifier was sent, but authorize received no code_challenge'],
    [{ codeChallenge: 'c' }, {}, 'code_verifier is missing'],
    [{ codeChallenge: 'c' }, { codeVerifier: 'v' }, 'code_verifier must be 43 to 128 unreserved characters'],
    [{ codeChallenge: 'c' }, { codeVerifier: VERIFIER }, 'code_verifier does not match the code_challenge'],
  ] as const)('explains the refusal: %j %j', async (record, request, detail) => {
    const decision = await redeemCode({ ...RECORD, ...record }, { ...REQUEST, ...request }, 0)
    const error = detail === 'redirect_uri is missing' ? 'invalid_request' : 'invalid_grant'
    expect(decision).toEqual({
      kind: 'refused',
      status: 400,
      error,
      reason: expect.stringMatching(/^\w+$/),
      detail,
    })
  })

  it('explains the refusal of an unknown code and of a spent one', async () => {
    expect(await redeemCode(undefined, REQUEST, 0)).toEqual({
      kind: 'refused',
      status: 400,
      error: 'invalid_grant',
      reason: 'code_unknown',
      detail: 'the code is unknown',
    })
    expect(await redeemCode({ ...RECORD, isConsumed: true }, REQUEST, 0)).toEqual({
      kind: 'replayed',
      familyId: RECORD.familyId,
      refusal: {
        kind: 'refused',
        status: 400,
        error: 'invalid_grant',
        reason: 'code_already_used',
        detail: 'the code was used before; the tokens it gave are revoked',
      },
    })
  })
})
