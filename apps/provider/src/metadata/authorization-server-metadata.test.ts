import { describe, expect, it } from 'vitest'
import { buildAuthorizationServerMetadata } from './metadata-routes.ts'

describe(buildAuthorizationServerMetadata, () => {
  it('names every endpoint below the issuer, and only supported features', () => {
    expect(
      buildAuthorizationServerMetadata({ issuer: 'https://h.example', sendsIssuer: false }),
    ).toMatchObject({
      issuer: 'https://h.example',
      authorization_endpoint: 'https://h.example/oauth2/authorize/',
      token_endpoint: 'https://h.example/oauth2/token/',
      revocation_endpoint: 'https://h.example/oauth2/token-revoke/',
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      authorization_response_iss_parameter_supported: false,
    })
  })
})
