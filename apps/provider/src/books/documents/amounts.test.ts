import { knownCurrency } from '@counterfoil/money/currencies'
import { SCALES } from '@counterfoil/money/document-totals'
import { describe, expect, it } from 'vitest'
import {
  inCurrency,
  knownDecimal,
  readAmountMinor,
  readExchangeRate,
  readFactor,
  readPercentage,
  shortestText,
} from './amounts.ts'

const decimal = (units: bigint, scale: number) => ({ units, scale })

describe(readFactor, () => {
  it.each([
    ['1', decimal(100_000_000n, 8)],
    ['-0', decimal(0n, 8)],
    ['-0.000000005', decimal(-1n, 8)],
    ['0.000000004999', decimal(0n, 8)],
    ['999999999999.99999999', decimal(10n ** 20n - 1n, 8)],
    ['999999999999.999999995', 'OUT_OF_RANGE'],
    ['-1e12', 'OUT_OF_RANGE'],
    ['1e30', 'OUT_OF_RANGE'],
    ['9'.repeat(60), 'OUT_OF_RANGE'],
    ['9'.repeat(61), 'INVALID'],
    ['1\0', 'INVALID'],
    ['', 'INVALID'],
    ['1,5', 'INVALID'],
    ['Infinity', 'INVALID'],
    ['0x10', 'INVALID'],
    ['٣', 'INVALID'],
  ])('reads %j', (text, expected) => {
    expect(readFactor(text, SCALES.quantity)).toEqual(expected)
  })
})

describe(readPercentage, () => {
  it.each([
    ['0', decimal(0n, 6)],
    ['100', decimal(100_000_000n, 6)],
    ['33.3333335', decimal(33_333_334n, 6)],
    ['100.0000004', decimal(100_000_000n, 6)],
    ['100.0000005', 'OUT_OF_RANGE'],
    ['-0.000001', 'OUT_OF_RANGE'],
  ])('reads %j', (text, expected) => {
    expect(readPercentage(text)).toEqual(expected)
  })
})

describe(readExchangeRate, () => {
  it.each([
    ['1.00', decimal(10_000_000_000n, 10)],
    ['0.0000000001', decimal(1n, 10)],
    ['0.00000000004', 'OUT_OF_RANGE'],
    ['0', 'OUT_OF_RANGE'],
    ['-1', 'OUT_OF_RANGE'],
    ['9999999999.9999999999', decimal(10n ** 20n - 1n, 10)],
    ['10000000000', 'OUT_OF_RANGE'],
  ])('reads %j', (text, expected) => {
    expect(readExchangeRate(text)).toEqual(expected)
  })
})

describe(readAmountMinor, () => {
  it.each([
    ['10.05', 'CAD', 1005n],
    ['0.005', 'CAD', 1n],
    ['-0.005', 'CAD', -1n],
    ['499.5', 'JPY', 500n],
    ['0.0005', 'KWD', 1n],
    ['10000000000000', 'CAD', 10n ** 15n],
    ['10000000000000.005', 'CAD', 'OUT_OF_RANGE'],
    ['-10000000000000', 'CAD', -(10n ** 15n)],
    ['-10000000000000.005', 'CAD', 'OUT_OF_RANGE'],
    ['1e30', 'CAD', 'OUT_OF_RANGE'],
    ['ten', 'CAD', 'INVALID'],
  ])('reads %j %s', (text, code, expected) => {
    expect(readAmountMinor(text, knownCurrency(code))).toBe(expected)
  })
})

describe(inCurrency, () => {
  it('returns the amount with the currency of its document', () => {
    const currency = knownCurrency('EUR')
    expect(inCurrency({ currency }, 150n)).toEqual({ minorUnits: 150n, currency })
  })
})

describe(knownDecimal, () => {
  it('parses a stored number, and throws for a stored text that is no number', () => {
    expect(knownDecimal('1.50')).toEqual(decimal(150n, 2))
    expect(() => knownDecimal('NaN')).toThrow('A number of the books cannot be read')
  })
})

describe(shortestText, () => {
  it.each([
    ['0', '0'],
    ['100', '100'],
    ['0.00000000', '0'],
    ['100.00000000', '100'],
    ['-1.50000000', '-1.5'],
    ['0.00000001', '0.00000001'],
  ])('formats %s as %s', (kept, shown) => {
    expect(shortestText(kept)).toBe(shown)
  })
})
