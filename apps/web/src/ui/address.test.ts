import { describe, expect, it } from 'vitest'
import { createFormat } from '#words/format.ts'
import { addressLines } from './address.ts'

const FULL = {
  addressLine1: '12 Wharf Street',
  addressLine2: 'Unit 4',
  city: 'Toronto',
  postalCode: 'M5V 2T6',
  province: { name: 'Ontario' },
  country: { code: 'DE', name: 'Germany' },
}

const FRENCH = createFormat('fr', 'UTC', 0)

describe(addressLines, () => {
  it('formats a postal address, with the country in the language of the reader', () => {
    expect(addressLines(FULL, FRENCH)).toEqual([
      '12 Wharf Street',
      'Unit 4',
      'Toronto, Ontario M5V 2T6',
      'Allemagne',
    ])
  })
  it('omits empty lines and stray commas of missing parts', () => {
    expect(addressLines({ ...FULL, addressLine2: ' ', city: null }, FRENCH)).toEqual([
      '12 Wharf Street',
      'Ontario M5V 2T6',
      'Allemagne',
    ])
    expect(addressLines({ ...FULL, province: null, postalCode: null, country: null }, FRENCH)).toEqual([
      '12 Wharf Street',
      'Unit 4',
      'Toronto',
    ])
    expect(addressLines(null, FRENCH)).toEqual([])
  })
})
