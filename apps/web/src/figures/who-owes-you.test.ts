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
  buildWhoOwesYou({
    ...{ rows, aged: undefined, isForeignPossible: false, drafts: 0, invoices: 10 },
    ...{ today: TODAY, currency: { code: 'CAD', exponent: 2 }, partial: false, ...change },
  })
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
  ])('that was due %d days ago has the age %s', (daysLate, key) => {
    expect(ageOf(daysLate)).toBe(key)
  })
})

describe('the chart of open invoices', () => {
  it('contains the open amounts by age and the overdue sum', () => {
    const model = drawn([
      invoice(0, 640_000),
      invoice(12, 310_000),
      invoice(45, 125_000),
      invoice(99, 98_000),
    ])
    expect(model).toMatchObject({
      total: { minor: 1_173_000 },
      late: { minor: 533_000 },
      veryLate: { minor: 98_000 },
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

  it('reports overpayments and unpaid credit notes separately from the total', () => {
    const credits = [invoice(3, -250, { status: 'OVERPAID' }), invoice(3, -50, { status: 'SENT' })]
    const model = drawn([invoice(3, 1_000), ...credits])
    expect(model).toMatchObject({ total: { minor: 1_000 }, late: { minor: 1_000 }, credit: { minor: 300 } })
    expect(build([invoice(3, -250, { status: 'OVERPAID' })])).toMatchObject({
      form: 'empty',
      credit: { minor: 250 },
    })
  })

  it('lists the five largest overdue invoices, each with its customer', () => {
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

  it('counts an invoice once if two pages contain it', () => {
    const row = invoice(1, 500)
    expect(drawn([row, row]).total.minor).toBe(500)
  })

  it('is empty if nothing is owed, unless rows are missing', () => {
    expect(build([]).form).toBe('empty')
    expect(build([], { partial: true })).toMatchObject({ form: 'full', total: { minor: 0 }, partial: true })
  })

  it('converts an invoice at its own rate, marked as approximate', () => {
    const euro = { currency: { code: 'EUR', exponent: 2 }, exchangeRate: '1.4725' }
    const model = drawn([invoice(21, 99_999_999, euro), invoice(45, 333, euro), invoice(3, 100_000)])
    expect(model).toMatchObject({
      total: { minor: 147_350_489 },
      late: { minor: 147_350_489 },
      isAbout: true,
    })
    expect(model.topLate.map(({ minor, code }) => [minor, code])).toEqual([
      [99_999_999, 'EUR'],
      [100_000, 'CAD'],
      [333, 'EUR'],
    ])
  })

  it('lists each currency without a rate, and omits no amount', () => {
    const euro = { currency: { code: 'EUR', exponent: 2 }, exchangeRate: '0' }
    const yen = { currency: { code: 'JPY', exponent: 0 }, exchangeRate: '0.009' }
    const model = drawn([invoice(21, 99_999, euro), invoice(0, 70, yen), invoice(3, 100_000)])
    const [eur, jpy] = [
      { code: 'EUR', exponent: 2, minor: 99_999 },
      { code: 'JPY', exponent: 0, minor: 70 },
    ]
    expect(model).toMatchObject({
      total: { minor: 100_000, others: [eur, jpy] },
      late: { minor: 100_000, others: [eur] },
      isAbout: false,
      topLate: [],
    })
    expect(model.ages[0]).toEqual({ key: 'notDue', minor: 0, others: [jpy], count: 1 })
  })

  it('uses the exact report of the provider if not all invoices were read', () => {
    const aged = {
      ...{ notDue: '10.00', days1To30: '1.50', days31To60: '0', days61To90: '0.25', over90: '3' },
      credits: '-4.00',
    }
    const some = { aged, partial: true, invoices: 100_000 }
    const model = drawn([invoice(1, 999)], some)
    expect(model).toMatchObject({
      ...{ total: { minor: 1_475 }, late: { minor: 475 }, veryLate: { minor: 300 }, credit: { minor: 400 } },
      ...{ partial: false, isAbout: false, topLate: [], from: { invoices: 100_000 } },
    })
    expect(model.ages.map(({ minor, count }) => [minor, count])).toEqual([
      ...[1_000, 150, 0, 25, 300].map((minor) => [minor, null]),
    ])
    expect(drawn([], { ...some, isForeignPossible: true }).isAbout).toBe(true)
  })

  it('reports how many of the invoices were read if some are missing and there is no report', () => {
    const model = drawn([invoice(1, 999)], { partial: true, invoices: 100_000 })
    expect(model).toMatchObject({ from: { invoices: 1, invoicesInAll: 100_000 }, topLate: [], partial: true })
  })

  const row = fc
    .record({ daysLate: fc.integer({ min: -90, max: 400 }), minor: fc.integer({ min: -1e9, max: 1e9 }) })
    .map(({ daysLate, minor }) => invoice(daysLate, minor))

  it('has five parts that add up to the total, in any order of invoices', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const model = build(rows)
        expect(build(rows.toReversed())).toEqual(model)
        if (model.form !== 'full') return
        const parts = model.ages.map(({ minor }) => minor)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(model.total.minor)
        expect(parts.slice(1).reduce((sum, part) => sum + part, 0)).toBe(model.late.minor)
      }),
    )
  })

  it('does not depend on drafts and unknown statuses, except in their count', () => {
    const others = [invoice(5, 777, { status: 'DRAFT' }), invoice(5, 777, { status: 'DISPUTED' })]
    fc.assert(
      fc.property(fc.array(row), fc.subarray(others), (rows, some) => {
        const { excluded: _, ...without } = build(rows) as { excluded?: unknown }
        const { excluded, ...withSome } = build([...rows, ...some]) as { excluded?: unknown }
        expect(withSome).toEqual(without)
        expect(excluded).toMatchObject({
          unknownStatus: some.some(({ status }) => status === 'DISPUTED') ? 1 : 0,
        })
      }),
    )
  })
})
