import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCashLine, type CashAccountRow, type CashDayRow } from './cash-line.ts'
import { addDays } from './day.ts'

const TODAY = '2026-11-20'
const FROM = '2025-12-01'
type Input = Parameters<typeof buildCashLine>[0]

const account = (change: Partial<CashAccountRow> = {}): CashAccountRow => ({
  id: 'everyday',
  name: 'Everyday',
  isArchived: false,
  balanceInBusinessCurrency: '150.00',
  ...change,
})
const day = (date: string, balance: string): CashDayRow => ({ date, received: '0', spent: '0', balance })
const build = (change: Partial<Input> = {}) => {
  const accounts = change.accounts ?? [account()]
  return buildCashLine({
    accounts,
    accountsInAll: accounts.length,
    cash: {
      from: FROM,
      opening: '100.00',
      days: [day('2026-02-03', '40.50'), day('2026-07-01', '40.50'), day('2026-11-20', '150.00')],
    },
    transactions: 3,
    today: TODAY,
    exponent: 2,
    ...change,
  })
}

describe('the cash line', () => {
  it('ends with the account balances, and marks the first of its lowest days', () => {
    const line = build()
    expect(line).toMatchObject({
      form: 'full',
      start: FROM,
      startMinor: 10_000,
      end: TODAY,
      endMinor: 15_000,
      low: { day: '2026-02-03', minor: 4_050 },
      from: { transactions: 3, accounts: 1 },
      partial: false,
    })
  })

  it('has a point every seventh day, and at its start, its lowest day and today', () => {
    const line = build()
    if (line.form !== 'full') throw new Error(line.form)
    expect(line.points[0]).toEqual({ day: FROM, minor: 10_000 })
    expect(line.points.at(-1)).toEqual({ day: TODAY, minor: 15_000 })
    expect(line.points.at(-2)).toEqual({ day: '2026-11-13', minor: 4_050 })
    expect(line.points).toContainEqual({ day: '2026-02-03', minor: 4_050 })
    expect(line.points.length).toBe(53)
  })

  it('has the closing cash of each past month, and the current cash of this one', () => {
    const line = build()
    if (line.form !== 'full') throw new Error(line.form)
    expect(line.monthEnds.map(({ day: end }) => end)).toEqual([
      ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
      ...['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-20'],
    ])
    expect(line.monthEnds.map(({ minor }) => minor)).toEqual([
      ...[10_000, 10_000, 4_050, 4_050, 4_050, 4_050, 4_050, 4_050, 4_050, 4_050, 4_050, 15_000],
    ])
  })

  it('ignores transactions dated tomorrow', () => {
    const days = [day('2026-11-20', '150.00'), day('2026-11-21', '9.00')]
    expect(build({ cash: { from: FROM, opening: '100.00', days } })).toMatchObject({
      form: 'full',
      endMinor: 15_000,
    })
  })

  it('is not drawn if its end differs from the account balances', () => {
    expect(build({ accounts: [account({ balanceInBusinessCurrency: '150.01' })] })).toMatchObject({
      form: 'accounts',
      why: 'differs',
      endMinor: 15_001,
    })
  })

  it.each([
    ['2026-10-21', 'accounts'],
    ['2026-10-20', 'full'],
  ])('of books that began on %s has the form %s', (began, form) => {
    const days = [day(began, '150.00')]
    expect(build({ cash: { from: FROM, opening: '0', days } })).toMatchObject({ form })
  })

  it('starts at zero on the first day of books that began within the period', () => {
    const days = [day('2026-05-05', '150.00')]
    expect(build({ cash: { from: FROM, opening: '0', days } })).toMatchObject({
      start: '2026-05-05',
      startMinor: 0,
      low: { day: '2026-05-05', minor: 15_000 },
    })
  })

  it('without days lists today’s accounts, the largest first, archived ones only with a balance', () => {
    const accounts = [
      account({ id: 'b', name: 'Savings', balanceInBusinessCurrency: '5200' }),
      account({ id: 'c', name: 'Old till', isArchived: true, balanceInBusinessCurrency: '0.00' }),
      account({ id: 'd', name: 'Old bank', isArchived: true, balanceInBusinessCurrency: '10' }),
      account({ id: 'a', name: 'Everyday', balanceInBusinessCurrency: '12610.5' }),
      account({ id: 'e', name: 'Card', balanceInBusinessCurrency: null }),
    ]
    expect(build({ accounts, cash: { form: 'unavailable', why: 'not_offered' } })).toMatchObject({
      form: 'accounts',
      why: 'not_offered',
      endMinor: 1_782_050,
      accounts: [
        { name: 'Everyday', minor: 1_261_050 },
        { name: 'Savings', minor: 520_000 },
        { name: 'Old bank', minor: 1_000 },
        { name: 'Card', minor: null },
      ],
      partial: true,
    })
  })

  it('is empty if there is no account or no movement', () => {
    expect(build({ accounts: [] }).form).toBe('empty')
    expect(
      build({
        accounts: [account({ balanceInBusinessCurrency: '0.00' })],
        cash: { from: FROM, opening: '0.00', days: [] },
      }).form,
    ).toBe('empty')
  })

  it('does not depend on the order of accounts and days, and its minimum is the lowest point', () => {
    const balances = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), {
      minLength: 2,
      maxLength: 40,
    })
    fc.assert(
      fc.property(balances, fc.infiniteStream(fc.integer()), (minors, shuffle) => {
        const days = minors.map((minor, index) => day(addDays('2026-01-01', index * 8), `${minor}`))
        const order = <T>(list: readonly T[]) =>
          list
            .map((each) => ({ each, at: shuffle.next().value ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ each }) => each)
        const accounts = [
          account({ balanceInBusinessCurrency: `${minors.at(-1) ?? 0}` }),
          account({ id: 'other', name: 'Other', balanceInBusinessCurrency: '0' }),
        ]
        const cash = { from: FROM, opening: '7', days }
        const line = build({ accounts, cash, exponent: 0 })
        expect(line.form).toBe('full')
        expect(
          build({ accounts: order(accounts), cash: { ...cash, days: order(days) }, exponent: 0 }),
        ).toEqual(line)
        if (line.form === 'full') expect(line.low.minor).toBe(Math.min(7, ...minors))
      }),
    )
  })
})
