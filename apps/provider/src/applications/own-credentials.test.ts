import { asClientId, asClientSecret } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { findOwnCredentialsFault } from './own-credentials.ts'

const ID = 'counterfoil'
const SECRET = '3f9a1c5e7b2d8046f1e3a59c7d0b2846'
const faultOf = (clientId: string, secret: string) =>
  findOwnCredentialsFault({ clientId: asClientId(clientId), secret: asClientSecret(secret) })

describe(findOwnCredentialsFault, () => {
  it.each([
    [ID, SECRET],
    ['a', SECRET],
    ['A_z-9'.repeat(40), SECRET],
    [ID, 'hcs_kq3W9hXv-0LZ7tYpQm2sRbN4dEfG6uJ8aCcVxTnMoiY'],
    [ID, `0123456.~_-abcdef${SECRET}`],
    [ID, SECRET.padEnd(200, '.')],
  ])('accepts %s with %s', (clientId, secret) => {
    expect(faultOf(clientId, secret)).toBeUndefined()
  })

  it.each([
    '',
    'a b',
    'ü',
    'a/b',
    'a\n',
    'a'.repeat(201),
    'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01',
    'B1D0C7A2-3A1E-4F4B-8A55-0D9B6A7C1B01',
  ])('refuses an id that is invalid or reads like the id of another kind: %j', (clientId) => {
    expect(faultOf(clientId, SECRET)).toMatch(/^A client id has/)
  })

  it.each([
    ['short', SECRET.slice(1), /at least 32/],
    ['one character again and again', 'a'.repeat(64), /random/],
    ['seven different characters', 'abcdefg'.repeat(10), /random/],
    ['a short text again and again', 'change-me-now.'.repeat(4), /random/],
    ['nothing', '', /at least 32/],
    ['too long', SECRET.repeat(7), /at most 200/],
    ['in base64, which Basic and forms write differently', `${SECRET}+/==`, /letters, digits and/],
    ['with a space', `${SECRET} x`, /letters, digits and/],
    ['with a line break', `${SECRET}\n`, /letters, digits and/],
  ])('refuses a secret that is %s, and does not repeat it', (_what, secret, said) => {
    const fault = faultOf(ID, secret)
    expect(fault).toMatch(said)
    if (secret !== '') expect(fault).not.toContain(secret)
  })
})
