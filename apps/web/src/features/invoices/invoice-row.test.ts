import { describe, expect, it } from 'vitest'
import { pageOf } from '#lists/list-rows.ts'
import { addDays, daysBetween } from '#figures/day.ts'
import { ageOf as ageOfDays } from '#figures/who-owes-you.ts'
import { parseListAddress } from '#lists/list-address.ts'
import { AGE_NAMES } from '#navigation/paths.ts'
import { ageOf, dueSpanOf, INVOICE_LIST, invoiceVariables } from './invoice-address.ts'
import { cutByDueDay, dueStanding, pickInvoices } from './invoice-row.ts'

const TODAY = '2026-11-20'
const DUE = { amountDue: { __typename: 'Money', value: '5.00' } } as const
const about = { businessId: 'B', scopes: ['invoice:read', 'customer:read'] } as never
const variables = (search: string) => invoiceVariables(parseListAddress(search, INVOICE_LIST), about)

const spanOf = (search: string) => {
  const span = dueSpanOf(parseListAddress(search, INVOICE_LIST), TODAY)
  if (span === undefined) throw new Error(search)
  return span
}

describe('the list of invoices', () => {
  it('asks for all, the latest first, when its address says nothing', () => {
    expect(variables('')).toEqual({
      id: 'B',
      status: null,
      customerId: null,
      withCustomers: true,
      from: null,
      to: null,
      number: null,
      sort: ['INVOICE_DATE_DESC', 'CREATED_AT_DESC'],
    })
  })

  it('asks what its address says', () => {
    expect(variables('?state=late&customer=C&from=2026-01-01&to=2026-02-01&q=10&sort=-amount-due')).toEqual({
      ...{ id: 'B', status: 'OVERDUE', customerId: 'C', withCustomers: true },
      ...{ from: '2026-01-01', to: '2026-02-01', number: '10' },
      sort: ['AMOUNT_DUE_DESC', 'CREATED_AT_DESC'],
    })
  })

  it('finds what is due soon by its due day, whatever the address sorts by', () => {
    expect(variables('?state=soon&sort=-total')).toMatchObject({
      status: 'UNPAID',
      sort: ['DUE_AT_ASC', 'CREATED_AT_ASC'],
    })
  })

  it('knows every order that its columns offer', () => {
    for (const sort of INVOICE_LIST.sorts) expect(variables(`?sort=${sort}`).sort.length).toBeGreaterThan(0)
  })

  it('has no rows in an answer without the list, and keeps those that came', () => {
    expect(pageOf(pickInvoices({ business: null }))).toBeUndefined()
  })
})

describe('the due day of an invoice', () => {
  it.each([
    ['2026-11-19', 'OVERDUE', { kind: 'late', days: 1 }],
    ['2026-11-20', 'SENT', { kind: 'today' }],
    ['2026-11-21', 'SAVED', { kind: 'later' }],
    ['2026-01-01', 'PAID', { kind: 'settled' }],
    ['2026-01-01', 'OVERPAID', { kind: 'settled' }],
    ['2026-01-01', 'DRAFT', { kind: 'settled' }],
    ['2026-01-01', 'PARTIAL', { kind: 'late', days: 323 }],
    ['2026-01-01', 'SENT', { kind: 'settled' }, '-5.00'],
  ])('%s of one that is %s', (dueDate, status, standing, value = '5.00') => {
    expect(dueStanding({ dueDate, status, amountDue: { value } } as never, TODAY)).toEqual(standing)
  })

  it('puts a credit note into no span of due days', () => {
    const due = { dueDate: TODAY, ...DUE }
    const credit = { dueDate: TODAY, amountDue: { __typename: 'Money', value: '-5.00' } } as const
    expect(cutByDueDay([due, credit], spanOf('?state=soon')).rows).toEqual([due])
  })

  it('is soon from today to the fourteenth day', () => {
    const days = ['2026-11-19', '2026-11-20', '2026-12-04']
    const rows = days.map((dueDate) => ({ dueDate, ...DUE }))
    const span = spanOf('?state=soon')
    expect(cutByDueDay(rows, span)).toEqual({ rows: rows.slice(1), isWhole: false })
    expect(cutByDueDay([...rows, { dueDate: '2026-12-05', ...DUE }], span)).toEqual({
      rows: rows.slice(1),
      isWhole: true,
    })
  })

  it('divides what is not paid as the picture of who owes does, each read until the next age begins', () => {
    const addresses = [
      '?state=unpaid&age=not-late',
      ...['1-30', '31-60', '61-90', 'over-90'].map((age) => `?state=late&age=${age}`),
    ]
    const cuts = addresses.map((search) => {
      const span = spanOf(search)
      const days = Array.from({ length: 200 }, (_, index) => addDays(TODAY, 60 - index))
      const rows = (span.order === 'ASC' ? days.toReversed() : days).map((dueDate) => ({ dueDate, ...DUE }))
      const cut = cutByDueDay(rows, span)
      expect(cut.isWhole).toBe(true)
      return cut.rows.map(({ dueDate }) => ageOfDays(daysBetween({ from: dueDate, to: TODAY })))
    })
    expect(cuts.map((ages) => [...new Set(ages)])).toEqual(Object.keys(AGE_NAMES).map((key) => [key]))
    expect(cuts.flat()).toHaveLength(200)
    for (const search of addresses) expect(variables(search).sort[0]).toBe(`DUE_AT_${spanOf(search).order}`)
  })

  it.each(['?state=paid&age=1-30', '?age=over-90', '?state=late&age=not-late', '?state=unpaid&age=1-30'])(
    'has no age in %s: an age is a part of what is late, or not paid',
    (search) => {
      const address = parseListAddress(search, INVOICE_LIST)
      expect(ageOf(address.filters)).toBeUndefined()
      expect(dueSpanOf(address, TODAY)).toBeUndefined()
    },
  )
})
