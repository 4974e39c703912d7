import fc from 'fast-check'
import { knownCurrency } from './currencies.ts'
import { parseDecimal } from './decimal.ts'
import { describe, expect, it } from 'vitest'
import { calculateTotals, type DocumentDiscount, type DocumentTotals } from './document-totals.ts'

const CAD = knownCurrency('CAD')
const decimal = (text: string) => {
  const read = parseDecimal(text)
  if (read === undefined) throw new Error(text)
  return read
}
const line = (price: string, options: { quantity?: string; taxes?: string[]; compound?: string[] } = {}) => ({
  quantity: decimal(options.quantity ?? '1'),
  unitPrice: decimal(price),
  taxes: [
    ...(options.taxes ?? []).map((rate) => ({ rate: decimal(rate), isCompound: false })),
    ...(options.compound ?? []).map((rate) => ({ rate: decimal(rate), isCompound: true })),
  ],
})
const total = (
  lines: readonly ReturnType<typeof line>[],
  discount: DocumentDiscount | null = null,
  currency = CAD,
) => {
  const totals = calculateTotals({ lines, discount, currency })
  if ('kind' in totals) throw new Error(totals.kind)
  return totals
}
const percent = (text: string): DocumentDiscount => ({ kind: 'PERCENTAGE', percentage: decimal(text) })

describe(calculateTotals, () => {
  it('rounds the tax of each line on its own', () => {
    const totals = total([1, 2, 3].map(() => line('10.05', { taxes: ['0.15'] })))
    expect(totals.lines.map(({ taxesMinor }) => taxesMinor)).toEqual([[151n], [151n], [151n]])
    expect(totals).toMatchObject({ subtotalMinor: 3015n, taxMinor: 453n, totalMinor: 3468n })
  })

  it('rounds a line half away from zero, to the digits that its currency has', () => {
    expect(total([line('0.125', { quantity: '-1' })]).totalMinor).toBe(-13n)
    expect(total([line('333', { quantity: '1.5' })], null, knownCurrency('JPY')).totalMinor).toBe(500n)
    expect(total([line('0.3335', { quantity: '1' })], null, knownCurrency('KWD')).totalMinor).toBe(334n)
  })

  it('charges a compound tax on the ordinary taxes as they were rounded, and not on other compound ones', () => {
    const totals = total([line('100', { taxes: ['0.05'], compound: ['0.09975'] })])
    expect(totals.lines[0]?.taxesMinor).toEqual([500n, 1047n])
    expect(totals.totalMinor).toBe(11_547n)
    expect(total([line('100', { taxes: ['0.05', '0.09975'] })]).taxMinor).toBe(1498n)
    expect(total([line('100', { compound: ['0.1', '0.1'] })]).taxMinor).toBe(2000n)
  })

  it('shares a discount over the lines before it charges taxes', () => {
    const lines = ['33.33', '33.33', '33.34'].map((price) => line(price, { taxes: ['0.13'] }))
    const totals = total(lines, percent('10'))
    expect(totals.lines.map(({ discountMinor }) => discountMinor)).toEqual([333n, 333n, 334n])
    expect(totals.lines.map(({ taxesMinor }) => taxesMinor)).toEqual([[390n], [390n], [390n]])
    expect(totals.lines[0]?.totalMinor).toBe(3723n)
    expect(total([line('80')], percent('12.5')).discountMinor).toBe(1_000n)
    expect(totals.totalMinor).toBe(10_170n)
  })

  it('takes a percentage off each line, also where lines of both signs come to little', () => {
    const lines = [line('100', { taxes: ['0.13'] }), line('-99.99')]
    const half = total(lines, percent('50'))
    expect(half.lines.map(({ discountMinor }) => discountMinor)).toEqual([5000n, -4999n])
    expect(half).toMatchObject({ discountMinor: 1n, taxMinor: 650n, totalMinor: 650n })
    const even = total([line('100', { taxes: ['0.13'] }), line('-100')], percent('10'))
    expect(even.lines.map(({ discountMinor }) => discountMinor)).toEqual([1000n, -1000n])
    expect(even).toMatchObject({ discountMinor: 0n, taxMinor: 1170n, totalMinor: 1170n })
  })

  it('takes a fixed discount up to the subtotal, and all of it at 100 %', () => {
    const fixed = (amountMinor: bigint): DocumentDiscount => ({ kind: 'FIXED', amountMinor })
    const lines = [line('10', { taxes: ['0.13'] }), line('-4')]
    expect(total(lines, fixed(600n))).toMatchObject({ discountMinor: 600n, taxMinor: 0n, totalMinor: 0n })
    expect(calculateTotals({ lines, discount: fixed(601n), currency: CAD })).toEqual({
      kind: 'discount too large',
    })
    expect(calculateTotals({ lines: [line('-1')], discount: fixed(1n), currency: CAD })).toEqual({
      kind: 'discount too large',
    })
    expect(total(lines, percent('100')).totalMinor).toBe(0n)
    expect(total([line('5'), line('-5')], percent('50')).totalMinor).toBe(0n)
    expect(total([line('5'), line('-5')], fixed(0n)).totalMinor).toBe(0n)
    expect(total([line('-5')], fixed(0n)).totalMinor).toBe(-500n)
  })

  it('has a total of zero without lines and with quantities of zero', () => {
    expect(total([])).toEqual({
      lines: [],
      subtotalMinor: 0n,
      discountMinor: 0n,
      taxMinor: 0n,
      totalMinor: 0n,
      grossMinor: 0n,
    })
    expect(total([line('5', { quantity: '0', taxes: ['0.13'] })]).totalMinor).toBe(0n)
  })

  it('names the line that exceeds the largest amount, or reports that the total does', () => {
    const huge = line('100000000000', { quantity: '100' })
    const calculate = (lines: readonly ReturnType<typeof line>[]) =>
      calculateTotals({ lines, discount: null, currency: CAD })
    expect(calculate([huge])).toMatchObject({ totalMinor: 10n ** 15n })
    expect(calculate([line('1'), line('100000000000', { quantity: '100.00000001' })])).toEqual({
      kind: 'line too large',
      index: 1,
    })
    expect(calculate([huge, line('0.01')])).toEqual({ kind: 'total too large' })
    const owed = line('-100000000000', { quantity: '100' })
    expect(calculate([owed])).toMatchObject({ totalMinor: -(10n ** 15n) })
    expect(calculate([owed, line('-0.01')])).toEqual({ kind: 'total too large' })
    expect(calculate([line('-100000000000', { quantity: '100.01' })])).toMatchObject({ index: 0 })
    // A line that is large with its tax alone, under a discount that lets the document be small.
    expect(
      calculateTotals({
        ...{ lines: [line('100000000000', { quantity: '100', compound: ['0.5'] })], currency: CAD },
        discount: percent('50'),
      }),
    ).toEqual({ kind: 'total too large' })
    // Lines of both signs: an account could get all of one sign.
    expect(calculate([huge, line('-1')])).toEqual({ kind: 'total too large' })
  })

  it('adds up, for any lines, discounts and taxes', () => {
    const price = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).map((units) => ({ units, scale: 4 }))
    const quantity = fc.bigInt({ min: -5000n, max: 5000n }).map((units) => ({ units, scale: 2 }))
    const tax = fc.record({
      rate: fc.bigInt({ min: 0n, max: 300_000n }).map((units) => ({ units, scale: 6 })),
      isCompound: fc.boolean(),
    })
    const lines = fc.array(
      fc.record({ quantity, unitPrice: price, taxes: fc.array(tax, { maxLength: 3 }) }),
      { maxLength: 8 },
    )
    const percentage = fc.bigInt({ min: 0n, max: 10_000n }).map((units) => ({ units, scale: 2 }))
    fc.assert(
      fc.property(lines, fc.option(percentage), (given, rate) => {
        const discount = rate === null ? null : { kind: 'PERCENTAGE' as const, percentage: rate }
        const totals = calculateTotals({ lines: given, discount, currency: CAD }) as DocumentTotals
        const sum = (read: (each: DocumentTotals['lines'][number]) => bigint) =>
          totals.lines.reduce((all, each) => all + read(each), 0n)
        expect(sum(({ subtotalMinor }) => subtotalMinor)).toBe(totals.subtotalMinor)
        expect(sum(({ discountMinor }) => discountMinor)).toBe(totals.discountMinor)
        expect(sum(({ totalMinor }) => totalMinor) - totals.discountMinor).toBe(totals.totalMinor)
        expect(totals.subtotalMinor - totals.discountMinor + totals.taxMinor).toBe(totals.totalMinor)
      }),
    )
  })
})
