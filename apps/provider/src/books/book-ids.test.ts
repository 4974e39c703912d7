import { asBusinessId } from '@counterfoil/oauth/testing/ids'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { describe, expect, it } from 'vitest'
import { firstRowIdAt, parseBusinessId, parseRowId, parseRowWireId, rowWireIdOf } from './book-ids.ts'

const BUSINESS = asBusinessId('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01')
const OTHER = asBusinessId('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02')
const DIGITS = '9223372036854775807'
const wire = (text: string) => btoa(text)

describe('an id inside a business', () => {
  const id = wire(`Business:${BUSINESS};Account:${DIGITS}`)

  it('is decoded to the number it was encoded from, with all of its 19 digits', () => {
    const key = parseRowWireId('Account', id)
    expect(key).toEqual({ businessId: BUSINESS, id: DIGITS })
    expect(key && rowWireIdOf('Account', key)).toBe(id)
  })

  it('may be the integer alone, but only beside the id of the business', () => {
    expect(parseRowId('Account', DIGITS, BUSINESS)).toBe(DIGITS)
    expect(parseRowId('Account', id, BUSINESS)).toBe(DIGITS)
    expect(parseRowWireId('Account', DIGITS)).toBeUndefined()
  })

  it('of one business is invalid in another', () => {
    expect(parseRowId('Account', id, OTHER)).toBeUndefined()
  })

  it.each([
    '',
    '0',
    '-1',
    '007',
    '1.0',
    '9223372036854775808',
    'BAD_ID',
    wire(`Business:${BUSINESS}`),
    wire(`Business:${BUSINESS};Invoice:7`),
    wire(`Business:${BUSINESS};Account:07`),
    wire(`Business:${BUSINESS};Account:`),
    wire(`Business:${BUSINESS};Account:9223372036854775808`),
    wire(`Business:${BUSINESS.toUpperCase()};Account:7`),
    wire(`Business:${BUSINESS};Account:7;Account:8`),
    wire(`Business:${BUSINESS};Account:7`).replace(/=+$/, ''),
    `${wire(`Business:${BUSINESS};Account:7`)} `,
    'x'.repeat(100_000),
  ])('is never %j', (text) => {
    // One of the ids is encoded without padding, so removing the padding would not change it.
    const isWritten = text === wire(`Business:${BUSINESS};Account:7`)
    expect(parseRowId('Account', text, BUSINESS)).toBe(isWritten ? '7' : undefined)
  })
})

describe(parseBusinessId, () => {
  it('parses the encoded id and the UUID alone', () => {
    expect(parseBusinessId(wireIdOf('Business', BUSINESS))).toBe(BUSINESS)
    expect(parseBusinessId(BUSINESS)).toBe(BUSINESS)
  })

  it.each([
    '',
    'BAD_ID',
    BUSINESS.toUpperCase(),
    `${BUSINESS} `,
    wire(`User:${BUSINESS}`),
    'é'.repeat(36),
    '-'.repeat(36),
  ])('rejects %j', (text) => {
    expect(parseBusinessId(text)).toBeUndefined()
  })
})

describe(firstRowIdAt, () => {
  it('grows with time, and fits the database until the year 2109', () => {
    const [one, other, last] = ['2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.001Z', '2109-01-01'].map(
      (text) => BigInt(firstRowIdAt(new Date(text))),
    )
    expect(other! - one!).toBe(2_097_152n)
    expect(last! < 9_223_372_036_854_775_807n).toBe(true)
  })
})
