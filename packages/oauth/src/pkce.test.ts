import { describe, expect, it } from 'vitest'
import { deriveCodeChallenge, isCodeChallenge, isCodeVerifier } from './pkce.ts'

describe(deriveCodeChallenge, () => {
  it('gives the challenge of RFC 7636 appendix B', async () => {
    expect(await deriveCodeChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    )
  })
})

describe('a challenge whose digest contains every character of base64', () => {
  it('is spelled in base64url, without padding', async () => {
    const challenges = await Promise.all(
      Array.from({ length: 50 }, (_, index) => deriveCodeChallenge(String(index))),
    )
    expect(challenges.every(isCodeChallenge)).toBe(true)
    expect(challenges.join('')).toMatch(/-.*_|_.*-/)
  })
})

describe(isCodeVerifier, () => {
  it('accepts 43 to 128 unreserved characters', () => {
    expect([42, 43, 128, 129].map((length) => isCodeVerifier('a'.repeat(length)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(isCodeVerifier('-._~'.repeat(11))).toBe(true)
    expect(isCodeVerifier(`${'a'.repeat(43)}+`)).toBe(false)
    expect(isCodeVerifier(`${'a'.repeat(43)}\n`)).toBe(false)
  })
})

describe(isCodeChallenge, () => {
  it('accepts exactly 43 base64url characters', () => {
    expect([42, 43, 44].map((length) => isCodeChallenge('a'.repeat(length)))).toEqual([false, true, false])
    expect(isCodeChallenge(`${'a'.repeat(42)}=`)).toBe(false)
  })
})
