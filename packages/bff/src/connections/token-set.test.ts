import { describe, expect, it } from 'vitest'
import { asAccessToken, asRefreshToken, asTokenSetId } from '@counterfoil/oauth/testing/ids'
import { buildTokenSet, issuedToOf } from './token-set.ts'

const GIVEN = {
  ...{ accessToken: asAccessToken('a'), refreshToken: asRefreshToken('r'), scopes: ['user:read'] },
  lifeSeconds: 7200,
}
const build = (issuedTo?: string) =>
  buildTokenSet(GIVEN, { id: asTokenSetId('0123456789'), askedAtMs: 1_000, random: 0.5, issuedTo })

describe(buildTokenSet, () => {
  it('begins the id with the client to which the tokens were issued, at the same length', () => {
    expect(build('abcd').id).toBe('abcd456789')
    expect(build().id).toBe('0123456789')
  })

  it('measures the lifetime from the time of the request', () => {
    expect(build()).toEqual({
      ...{ id: '0123456789', accessToken: 'a', refreshToken: 'r', scopes: ['user:read'] },
      ...{ obtainedAtMs: 1_000, expiresAtMs: 7_201_000, refreshAtMs: 7_141_000 },
    })
  })
})

it('issuedToOf reads the client of a token set from the first four characters of its id', () => {
  expect(issuedToOf(build('abcd'))).toBe('abcd')
  expect(issuedToOf({ id: asTokenSetId('ab') })).toBe('ab')
})
