import { describe, expect, it } from 'vitest'
import { createCsrfToken, isCsrfToken } from './csrf-token.ts'

const SECRET = 's'.repeat(32)
const bound = ['session', 'request', 'person']
const salt = (fill: number) => new Uint8Array(12).fill(fill)

describe(isCsrfToken, () => {
  it('accepts a token for the session, request and person it was created for', async () => {
    expect(await isCsrfToken([SECRET], bound, await createCsrfToken(SECRET, bound, salt(1)))).toBe(true)
  })

  it.each([
    [['other', 'request', 'person']],
    [['session', 'other', 'person']],
    [['session', 'request', 'other']],
    [['session', 'request']],
    [['sessionrequest', 'person']],
  ])('refuses a token for %j', async (other) => {
    expect(await isCsrfToken([SECRET], other, await createCsrfToken(SECRET, bound, salt(1)))).toBe(false)
  })

  it('refuses a token that was created with another secret', async () => {
    expect(await isCsrfToken(['t'.repeat(32)], bound, await createCsrfToken(SECRET, bound, salt(1)))).toBe(
      false,
    )
  })

  it('accepts a token that differs on every page, which prevents attacks on compression (BREACH)', async () => {
    expect(await createCsrfToken(SECRET, bound, salt(1))).not.toBe(
      await createCsrfToken(SECRET, bound, salt(2)),
    )
  })

  it('refuses a token with one character changed, cut or added', async () => {
    const token = await createCsrfToken(SECRET, bound, salt(1))
    const changed = [...token].map(
      (character, at) => token.slice(0, at) + (character === 'A' ? 'B' : 'A') + token.slice(at + 1),
    )
    for (const wrong of [...changed, token.slice(1), `${token}A`, `${token}.A`, '', '.', 'a.b']) {
      // The last character of unpadded base64url has unused bits, so two characters may decode to the same bytes.
      if (wrong.slice(0, -1) === token.slice(0, -1)) continue
      expect(await isCsrfToken([SECRET], bound, wrong)).toBe(false)
    }
  })
})
