import { describe, expect, it } from 'vitest'
import { asBusinessWireId, asCodeVerifier } from '@counterfoil/oauth/testing/ids'
import { exampleProfile } from '#provider-profile/testing/harbour-example.ts'
import { authorizationUrlOf, buildAuthorizationUrl, chooseIntentRequest } from './authorization-url.ts'
import { exampleAttempt } from './testing/attempt-example.ts'

const app = { scopes: ['user:read', 'business:read'], optionalScopes: ['vendor:read', 'invoice:write'] }
const subject = { businessId: asBusinessWireId('B1'), scopes: ['user:read'] }

describe(chooseIntentRequest, () => {
  it.each([
    ['connect', { approvalPrompt: 'auto', businessId: null, scopes: ['user:read', 'business:read'] }],
    ['reconnect', { approvalPrompt: 'auto', businessId: asBusinessWireId('B1'), scopes: ['user:read'] }],
    ['sign_in', { approvalPrompt: 'auto', businessId: asBusinessWireId('B1'), scopes: ['user:read'] }],
    [
      'switch_business',
      { approvalPrompt: 'force', businessId: null, scopes: ['user:read', 'business:read'] },
    ],
    [
      'allow_more',
      {
        approvalPrompt: 'auto',
        businessId: asBusinessWireId('B1'),
        scopes: ['user:read', 'business:read', 'vendor:read'],
      },
    ],
    [
      'ask_again',
      { approvalPrompt: 'force', businessId: asBusinessWireId('B1'), scopes: ['user:read', 'business:read'] },
    ],
  ] as const)('returns the prompt, business and scopes of the intent %s', (intent, request) => {
    expect(chooseIntentRequest(intent, subject, app)).toEqual(request)
  })

  it.each(['sign_in', 'reconnect'] as const)(
    'requests all required scopes to %s if no earlier grant is known',
    (intent) => {
      for (const known of [undefined, { businessId: null, scopes: [] }])
        expect(chooseIntentRequest(intent, known, app)).toEqual({
          ...{ approvalPrompt: 'auto', businessId: null, scopes: ['user:read', 'business:read'] },
        })
    },
  )

  it('requests required and previously granted scopes again, each once', () => {
    const more = { businessId: null, scopes: ['vendor:read', 'user:read'] }
    expect(chooseIntentRequest('ask_again', more, app).scopes).toEqual([
      'user:read',
      'business:read',
      'vendor:read',
    ])
    expect(chooseIntentRequest('ask_again', undefined, app).scopes).toEqual(['user:read', 'business:read'])
  })

  it('adds a wanted scope for allow_more and only for that intent', () => {
    expect(chooseIntentRequest('allow_more', subject, app, ['vendor:read']).scopes).toEqual([
      'user:read',
      'vendor:read',
    ])
    expect(chooseIntentRequest('reconnect', subject, app, ['vendor:read']).scopes).toEqual(['user:read'])
  })

  it('names no business if the tokens cover all businesses', () => {
    expect(chooseIntentRequest('reconnect', { ...subject, businessId: null }, app).businessId).toBeNull()
  })
})

describe(buildAuthorizationUrl, () => {
  const build = (
    changes: object = {},
    profile: Parameters<typeof buildAuthorizationUrl>[1] = exampleProfile(),
  ) =>
    new URL(
      buildAuthorizationUrl('https://id.example/base/oauth2/authorize/', profile, {
        approvalPrompt: 'auto',
        businessId: null,
        scopes: ['user:read', 'business:read'],
        redirectUri: 'https://app.example/connect/callback',
        state: 'state',
        codeChallenge: undefined,
        ...changes,
      }),
    )

  // browser-apps: 2
  it('has every parameter of the interface under its exact name', () => {
    const url = build({ businessId: asBusinessWireId('Qg=='), codeChallenge: 'challenge' })
    expect(`${url.origin}${url.pathname}`).toBe('https://id.example/base/oauth2/authorize/')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'client',
      response_type: 'code',
      scope: 'user:read business:read',
      redirect_uri: 'https://app.example/connect/callback',
      state: 'state',
      approval_prompt: 'auto',
      businessId: asBusinessWireId('Qg=='),
      code_challenge: 'challenge',
      code_challenge_method: 'S256',
    })
  })

  it('omits parameters without a value', () => {
    const names = [...build().searchParams.keys()]
    expect(names).not.toContain('businessId')
    expect(names).not.toContain('code_challenge_method')
  })
})

describe(authorizationUrlOf, () => {
  const deps = {
    provider: exampleProfile(),
    metadata: { addresses: async () => ({ authorize: 'https://id.example/authorize', token: '' }) },
    redirectUri: 'https://app.example/connect/callback',
  }
  const parametersOf = async (changes: Parameters<typeof exampleAttempt>[0]) =>
    Object.fromEntries(new URL(await authorizationUrlOf(exampleAttempt(changes), deps)).searchParams)

  // browser-apps: 2
  it('contains the PKCE challenge and never the verifier', async () => {
    const codeVerifier = asCodeVerifier('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')
    const attempt = exampleAttempt()
    const parameters = await parametersOf({ codeVerifier, businessId: asBusinessWireId('B1') })
    expect(parameters).toEqual({
      client_id: 'client',
      response_type: 'code',
      scope: 'user:read business:read',
      redirect_uri: 'https://app.example/connect/callback',
      state: attempt.state,
      approval_prompt: 'auto',
      businessId: 'B1',
      // RFC 7636, appendix B.
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
  })

  it('contains no PKCE challenge for a provider without PKCE', async () => {
    expect(Object.keys(await parametersOf({ codeVerifier: null }))).not.toContain('code_challenge')
  })
})
