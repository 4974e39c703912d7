import { describe, expect, it } from 'vitest'
import { TokenResponseSchema } from './token-response.ts'

const GOOD = {
  access_token: 'a',
  expires_in: 7_200,
  token_type: 'Bearer',
  scope: 'user:read',
  refresh_token: 'r',
  userId: 'u',
}

describe('TokenResponseSchema', () => {
  it('accepts the fields of the interface and ignores the others', () => {
    expect(TokenResponseSchema.parse({ ...GOOD, extra: 1 })).toEqual(GOOD)
    expect(TokenResponseSchema.parse({ ...GOOD, businessId: 'b', token_type: 'bearer' })).toMatchObject({
      businessId: 'b',
    })
  })
  it('accepts texts of any length and a lifetime of one second', () => {
    const long = 'x'.repeat(200)
    const texts = { access_token: long, refresh_token: long, userId: long, businessId: long, scope: '' }
    expect(TokenResponseSchema.parse({ ...GOOD, ...texts, expires_in: 1 })).toMatchObject(texts)
  })
  it.each([
    { access_token: '' },
    { expires_in: 0 },
    { expires_in: '7200' },
    { token_type: 'mac' },
    { token_type: 'not bearer' },
    { token_type: 'bearer, or not' },
    { refresh_token: '' },
    { userId: '' },
    { businessId: '' },
    { expires_in: 1.5 },
    { businessId: null },
    { userId: undefined },
  ])('refuses %j', (change) => {
    expect(TokenResponseSchema.safeParse({ ...GOOD, ...change }).success).toBe(false)
  })
})
