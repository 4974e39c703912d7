import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  asAccessToken,
  asAccessTokenDigest,
  asAuthorizationHandle,
  asRefreshToken,
  asTokenFamilyId,
} from '@counterfoil/oauth/testing/ids'
import {
  deriveCode,
  deriveSuccessors,
  digestOf,
  familyIdOf,
  isSameDigest,
  newClientSecret,
  newToken,
} from './secrets.ts'

describe(newToken, () => {
  it('contains the id of its family, is URL-safe, and has 256 random bits', () => {
    const familyId = randomUUID()
    const tokens = Array.from({ length: 500 }, () => newToken('accessToken', asTokenFamilyId(familyId)))
    expect(new Set(tokens).size).toBe(500)
    for (const token of tokens) {
      expect(token).toMatch(/^hat_[A-Za-z0-9_-]{65}$/)
      expect(familyIdOf(token)).toBe(familyId)
    }
    expect(new Set(tokens.map((token) => token.slice(26))).size).toBe(500)
  })
})

describe(newClientSecret, () => {
  it('is URL-safe, has 256 bits, and is never repeated', () => {
    const secrets = Array.from({ length: 500 }, () => newClientSecret())
    expect(new Set(secrets).size).toBe(500)
    for (const secret of secrets) expect(secret).toMatch(/^hcs_[A-Za-z0-9_-]{43}$/)
  })
})

describe(familyIdOf, () => {
  it('returns undefined for any other text', () => {
    const token = newToken('refreshToken', asTokenFamilyId(randomUUID()))
    for (const text of [
      '',
      'x',
      token.slice(1),
      `${token}x`,
      token.replace('hrt_', 'hac_'),
      `${token}\n`,
      token.replace(/.$/, '='),
      deriveCode({ key: 'k', handle: asAuthorizationHandle('h') }),
    ]) {
      expect(familyIdOf(text), text).toBeUndefined()
    }
  })
})

describe('derived secrets', () => {
  it('are the same for the same seed and key, and different for any other', () => {
    const familyId = randomUUID()
    const code = (key: string, handle: string) => deriveCode({ key, handle: asAuthorizationHandle(handle) })
    expect(code('k', 'h')).toBe(code('k', 'h'))
    expect(new Set([code('k', 'h'), code('k', 'i'), code('l', 'h')]).size).toBe(3)
    const { digests, tokenOf } = deriveSuccessors(['k', 'l'], asRefreshToken('r'), asTokenFamilyId(familyId))
    expect(digests[1]).toBe(
      deriveSuccessors(['l'], asRefreshToken('r'), asTokenFamilyId(familyId)).digests[0],
    )
    for (const digest of digests) {
      expect(familyIdOf(tokenOf(digest) ?? '')).toBe(familyId)
      expect(digestOf(tokenOf(digest) ?? asRefreshToken(''))).toBe(digest)
    }
    expect(
      new Set([
        ...digests,
        ...deriveSuccessors(['k', 'l'], asRefreshToken('s'), asTokenFamilyId(familyId)).digests,
      ]).size,
    ).toBe(4)
  })
})

describe(isSameDigest, () => {
  it('compares equal and different texts, also of different lengths', () => {
    expect(isSameDigest(digestOf(asAccessToken('a')), digestOf(asAccessToken('a')))).toBe(true)
    expect(isSameDigest(digestOf(asAccessToken('a')), digestOf(asAccessToken('b')))).toBe(false)
    expect(isSameDigest(digestOf(asAccessToken('a')), asAccessTokenDigest(''))).toBe(false)
  })
})
