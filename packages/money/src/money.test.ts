import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencies, findCurrency, knownCurrency } from './currencies.ts'
import { compareDecimals, parseDecimal, type Decimal } from './decimal.ts'
import { amountOf, buildMoney, exchangeMoney, formatAmount, type Money } from './money.ts'

const read = (text: string): Decimal => {
  const decimal = parseDecimal(text)
  if (!decimal) throw new Error(`${text} is no decimal`)
  return decimal
}
const money = (text: string, code: string): Money => buildMoney(read(text), knownCurrency(code))

const LARGE = 10n ** 24n
const units = fc.bigInt({ min: -LARGE, max: LARGE })
const anyCurrency = fc.constantFrom(...currencies)
const anyMoney = fc.record({ minorUnits: units, currency: anyCurrency })
const anyDecimal = fc.record({ units, scale: fc.integer({ min: 0, max: 12 }) })

describe(buildMoney, () => {
  it.each([
    ['12.345', 'CAD', '12.35', 1235n],
    ['-12.345', 'CAD', '-12.35', -1235n],
    ['12.5', 'JPY', '13', 13n],
    ['-1.0005', 'KWD', '-1.001', -1001n],
    ['0', 'EUR', '0.00', 0n],
    ['9007199254740993.01', 'USD', '9007199254740993.01', 900719925474099301n],
  ])('parses %s %s as %s', (text, code, amount, minorUnits) => {
    expect(formatAmount(money(text, code))).toBe(amount)
    expect(money(text, code).minorUnits).toBe(minorUnits)
  })

  it('keeps every amount that its currency can hold', () => {
    fc.assert(
      fc.property(anyMoney, (amount) => {
        expect(buildMoney(read(formatAmount(amount)), amount.currency)).toEqual(amount)
      }),
    )
  })

  it('negates the result for a negated amount', () => {
    fc.assert(
      fc.property(anyDecimal, anyCurrency, (amount, currency) => {
        const negated = buildMoney({ ...amount, units: -amount.units }, currency)
        expect(negated.minorUnits).toBe(-buildMoney(amount, currency).minorUnits)
      }),
    )
  })
})

describe(exchangeMoney, () => {
  it.each([
    ['100.00', 'USD', '1.3725', 'CAD', '137.25'],
    ['100.00', 'CAD', '110.555', 'JPY', '11056'],
    ['1000', 'JPY', '0.0020345', 'KWD', '2.035'],
    ['-0.01', 'USD', '0.5', 'EUR', '-0.01'],
  ])('%s %s at %s is in %s %s', (amount, from, rate, to, result) => {
    expect(formatAmount(exchangeMoney(money(amount, from), read(rate), knownCurrency(to)))).toBe(result)
  })

  it('is never further than half a minor unit from the exact amount', () => {
    fc.assert(
      fc.property(anyMoney, anyDecimal, anyCurrency, (amount, rate, currency) => {
        const exchanged = amountOf(exchangeMoney(amount, rate, currency))
        // Both sides times two, over one power of ten.
        const scale = amount.currency.exponent + rate.scale + currency.exponent
        const raised = (value: bigint, have: number) => value * 10n ** BigInt(scale - have)
        const exact = raised(amount.minorUnits * rate.units, amount.currency.exponent + rate.scale)
        const distance = raised(exchanged.units, exchanged.scale) - exact
        const size = distance < 0n ? -distance : distance
        expect(size * 2n <= raised(1n, currency.exponent)).toBe(true)
      }),
    )
  })

  it('leaves an amount of its own currency unchanged at a rate of one', () => {
    fc.assert(
      fc.property(anyMoney, (amount) => {
        expect(exchangeMoney(amount, read('1.000'), amount.currency)).toEqual(amount)
      }),
    )
  })
})

describe(compareDecimals, () => {
  it('orders numbers by value, however they are written', () => {
    expect(compareDecimals(read('1.5'), read('1.50'))).toBe(0)
    expect(compareDecimals(read('-2'), read('1e-3'))).toBe(-1)
    expect(compareDecimals(read('0.30'), read('0.299999999999999999'))).toBe(1)
  })
})

describe(findCurrency, () => {
  it('rejects an unknown code', () => {
    expect(findCurrency('XXX')).toBeUndefined()
    expect(() => knownCurrency('XXX')).toThrow('The currency XXX is not known')
  })
})
