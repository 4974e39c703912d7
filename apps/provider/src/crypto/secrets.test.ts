import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  deriveCode,
  deriveSuccessors,
  digestOf,
  familyIdOf,
  isSameDigest,
  newSecret,
  newToken,
} from './secrets.ts'

describe(newToken, () => {
  it('names its family, is URL-safe, and holds 256 bits that never come twice', () => {
    const familyId = randomUUID()
    const tokens = Array.from({ length: 500 }, () => newToken('accessToken', familyId))
    expect(new Set(tokens).size).toBe(500)
    for (const token of tokens) {
      expect(token).toMatch(/^hat_[A-Za-z0-9_-]{65}$/)
      expect(familyIdOf(token)).toBe(familyId)
    }
    expect(new Set(tokens.map((token) => token.slice(26))).size).toBe(500)
  })
})

describe(newSecret, () => {
  it('is URL-safe, 256 bits, and never comes twice', () => {
    const secrets = Array.from({ length: 500 }, () => newSecret('clientSecret'))
    expect(new Set(secrets).size).toBe(500)
    for (const secret of secrets) expect(secret).toMatch(/^hcs_[A-Za-z0-9_-]{43}$/)
  })
})

describe(familyIdOf, () => {
  it('reads nothing out of anything else', () => {
    const token = newToken('refreshToken', randomUUID())
    for (const text of [
      '',
      'x',
      token.slice(1),
      `${token}x`,
      token.replace('hrt_', 'hac_'),
      `${token}\n`,
      token.replace(/.$/, '='),
      newSecret('code'),
    ]) {
      expect(familyIdOf(text), text).toBeUndefined()
    }
  })
})

describe('derived secrets', () => {
  it('are the same for the same seed and key, and different for any other', () => {
    const familyId = randomUUID()
    expect(deriveCode('k', 'h')).toBe(deriveCode('k', 'h'))
    expect(new Set([deriveCode('k', 'h'), deriveCode('k', 'i'), deriveCode('l', 'h')]).size).toBe(3)
    const { digests, tokenOf } = deriveSuccessors(['k', 'l'], 'r', familyId)
    expect(digests[1]).toBe(deriveSuccessors(['l'], 'r', familyId).digests[0])
    for (const digest of digests) {
      expect(familyIdOf(tokenOf(digest) ?? '')).toBe(familyId)
      expect(digestOf(tokenOf(digest) ?? '')).toBe(digest)
    }
    expect(new Set([...digests, ...deriveSuccessors(['k', 'l'], 's', familyId).digests]).size).toBe(4)
  })
})

describe(isSameDigest, () => {
  it('tells equal from different, also in length', () => {
    expect(isSameDigest(digestOf('a'), digestOf('a'))).toBe(true)
    expect(isSameDigest(digestOf('a'), digestOf('b'))).toBe(false)
    expect(isSameDigest(digestOf('a'), '')).toBe(false)
  })
})
