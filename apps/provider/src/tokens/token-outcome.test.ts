import { expect, it } from 'vitest'
import {
  asAccessToken,
  asApplicationId,
  asBusinessId,
  asRefreshToken,
  asUserId,
} from '@counterfoil/oauth/testing/ids'
import { buildTokenResponse, expiryOf, issuedResult } from './token-outcome.ts'
import type { AccessToken, RefreshToken } from '@counterfoil/oauth/ids'
import { wireIdOf } from '@counterfoil/oauth/wire-id'

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

const USER = asUserId('11111111-1111-4111-8111-111111111111')
const BUSINESS = asBusinessId('22222222-2222-4222-8222-222222222222')
const ISSUED = {
  accessToken: 'at' as AccessToken,
  refreshToken: 'rt' as RefreshToken,
  expiresInSeconds: 7_200,
  scope: 'user:read',
  userId: USER,
}

it('names the business of tokens for one business, and none for tokens for all of them', () => {
  const body = {
    access_token: 'at',
    refresh_token: 'rt',
    expires_in: 7_200,
    token_type: 'Bearer',
    scope: 'user:read',
    userId: wireIdOf('User', USER),
  }
  expect(buildTokenResponse({ ...ISSUED, businessId: null })).toStrictEqual(body)
  expect(buildTokenResponse({ ...ISSUED, businessId: BUSINESS })).toStrictEqual({
    ...body,
    businessId: wireIdOf('Business', BUSINESS),
  })
})
