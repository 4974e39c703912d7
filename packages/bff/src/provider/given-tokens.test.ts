import { describe, expect, it } from 'vitest'
import { exampleProfile } from '#provider-profile/testing/harbour-example.ts'
import { isBearer, LONGEST_LIFE_SECONDS, readGivenTokens } from './given-tokens.ts'

const GOOD = {
  ...{ access_token: 'a', refresh_token: 'r', expires_in: 7_200, token_type: 'Bearer' },
  ...{ scope: 'user:read invoice:read', userId: 'u', businessId: 'b' },
}

describe(readGivenTokens, () => {
  it('reads the fields of the interface', () => {
    expect(readGivenTokens({ ...GOOD, extra: 1 }, exampleProfile())).toEqual({
      ...{ accessToken: 'a', refreshToken: 'r', lifeSeconds: 7_200, scopes: ['user:read', 'invoice:read'] },
      ...{ userId: 'u', businessId: 'b', oddFields: [] },
    })
  })

  it.each([undefined, '', 'a b', 'a\r\nx-header: 1', 'ä', 'a\u007f', 7, null])(
    'returns undefined if the access token is %j',
    (accessToken) => {
      expect(readGivenTokens({ ...GOOD, access_token: accessToken }, exampleProfile())).toBeUndefined()
    },
  )

  it('accepts every access token that an HTTP header can contain', () => {
    expect(readGivenTokens({ ...GOOD, access_token: '!~x' }, exampleProfile())?.accessToken).toBe('!~x')
  })

  it.each([
    ['refresh_token', '', 'refreshToken'],
    ['refresh_token', 5, 'refreshToken'],
    ['scope', '', 'scopes'],
    ['scope', ['user:read'], 'scopes'],
    ['userId', undefined, 'userId'],
    ['userId', '', 'userId'],
    ['businessId', '', 'businessId'],
    ['businessId', null, 'businessId'],
    ['expires_in', 0, 'lifeSeconds'],
    ['expires_in', -1, 'lifeSeconds'],
    ['expires_in', 0.5, 'lifeSeconds'],
    ['expires_in', '', 'lifeSeconds'],
    ['expires_in', '7200s', 'lifeSeconds'],
    ['expires_in', '1'.repeat(16), 'lifeSeconds'],
    ['expires_in', Number.NaN, 'lifeSeconds'],
    ['expires_in', true, 'lifeSeconds'],
    ['expires_in', ['7200'], 'lifeSeconds'],
  ])('leaves out a %s of %j, and reports the field', (name, value, member) => {
    const given = readGivenTokens({ ...GOOD, [name]: value }, exampleProfile())
    expect(given).toMatchObject({ [member]: undefined, oddFields: [name] })
  })

  it('treats tokens without a businessId as tokens for all businesses, without reporting a field', () => {
    const { businessId: _, ...all } = GOOD
    expect(readGivenTokens(all, exampleProfile())).toMatchObject({ businessId: undefined, oddFields: [] })
  })

  it.each([
    [1, 1, []],
    ['7200', 7_200, ['expires_in']],
    [7_200.9, 7_200, ['expires_in']],
    [LONGEST_LIFE_SECONDS, LONGEST_LIFE_SECONDS, []],
    [LONGEST_LIFE_SECONDS + 1, LONGEST_LIFE_SECONDS, ['expires_in']],
    ['9'.repeat(15), LONGEST_LIFE_SECONDS, ['expires_in']],
    [Infinity, LONGEST_LIFE_SECONDS, ['expires_in']],
  ])('reads the lifetime %j as %i seconds', (expiresIn, lifeSeconds, oddFields) => {
    expect(readGivenTokens({ ...GOOD, expires_in: expiresIn }, exampleProfile())).toMatchObject({
      lifeSeconds,
      oddFields,
    })
  })

  it('reports a token type other than bearer, and accepts the token', () => {
    expect(readGivenTokens({ ...GOOD, token_type: 'mac' }, exampleProfile())).toMatchObject({
      ...{ accessToken: 'a', oddFields: ['token_type'] },
    })
  })
})

it('isBearer accepts the word bearer in any case', () => {
  expect(['bearer', 'Bearer', 'BEARER'].every(isBearer)).toBe(true)
  expect(['bearers', ' bearer', 'mac', '', undefined, 1, ['bearer']].some(isBearer)).toBe(false)
})
