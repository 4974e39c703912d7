import { expect, it } from 'vitest'
import {
  asAccessToken,
  asApplicationId,
  asBusinessId,
  asRefreshToken,
  asUserId,
} from '@counterfoil/oauth/testing/ids'
import { expiryOf, issuedResult } from './token-outcome.ts'

const CLIENT = {
  applicationId: asApplicationId('application'),
  secretDigests: [],
  accessTokenSeconds: 7_200,
  rotatesRefreshTokens: false,
  isStrict: false,
  redirectEntries: [],
  allowedScopes: [],
}

it('ends an access token after the lifetime of its application', () => {
  expect(expiryOf(CLIENT, new Date(1_000))).toEqual(new Date(7_201_000))
})

it('reports the same lifetime to the client, in seconds', () => {
  const issued = {
    accessToken: asAccessToken('access'),
    refreshToken: asRefreshToken('refresh'),
    userId: asUserId('11111111-1111-4111-8111-111111111111'),
    businessId: asBusinessId('22222222-2222-4222-8222-222222222222'),
    scope: 'user:read',
  }
  expect(issuedResult(CLIENT, issued)).toMatchObject({
    kind: 'issued',
    body: { access_token: 'access', refresh_token: 'refresh', expires_in: 7_200 },
  })
})
