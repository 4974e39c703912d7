import { describe, expect, it } from 'vitest'
import {
  type AheadBooks,
  type AheadInvoice,
  buildCashAhead,
  type CashAheadDrawn,
  drawAhead,
} from './cash-ahead.ts'
import { addDays, addMonths } from './day.ts'

const TODAY = '2026-11-20'
const months = (count: number, day: string) =>
  Array.from({ length: count }, (_, index) => `${addMonths('2026-11', index + 1 - count)}-${day}`)
const moved = (day: string, minor: number, name = 'Rent') => ({
  ...{ id: `${name} ${day}`, day, minor, name, account: name, canRepeat: true },
})
const invoice = (change: Partial<AheadInvoice> = {}): AheadInvoice => ({
  ...{ id: '1', customerId: 'fern', customer: 'Fern & Co', day: '2026-10-01', dueDate: '2026-11-30' },
  ...{ minor: 50_000, payments: [], paidDay: undefined },
  ...change,
})
/** Returns three invoices of one customer that were paid this many days after their due date. */
const paidLate = (customerId: string, days: number) =>
  ['2026-03-01', '2026-04-01', '2026-05-01'].map((dueDate) => {
    const paidDay = addDays(dueDate, days)
    return invoice({
      ...{ id: `${customerId} ${dueDate}`, customerId, day: addDays(dueDate, -30), dueDate, paidDay },
      payments: [{ day: paidDay, minor: 50_000 }],
    })
  })

const rents = months(12, '01').map((day) => moved(day, -10_000))
const books = (change: Partial<AheadBooks> = {}): AheadBooks => ({
  ...{ cashMinor: 100_000, movements: rents, invoices: [] },
  ...change,
})
function drawn(of: AheadBooks): CashAheadDrawn {
  const model = buildCashAhead(of, TODAY)
  if (model.form !== 'full') throw new Error(model.form)
  return model
}
const daysOf = (model: CashAheadDrawn) =>
  model.steps.flatMap(({ from, day }) => (from.kind === 'invoice' ? [[from.id, day]] : []))

describe(buildCashAhead, () => {
  it('continues each repeating payment, without other cash flow for books that have nothing else', () => {
    const model = drawn(books())
    expect(model.steps.map(({ day, minor }) => [day, minor])).toEqual([
      ['2026-12-01', -10_000],
      ['2027-01-01', -10_000],
    ])
    expect(new Set([...model.rest, ...model.below, ...model.above])).toEqual(new Set([0]))
    expect(drawAhead(model, new Set())).toMatchObject({ low: { day: '2027-01-01', minor: 80_000 } })
    expect(drawAhead(model, new Set()).ends.length).toBe(60)
  })

  it('omits payments that are switched off', () => {
    const model = drawn(books())
    const { ends, low } = drawAhead(model, new Set(model.repeating.map(({ key }) => key)))
    expect(new Set(ends)).toEqual(new Set([100_000]))
    expect(low).toEqual({ day: '2026-11-21', minor: 100_000 })
  })

  it('ends the past days with today’s cash', () => {
    const { before } = drawn(books())
    expect(before).toHaveLength(60)
    expect([before[0], before.at(-1)]).toEqual([120_000, 100_000])
  })

  it('expects an open invoice after the customer’s usual delay, or the average delay of all for a new customer', () => {
    const model = drawn(
      books({
        invoices: [
          ...paidLate('fern', 10),
          ...paidLate('larch', -2),
          invoice(),
          invoice({ id: '2', customerId: 'new', dueDate: '2026-12-10' }),
        ],
      }),
    )
    expect(daysOf(model)).toEqual([
      ['1', '2026-12-10'],
      ['2', '2026-12-14'],
    ])
  })

  it('expects a late invoice like those that were paid as late, and excludes one later than any paid one', () => {
    const paid = [...paidLate('fern', 10), ...paidLate('larch', 40)]
    const model = drawn(
      books({
        invoices: [...paid, invoice({ dueDate: '2026-11-01' }), invoice({ id: '2', dueDate: '2026-08-01' })],
      }),
    )
    expect(daysOf(model)).toEqual([['1', '2026-12-11']])
    expect(model.uncounted).toEqual({ count: 1, minor: 50_000 })
  })

  it('expects the open rest of a partly paid invoice', () => {
    const model = drawn(
      books({
        invoices: [...paidLate('fern', 0), invoice({ payments: [{ day: '2026-11-02', minor: 20_000 }] })],
      }),
    )
    expect(model.steps.find(({ from }) => from.kind === 'invoice')?.minor).toBe(30_000)
  })

  it('adds the average cash flow that the backtests missed, with a range as wide as their error', () => {
    const sales = Array.from({ length: 330 }, (_, index) =>
      moved(
        addDays(TODAY, -index),
        index % 3 === 0 ? 9_000 : 0,
        `Sale ${'abcdefghijklmnopqrstuvwxyz'[index % 26]}${index % 7}`,
      ),
    ).map((row, index) => ({ ...row, canRepeat: false, id: `${index}` }))
    const model = drawn(books({ movements: [...rents, ...sales] }))
    // Every third day of sixty.
    expect(model.rest[59]).toBe(180_000)
    expect(Math.max(...model.below, ...model.above)).toBeLessThanOrEqual(9_000)
    expect(Math.max(...model.above)).toBeGreaterThan(0)
  })

  it('uses no later data in the backtest of an earlier day', () => {
    // Until August the rent was half as much: a backtest in May does not know the increase.
    const rose = months(12, '01').map((day) => moved(day, day < '2026-08' ? -7_000 : -10_000))
    expect(Math.min(...drawn(books({ movements: rose })).rest)).toBeLessThan(0)
  })

  it('expects an invoice in the backtests of the days before it was paid', () => {
    const paidDay = '2026-09-01'
    const paid = invoice({
      ...{ day: '2026-02-01', dueDate: paidDay, paidDay },
      payments: [{ day: paidDay, minor: 50_000 }],
    })
    const payment = { ...moved(paidDay, 50_000, 'Payment'), canRepeat: false }
    const model = drawn(books({ movements: [...rents, payment], invoices: [paid] }))
    expect(new Set(model.rest)).toEqual(new Set([0]))
  })

  it('reports books that are too young or have too little data, and allows negative cash', () => {
    expect(buildCashAhead(books({ movements: rents.slice(8) }), TODAY)).toEqual({ form: 'young' })
    expect(buildCashAhead(books({ movements: [] }), TODAY)).toEqual({ form: 'young' })
    expect(buildCashAhead(books({ movements: [moved('2025-11-01', 5)] }), TODAY)).toEqual({ form: 'unknown' })
    expect(drawAhead(drawn(books({ cashMinor: 0 })), new Set()).low.minor).toBe(-20_000)
  })
})
