import { describe, expect, it } from 'vitest'
import { buildToDo, MOST_TO_DO } from './to-do.ts'
import type { OpenInvoiceRow } from './who-owes-you.ts'

const CURRENCY = { code: 'CAD', exponent: 2 }
const row = (id: string, change: Partial<OpenInvoiceRow> & { readonly minor?: number } = {}) => ({
  ...{ id, invoiceNumber: id, status: 'OVERDUE', dueDate: '2026-11-10', currency: CURRENCY },
  customer: { id: 'fern', name: 'Fern & Co' },
  ...change,
  amountDue: { minorUnitValue: `${change.minor ?? 100}` },
})
const build = (
  open: readonly OpenInvoiceRow[],
  drafts = 0,
  more: Partial<Parameters<typeof buildToDo>[0]> = {},
) =>
  buildToDo({
    ...{ today: '2026-11-20', currency: CURRENCY, open, drafts },
    ...{ accepted: [], usuallyLate: {}, putOff: {}, ...more },
  })
const larch = { id: 'larch', name: 'Larch Ltd' }

describe('the to-do items', () => {
  it('are empty if nothing is late, unsent or a draft', () => {
    expect(build([row('soon', { status: 'SENT', dueDate: '2026-11-20' })])).toEqual([])
  })

  it('remind each customer once of all late invoices, by the oldest', () => {
    const open = [
      row('new'),
      row('old', { dueDate: '2026-11-01' }),
      row('not-late', { dueDate: '2026-12-01' }),
    ]
    expect(build(open)).toEqual([
      {
        ...{ key: 'remind:fern', kind: 'remind', customer: 'Fern & Co', id: 'old' },
        ...{ invoices: 2, daysLate: 19 },
        ...{ amount: { minor: 200 }, isAbout: false },
      },
    ])
  })

  it('send an approved invoice, late or not, before a reminder of it', () => {
    expect(build([row('7', { status: 'SAVED' })])).toMatchObject([
      { kind: 'send', id: '7', number: '7', customer: 'Fern & Co', amount: { minor: 100 } },
    ])
    expect(build([row('7', { status: 'SAVED', customer: null })])).toMatchObject([{ customer: null }])
  })

  it('contain no reminders without the permission for customers', () => {
    const { customer: _, ...unknown } = row('1')
    expect(build([unknown])).toEqual([])
  })

  it('begin with the largest amount, end with the drafts, and are at most five', () => {
    const open = [
      row('small', { minor: 1 }),
      row('large', { minor: 900, customer: larch }),
      ...Array.from({ length: 9 }, (_, index) => row(`${index}`, { status: 'SAVED', minor: 10 + index })),
    ]
    const items = build(open, 2)
    expect(items).toHaveLength(MOST_TO_DO)
    expect(items[0]).toMatchObject({ kind: 'remind', customer: 'Larch Ltd' })
    expect(items.map((item) => ('amount' in item ? item.amount.minor : 0))).toEqual([900, 18, 17, 16, 0])
    expect(items.at(-1)).toEqual({ key: 'approve', kind: 'approve', drafts: 2 })
  })

  it('convert other currencies at their own rates, and name them without a rate', () => {
    const euro = { currency: { code: 'EUR', exponent: 2 } }
    expect(build([row('1', { ...euro, exchangeRate: '1.5' })])).toMatchObject([
      { amount: { minor: 150 }, isAbout: true },
    ])
    expect(build([row('1', { ...euro, exchangeRate: null })])).toMatchObject([
      { amount: { minor: 0, others: [{ code: 'EUR', minor: 100 }] }, isAbout: false },
    ])
  })

  it('contain the usual delay of a customer, if known', () => {
    const open = [row('1'), row('2', { customer: larch })]
    const [first, second] = build(open, 0, { usuallyLate: { fern: -2 } })
    expect(first).toMatchObject({ customer: 'Fern & Co', usual: -2 })
    expect(second).not.toHaveProperty('usual')
  })

  it('invoice each accepted estimate, sorted by its value', () => {
    const estimate = { id: '5', estimateNumber: 'E-5', currency: CURRENCY, total: { minorUnitValue: '150' } }
    const accepted = [
      { ...estimate, customer: larch },
      { ...estimate, id: '6', total: { minorUnitValue: '50' } },
    ]
    expect(build([row('1')], 0, { accepted })).toMatchObject([
      { key: 'invoice:5', kind: 'invoice', number: 'E-5', customer: 'Larch Ltd', amount: { minor: 150 } },
      { kind: 'remind' },
      { key: 'invoice:6', customer: null },
    ])
  })

  it('omit a postponed item until its day, and move the next one up', () => {
    const open = Array.from({ length: MOST_TO_DO + 1 }, (_, index) =>
      row(`${index}`, { status: 'SAVED', minor: 10 + index }),
    )
    const off = build(open, 1, {
      putOff: { 'send:5': '2026-11-21', approve: '2026-11-21', 'send:4': '2026-11-20' },
    })
    expect(off.map(({ key }) => key)).toEqual(['send:4', 'send:3', 'send:2', 'send:1', 'send:0'])
  })
})
