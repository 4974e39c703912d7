import { describe, expect, it } from 'vitest'
import { addressLines } from './address.ts'

const FULL = {
  addressLine1: '12 Wharf Street',
  addressLine2: 'Unit 4',
  city: 'Toronto',
  postalCode: 'M5V 2T6',
  province: { name: 'Ontario' },
  country: { name: 'Canada' },
}

describe(addressLines, () => {
  it('prints an address as on an envelope', () => {
    expect(addressLines(FULL)).toEqual(['12 Wharf Street', 'Unit 4', 'Toronto, Ontario M5V 2T6', 'Canada'])
  })
  it('leaves no empty lines and no lonely commas where parts are missing', () => {
    expect(addressLines({ ...FULL, addressLine2: ' ', city: null })).toEqual([
      '12 Wharf Street',
      'Ontario M5V 2T6',
      'Canada',
    ])
    expect(addressLines({ ...FULL, province: null, postalCode: null, country: null })).toEqual([
      '12 Wharf Street',
      'Unit 4',
      'Toronto',
    ])
    expect(addressLines(null)).toEqual([])
  })
})
