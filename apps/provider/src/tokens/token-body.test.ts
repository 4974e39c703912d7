import { expect, it } from 'vitest'
import type { AccessToken, RefreshToken } from '@counterfoil/oauth/ids'
import { asBusinessId, asUserId } from '@counterfoil/oauth/testing/ids'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { buildTokenResponse } from './token-body.ts'

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
