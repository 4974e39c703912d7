import { describe, expect, it } from 'vitest'
import { parseListAddress } from '#lists/list-address.ts'
import { INVOICE_LIST, invoiceVariables } from './invoice-address.ts'
import { cutDueSoon, dueStanding, pickInvoices } from './invoice-row.ts'

const TODAY = '2026-11-20'
const about = { businessId: 'B', scopes: ['invoice:read', 'customer:read'] } as never
const variables = (search: string) => invoiceVariables(parseListAddress(search, INVOICE_LIST), about)

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
    expect(pickInvoices({ business: null })).toBeUndefined()
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
  ])('%s of one that is %s', (dueDate, status, standing) => {
    expect(dueStanding({ dueDate, status } as never, TODAY)).toEqual(standing)
  })

  it('is soon from today to the fourteenth day', () => {
    const days = ['2026-11-19', '2026-11-20', '2026-12-04']
    const rows = days.map((dueDate) => ({ dueDate }))
    const span = { today: TODAY, days: 14 }
    expect(cutDueSoon(rows, span)).toEqual({ rows: rows.slice(1), isWhole: false })
    expect(cutDueSoon([...rows, { dueDate: '2026-12-05' }], span)).toEqual({
      rows: rows.slice(1),
      isWhole: true,
    })
  })
})
