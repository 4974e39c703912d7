import { knownCurrency } from '@counterfoil/money/currencies'
import { describe, expect, it } from 'vitest'
import { createFieldReader } from '#books/input-faults.ts'
import { checkRate, refuseTotals, rescaleDiscount, resolveDiscount } from './document-validation.ts'
import type { DatedDiscount } from './document.ts'

const [CAD, JPY, KWD] = [knownCurrency('CAD'), knownCurrency('JPY'), knownCurrency('KWD')]
const NOW = new Date('2026-11-20T12:00:00Z')
const EARLIER = new Date('2026-10-01T12:00:00Z')
const fixed = (amountMinor: bigint): DatedDiscount => ({
  ...{ name: null, createdAt: EARLIER, modifiedAt: EARLIER },
  reduction: { kind: 'FIXED', amountMinor },
})
/** Returns the path and message of each fault of `work`, after checking that every code is OUT_OF_RANGE. */
const saidAfter = (work: (fields: ReturnType<typeof createFieldReader>) => unknown) => {
  const fields = createFieldReader()
  work(fields)
  expect(fields.faults.every(({ code }) => code === 'OUT_OF_RANGE')).toBe(true)
  return fields.faults.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`)
}

describe('the discount of a document', () => {
  const resolve = (amount: string, present: DatedDiscount | null = null) => {
    const fields = createFieldReader()
    const request = { name: 'Loyal', reduction: { kind: 'FIXED' as const, amount } }
    return {
      discount: resolveDiscount(fields, request, { currency: CAD, now: NOW, present }),
      codes: fields.faults.map(({ path, code }) => [path.slice(1).join('.'), code]),
    }
  }

  it('is null if the input has none', () => {
    const about = { currency: CAD, now: NOW, present: fixed(1n) }
    expect(resolveDiscount(createFieldReader(), null, about)).toBeNull()
  })

  it('has the requested percentage', () => {
    const reduction = { kind: 'PERCENTAGE' as const, percentage: { units: 10n, scale: 0 } }
    const about = { currency: CAD, now: NOW, present: fixed(5n) }
    expect(resolveDiscount(createFieldReader(), { name: 'Loyal', reduction }, about)).toEqual({
      ...{ name: 'Loyal', createdAt: EARLIER, modifiedAt: NOW, reduction },
    })
  })

  it('keeps the time of its creation when it is replaced, and has the current time as its last change', () => {
    expect(resolve('1.005').discount).toMatchObject({
      ...{ name: 'Loyal', createdAt: NOW, modifiedAt: NOW },
      reduction: { kind: 'FIXED', amountMinor: 101n },
    })
    expect(resolve('1', fixed(5n)).discount).toMatchObject({ createdAt: EARLIER, modifiedAt: NOW })
  })

  it.each([
    ['0', []],
    ['-0.01', [['discounts.0.amount', 'OUT_OF_RANGE']]],
    ['10000000000000.01', [['discounts.0.amount', 'OUT_OF_RANGE']]],
    ['some', [['discounts.0.amount', 'INVALID']]],
  ])('has an amount from zero to the limit: %s', (amount, codes) => {
    const resolved = resolve(amount)
    expect(resolved.codes).toEqual(codes)
    expect(resolved.discount === null).toBe(codes.length > 0)
  })

  it.each([
    [CAD, JPY, 250n, 3n],
    [CAD, KWD, 250n, 2_500n],
    [KWD, CAD, 1_245n, 125n],
  ])('is converted to the minor units of another currency: %o to %o', (from, to, before, after) => {
    expect(rescaleDiscount(fixed(before), { from, to })).toEqual(fixed(after))
  })

  it('is unchanged by another currency if it is a percentage', () => {
    const share: DatedDiscount = {
      ...fixed(0n),
      reduction: { kind: 'PERCENTAGE', percentage: { units: 10n, scale: 0 } },
    }
    expect(rescaleDiscount(share, { from: CAD, to: KWD })).toBe(share)
    expect(rescaleDiscount(null, { from: CAD, to: KWD })).toBeNull()
  })
})

describe('the exchange rate of a document', () => {
  it.each([
    [CAD, { units: 1n, scale: 0 }, []],
    [CAD, { units: 1_000n, scale: 3 }, []],
    [CAD, { units: 1_001n, scale: 3 }, ['exchangeRate: Within one currency the exchange rate is 1.']],
    [JPY, { units: 9n, scale: 3 }, []],
  ])('must be 1 in the currency of the business: %o %o', (currency, rate, said) => {
    expect(saidAfter((fields) => checkRate(fields, { rate, currency, base: CAD }))).toEqual(said)
  })
})

describe('a document that is too large', () => {
  it.each([
    [{ kind: 'line too large' as const, index: 3 }, 'items.3: The line is too large.'],
    [{ kind: 'discount too large' as const }, 'discounts.0.amount: amount must be from 0 to the subtotal.'],
    [{ kind: 'total too large' as const }, 'items: The total is too large.'],
  ])('is refused with the path of the amount: %o', (fault, said) => {
    expect(saidAfter((fields) => refuseTotals(fields, fault))).toEqual([said])
  })
})
