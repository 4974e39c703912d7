import { describe, expect, it } from 'vitest'
import { addressLines, priceText, taxLabel } from './printed-parts.ts'

const NOWHERE = {
  line1: null,
  line2: null,
  city: null,
  provinceCode: null,
  postalCode: null,
  countryCode: null,
}

describe(addressLines, () => {
  it('has a line for each part that is known, and the country for who is abroad', () => {
    const place = {
      line1: '1 Quay Street',
      line2: 'Unit 2',
      city: 'Toronto',
      provinceCode: 'CA-ON',
      postalCode: 'M5V 2T6',
      countryCode: 'CA',
    }
    const home = ['1 Quay Street', 'Unit 2', 'Toronto Ontario M5V 2T6']
    expect(addressLines(place, 'CA')).toEqual(home)
    expect(addressLines(place, 'FR')).toEqual([...home, 'Canada'])
    expect(addressLines({ ...NOWHERE, postalCode: '75001' }, null)).toEqual(['75001'])
    expect(addressLines(NOWHERE, null)).toEqual([])
  })
})

describe(taxLabel, () => {
  it.each([
    [130_000n, null, 'en', 'HST 13 %'],
    [99_750n, null, 'fr', 'HST 9,975 %'],
    [0n, '123 RT', 'en', 'HST 0 % (123 RT)'],
  ] as const)('of %d millionths with the number %s in %s is %s', (units, taxNumber, locale, label) => {
    expect(taxLabel({ abbreviation: 'HST', rate: { units, scale: 6 }, taxNumber }, locale)).toBe(label)
  })
})

describe(priceText, () => {
  it.each([
    [10_000_000_000n, 2, '100.00'],
    [10_050_000_000n, 2, '100.50'],
    [10_012_345_678n, 2, '100.12345678'],
    [10_000_000_000n, 0, '100'],
    [10_050_000_000n, 0, '100.5'],
    [-50_000_000n, 3, '-0.500'],
  ])('of %d at 8 digits with %i digits of its currency is %s', (units, exponent, text) => {
    expect(priceText({ units, scale: 8 }, exponent)).toBe(text)
  })
})
