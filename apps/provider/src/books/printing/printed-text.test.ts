import { describe, expect, it } from 'vitest'
import { addressLines, priceText, taxLabel } from './printed-text.ts'

const NOWHERE = {
  line1: null,
  line2: null,
  city: null,
  provinceCode: null,
  postalCode: null,
  countryCode: null,
}

const NO_SENDER = { countryCode: null, locale: 'en' } as const

describe(addressLines, () => {
  it('has a line for each known part, and the country if it is abroad', () => {
    const place = {
      line1: '1 Quay Street',
      line2: 'Unit 2',
      city: 'Toronto',
      provinceCode: 'CA-ON',
      postalCode: 'M5V 2T6',
      countryCode: 'CA',
    }
    const home = ['1 Quay Street', 'Unit 2', 'Toronto Ontario M5V 2T6']
    expect(addressLines(place, { countryCode: 'CA', locale: 'en' })).toEqual(home)
    expect(addressLines(place, { countryCode: 'FR', locale: 'en' })).toEqual([...home, 'Canada'])
    expect(addressLines({ ...NOWHERE, postalCode: '75001' }, NO_SENDER)).toEqual(['75001'])
    expect(addressLines(NOWHERE, NO_SENDER)).toEqual([])
  })

  it.each([
    ['DE', 'DE-BE', ['Hauptstraße 1', '10115 Ort']],
    ['AT', null, ['Hauptstraße 1', '10115 Ort']],
    ['FR', null, ['Hauptstraße 1', '10115 Ort']],
    ['US', 'US-MA', ['Hauptstraße 1', 'Ort, Massachusetts 10115']],
    ['GB', null, ['Hauptstraße 1', 'Ort', '10115']],
  ] as const)('in %s follows the order of that country', (countryCode, provinceCode, lines) => {
    const place = { ...NOWHERE, line1: 'Hauptstraße 1', city: 'Ort', postalCode: '10115' }
    const from = { countryCode, locale: 'de' } as const
    expect(addressLines({ ...place, countryCode, provinceCode }, from)).toEqual(lines)
  })

  it('keeps a town or postal code that the format of its country leaves out', () => {
    const place = { ...NOWHERE, city: 'Dubai', postalCode: '12345', countryCode: 'AE' }
    expect(addressLines(place, { countryCode: 'AE', locale: 'en' })).toEqual(['Dubai 12345'])
  })

  it.each([
    ['en', 'DE', 'Germany'],
    ['fr', 'DE', 'Allemagne'],
    ['de', 'CA', 'Kanada'],
    ['de', 'AT', 'Österreich'],
  ] as const)('names a country abroad in the language of the document (%s)', (locale, countryCode, name) => {
    expect(addressLines({ ...NOWHERE, countryCode }, { countryCode: 'CH', locale })).toEqual([name])
  })
})

describe(taxLabel, () => {
  it.each([
    [130_000n, null, 'en', 'HST 13 %'],
    [99_750n, null, 'fr', 'HST 9,975 %'],
    [0n, '123 RT', 'en', 'HST 0 % (123 RT)'],
  ] as const)('formats %d millionths with the number %s in %s as %s', (units, taxNumber, locale, label) => {
    expect(taxLabel({ abbreviation: 'HST', rate: { units, scale: 6 }, taxNumber }, { locale })).toBe(label)
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
  ])('formats %d at 8 decimals in a currency of %i digits as %s', (units, exponent, text) => {
    expect(priceText({ units, scale: 8 }, exponent)).toBe(text)
  })
})
