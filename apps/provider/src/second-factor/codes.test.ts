import { expect, it } from 'vitest'
import {
  formatRecoveryCode,
  formatTotpSecret,
  matchTotpStep,
  readTypedCode,
  showRecoveryCode,
  totpAddress,
} from './codes.ts'

/** The secret of the test vectors of RFC 6238 appendix B. Codes are the last six digits of the vectors. */
const SECRET = formatTotpSecret(new TextEncoder().encode('12345678901234567890'))

it('the secret of an app is formatted as base32 without padding', () => {
  expect(SECRET).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})

it.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
])('accepts the test vector of RFC 6238 at second %i', (second, code, step) => {
  expect(matchTotpStep({ secret: SECRET, code }, second * 1_000)).toBe(step)
})

it('accepts a code one step early and one step late, to the second', () => {
  const at = (second: number) => matchTotpStep({ secret: SECRET, code: '081804' }, second * 1_000)
  // This code is for the seconds from 1111111080 to 1111111109.
  const step = 37_037_036
  expect([1_111_111_049, 1_111_111_050, 1_111_111_139, 1_111_111_140].map(at)).toEqual([
    undefined,
    step,
    step,
    undefined,
  ])
})

it.each(['', '28708', '2870820', '287 082', 'abcdef', '２８７０８２', '28708٢'])('refuses %j', (code) => {
  expect(matchTotpStep({ secret: SECRET, code }, 59_000)).toBeUndefined()
})

it('the otpauth address contains the provider and the account', () => {
  const address = totpAddress(SECRET, { issuer: 'Harbour & Sons', email: 'a+b@x.example' })
  expect(address).toBe(
    `otpauth://totp/Harbour%20%26%20Sons:a%2Bb%40x.example?issuer=Harbour%20%26%20Sons&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
  )
})

const code = formatRecoveryCode(Uint8Array.from([0, 255, 18, 52, 86, 120, 154, 188, 222, 240]))

it('a recovery code has 16 unambiguous characters, shown in groups of four', () => {
  expect(code).toBe('03zh4d2pf2dbsqqg')
  expect(showRecoveryCode(code)).toBe('03zh-4d2p-f2db-sqqg')
})

it.each(['03zh-4d2p-f2db-sqqg', ' 03ZH 4D2P F2DB SQQG ', 'O3zh4d2pf2dbsqqg'])(
  'a recovery code can be typed as %j',
  (typed) => {
    expect(readTypedCode(typed)).toEqual({ kind: 'recovery', code })
  },
)

it('distinguishes a recovery code from a code of an app and from empty input', () => {
  expect(readTypedCode(' 123 456 ')).toEqual({ kind: 'totp', code: '123456' })
  expect(readTypedCode(' - ')).toEqual({ kind: 'none' })
  expect(readTypedCode('1234567')).toEqual({ kind: 'recovery', code: '1234567' })
})
