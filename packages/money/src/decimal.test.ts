import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideRounded, formatDecimal, multiplyDecimals, parseDecimal, roundDecimal } from './decimal.ts'

const read = (text: string) => {
  const decimal = parseDecimal(text)
  if (!decimal) throw new Error(`${text} is no decimal`)
  return decimal
}

describe(parseDecimal, () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0.00'],
    ['007.50', '7.50'],
    ['+1.5', '1.5'],
    ['1e3', '1000'],
    ['1.25e1', '12.5'],
    ['125e-3', '0.125'],
    ['-0.05', '-0.05'],
    ['9223372036854775807.123456789', '9223372036854775807.123456789'],
  ])('parses %s as %s', (text, expected) => {
    expect(formatDecimal(read(text))).toBe(expected)
  })

  it.each([
    '',
    ' ',
    '.5',
    '5.',
    '1,5',
    '1 000',
    '0x10',
    'NaN',
    'Infinity',
    '--1',
    '1e',
    '1e9999',
    '1'.repeat(61),
    '１',
  ])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeUndefined()
  })

  it('keeps every digit of every accepted number', () => {
    const digits = fc.stringMatching(/^-?[1-9]\d{0,20}\.\d{1,20}$/)
    fc.assert(
      fc.property(digits, (text) => formatDecimal(read(text)) === text),
      { numRuns: 2000 },
    )
  })
})

describe(roundDecimal, () => {
  it.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['1.004999', 2, '1.00'],
    ['0.5', 0, '1'],
    ['-0.5', 0, '-1'],
    ['0.49', 0, '0'],
    ['-0.4', 0, '0'],
    ['2.5', 0, '3'],
    ['7', 3, '7.000'],
  ])('%s to %i digits is %s', (text, scale, expected) => {
    expect(formatDecimal(roundDecimal(read(text), scale))).toBe(expected)
  })

  it('is at most half a unit away', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.integer({ min: 0, max: 8 }),
        (units, scale) => {
          const rounded = roundDecimal({ units, scale: 8 }, scale)
          const difference = rounded.units * 10n ** BigInt(8 - scale) - units
          const distance = difference < 0n ? -difference : difference
          return distance * 2n <= 10n ** BigInt(8 - scale)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe(divideRounded, () => {
  it.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [-5n, -2n, 3n],
    [7n, 3n, 2n],
    [-7n, 3n, -2n],
    [0n, 7n, 0n],
  ])('%d by %d is %d', (dividend, divisor, quotient) => {
    expect(divideRounded(dividend, divisor)).toBe(quotient)
  })
})

describe(multiplyDecimals, () => {
  it('is exact', () => {
    expect(formatDecimal(multiplyDecimals(read('0.1'), read('0.2')))).toBe('0.02')
  })
})
