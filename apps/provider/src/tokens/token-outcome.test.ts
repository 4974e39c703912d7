import { expect, it } from 'vitest'
import { asApplicationId, asBusinessId, asUserId } from '@counterfoil/oauth/testing/ids'
import { expiryOf, issuedResult } from './token-outcome.ts'
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

const USER = asUserId('11111111-1111-4111-8111-111111111111')
const BUSINESS = asBusinessId('22222222-2222-4222-8222-222222222222')
const ISSUED = {
  accessToken: 'at' as AccessToken,
  refreshToken: 'rt' as RefreshToken,
  scope: 'user:read',
  userId: USER,
}

it('reports the lifetime in seconds, and the business of tokens for one business alone', () => {
  const body = {
    access_token: 'at',
    refresh_token: 'rt',
    expires_in: 7_200,
    token_type: 'Bearer',
    scope: 'user:read',
    userId: wireIdOf('User', USER),
  }
  expect(issuedResult(CLIENT, { ...ISSUED, businessId: null })).toStrictEqual({ kind: 'issued', body })
  expect(issuedResult(CLIENT, { ...ISSUED, businessId: BUSINESS })).toStrictEqual({
    kind: 'issued',
    body: { ...body, businessId: wireIdOf('Business', BUSINESS) },
  })
})
