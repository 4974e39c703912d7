import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AmountRefused, minorText, parseMinor, parseMinorUnitValue, sumMinor } from './amount.ts'

describe('an amount', () => {
  it.each([
    ['12.5', 2, 1250],
    ['-12.50', 2, -1250],
    ['0.005', 3, 5],
    ['1200', 0, 1200],
    ['12.', 2, 1200],
    ['7.0000', 0, 7],
    ['-0.00', 2, 0],
    ['90071992547409.91', 2, Number.MAX_SAFE_INTEGER],
  ])('%s with %d decimal places is %d minor units', (text, exponent, minor) => {
    expect(parseMinor(text, exponent)).toBe(minor)
  })

  it.each([
    ['part of a cent', '0.005', 2],
    ['more than is exact', '90071992547409.92', 2],
    ['a number in words', 'twelve', 2],
    ['an exponent', '1e3', 2],
    ['nothing', '', 2],
    ['a point alone', '.5', 2],
  ])('that is %s is refused', (_name, text, exponent) => {
    expect(() => parseMinor(text, exponent)).toThrow(AmountRefused)
  })

  it('in minor units may have zeros after the point', () => {
    expect(parseMinorUnitValue('48000')).toBe(48_000)
    expect(parseMinorUnitValue('-48000.0')).toBe(-48_000)
    expect(() => parseMinorUnitValue('1.5')).toThrow(AmountRefused)
  })

  it('is formatted as it was parsed, for any value', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 4 }), (minor, exponent) => {
        expect(parseMinor(minorText({ minor, exponent }), exponent)).toBe(minor)
      }),
    )
  })

  it('is added exactly or refused', () => {
    expect(sumMinor([])).toBe(0)
    expect(sumMinor([0.1 * 10, 2, -3])).toBe(0)
    expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow(AmountRefused)
  })
})
