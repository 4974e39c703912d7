import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from './day.ts'
import { ageOf, buildWhoOwesYou, type OpenInvoiceRow } from './who-owes-you.ts'

const TODAY = '2026-11-20'
type Input = Parameters<typeof buildWhoOwesYou>[0]

let made = 0
const invoice = (daysLate: number, minor: number, change: Partial<OpenInvoiceRow> = {}): OpenInvoiceRow => ({
  id: `invoice-${(made += 1)}`,
  invoiceNumber: `${made}`,
  status: daysLate > 0 ? 'OVERDUE' : 'SENT',
  dueDate: addDays(TODAY, -daysLate),
  currency: { code: 'CAD' },
  amountDue: { minorUnitValue: `${minor}` },
  customer: { id: 'fern', name: 'Fern & Co' },
  ...change,
})
const build = (rows: readonly OpenInvoiceRow[], change: Partial<Input> = {}) =>
  buildWhoOwesYou({ rows, drafts: 0, invoices: 10, today: TODAY, currency: 'CAD', partial: false, ...change })
const drawn = (rows: readonly OpenInvoiceRow[], change: Partial<Input> = {}) => {
  const model = build(rows, change)
  if (model.form !== 'full') throw new Error(model.form)
  return model
}

describe('an open invoice', () => {
  it.each([
    [-400, 'notDue'],
    [0, 'notDue'],
    [1, 'days1To30'],
    [30, 'days1To30'],
    [31, 'days31To60'],
    [60, 'days31To60'],
    [61, 'days61To90'],
    [90, 'days61To90'],
    [91, 'over90'],
  ])('that was due %d days ago is of the age %s', (daysLate, key) => {
    expect(ageOf(daysLate)).toBe(key)
  })
})

describe('who owes you', () => {
  it('says what is owed by age, and what of it is late', () => {
    const model = drawn([
      invoice(0, 640_000),
      invoice(12, 310_000),
      invoice(45, 125_000),
      invoice(99, 98_000),
    ])
    expect(model).toMatchObject({
      totalMinor: 1_173_000,
      lateMinor: 533_000,
      lateCount: 3,
      veryLateMinor: 98_000,
      from: { invoices: 10 },
    })
    expect(model.ages.map(({ minor, count }) => [minor, count])).toEqual([
      [640_000, 1],
      [310_000, 1],
      [125_000, 1],
      [0, 0],
      [98_000, 1],
    ])
  })

  it('puts what was paid too much beside the total, not into it', () => {
    const model = drawn([invoice(3, 1_000), invoice(3, -250, { status: 'OVERPAID' })])
    expect(model).toMatchObject({ totalMinor: 1_000, creditMinor: 250, creditCount: 1 })
    expect(build([invoice(3, -250, { status: 'OVERPAID' })])).toMatchObject({
      form: 'empty',
      creditMinor: 250,
    })
  })

  it('names the five that are late for the most money, each with its customer', () => {
    const rows = [1, 2, 3, 4, 5, 6].map((many) => invoice(many, many * 100))
    const { topLate } = drawn([...rows, invoice(0, 9_999), invoice(9, 600, { customer: null })])
    expect(topLate.map(({ minor, daysLate }) => [minor, daysLate])).toEqual([
      [600, 9],
      [600, 6],
      [500, 5],
      [400, 4],
      [300, 3],
    ])
    expect(topLate.map(({ customer }) => customer?.name ?? null).slice(0, 2)).toEqual([null, 'Fern & Co'])
  })

  it('counts an invoice once that came on two pages', () => {
    const row = invoice(1, 500)
    expect(drawn([row, row]).totalMinor).toBe(500)
  })

  it('is empty when nothing is owed, and not while rows are missing', () => {
    expect(build([]).form).toBe('empty')
    expect(build([], { partial: true })).toMatchObject({ form: 'full', totalMinor: 0, partial: true })
  })

  const row = fc
    .record({ daysLate: fc.integer({ min: -90, max: 400 }), minor: fc.integer({ min: -1e9, max: 1e9 }) })
    .map(({ daysLate, minor }) => invoice(daysLate, minor))

  it('has five parts that make the total, in whatever order the invoices come', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const model = build(rows)
        expect(build(rows.toReversed())).toEqual(model)
        if (model.form !== 'full') return
        const parts = model.ages.map(({ minor }) => minor)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(model.totalMinor)
        expect(parts.slice(1).reduce((sum, part) => sum + part, 0)).toBe(model.lateMinor)
      }),
    )
  })

  it('changes only in what it leaves out with a draft, a foreign invoice or one of an unknown status', () => {
    const others = [
      invoice(5, 777, { status: 'DRAFT' }),
      invoice(5, 777, { currency: { code: 'USD' } }),
      invoice(5, 777, { status: 'DISPUTED' }),
    ]
    fc.assert(
      fc.property(fc.array(row), fc.subarray(others), (rows, some) => {
        const { excluded: _, ...without } = build(rows) as { excluded?: unknown }
        const { excluded, ...withSome } = build([...rows, ...some]) as { excluded?: unknown }
        expect(withSome).toEqual(without)
        expect(excluded).toMatchObject({
          unknownStatus: some.some(({ status }) => status === 'DISPUTED') ? 1 : 0,
          otherCurrency: some.some(({ currency }) => currency.code === 'USD')
            ? [{ code: 'USD', count: 1 }]
            : [],
        })
      }),
    )
  })
})
