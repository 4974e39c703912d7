import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '#figures/day.ts'
import { ageOf as ageOfDays } from '#figures/who-owes-you.ts'
import { parseListAddress } from '#lists/list-address.ts'
import { pageOf } from '#lists/list-rows.ts'
import { AGE_NAMES, agePath } from '#navigation/paths.ts'
import {
  ageOf,
  cutByDueDay,
  dueSpanOf,
  dueStatus,
  INVOICE_LIST,
  INVOICE_VIEWS,
  invoiceVariables,
  oneInvoiceVariables,
  pickInvoices,
} from './invoice-address.ts'

const TODAY = '2026-11-20'
const at = (search: string) => parseListAddress(search, INVOICE_LIST)
const OPEN = { businessId: null, scopes: ['invoice:read', 'customer:read'] }
const asked = (search: string) => invoiceVariables(at(search), OPEN)

describe(dueSpanOf, () => {
  it.each([
    ['?state=unpaid&age=not-late', { from: '2026-11-20', order: 'DESC' }],
    ['?state=late&age=1-30', { from: '2026-10-21', to: '2026-11-19', order: 'DESC' }],
    ['?state=late&age=31-60', { from: '2026-09-21', to: '2026-10-20', order: 'DESC' }],
    ['?state=late&age=61-90', { from: '2026-08-22', to: '2026-09-20', order: 'DESC' }],
    ['?state=late&age=over-90', { to: '2026-08-21', order: 'ASC' }],
    ['?state=soon', { from: '2026-11-20', to: '2026-12-04', order: 'ASC' }],
    ['?state=late', undefined],
    ['?state=unpaid', undefined],
    ['', undefined],
  ])('returns for %j the range of due dates %j', (search, span) => {
    expect(dueSpanOf(at(search), TODAY)).toEqual(span)
  })

  it('leaves no gap and no overlap between two ages', () => {
    const ages = ['over-90', '61-90', '31-60', '1-30'].map((age) =>
      dueSpanOf(at(`?state=late&age=${age}`), TODAY),
    )
    const ends = [...ages.map((span) => span?.to), undefined]
    const begins = [...ages.map((span) => span?.from), TODAY]
    const dayAfter = (day: string | undefined) =>
      new Date(Date.parse(day ?? '') + 86_400_000).toISOString().slice(0, 10)
    for (const index of [0, 1, 2, 3]) expect(begins[index + 1]).toBe(dayAfter(ends[index]))
  })
})

describe(ageOf, () => {
  it('returns an age only in the views “late” and “unpaid”', () => {
    expect(ageOf({ state: 'late', age: '1-30' })).toBe('days1To30')
    expect(ageOf({ state: 'unpaid', age: '1-30' })).toBeUndefined()
    expect(ageOf({ state: 'unpaid', age: 'not-late' })).toBe('notDue')
    expect(ageOf({ state: 'late', age: 'not-late' })).toBeUndefined()
    expect(ageOf({ age: '1-30' })).toBeUndefined()
    expect(ageOf({ state: 'late' })).toBeUndefined()
  })

  it.each(['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90'] as const)(
    'parses the age in a link of the chart: %s',
    (key) => {
      expect(ageOf(at(agePath(key).slice(agePath(key).indexOf('?'))).filters)).toBe(key)
    },
  )
})

describe(invoiceVariables, () => {
  it.each([
    ['late', 'OVERDUE'],
    ['soon', 'UNPAID'],
    ['unpaid', 'UNPAID'],
    ['paid', 'PAID'],
    ['draft', 'DRAFT'],
  ])('asks in the view %s for the status %s', (view, status) => {
    expect(INVOICE_VIEWS).toContain(view)
    expect(asked(`?state=${view}`).status).toBe(status)
  })

  it('asks for all invoices, newest first, without filters', () => {
    expect(asked('')).toEqual({
      ...{ id: null, status: null, customerId: null, from: null, to: null, number: null },
      ...{ withCustomers: true, sort: ['INVOICE_DATE_DESC', 'CREATED_AT_DESC'] },
    })
  })

  it('asks for the filters of the address, and ignores invalid ones', () => {
    expect(asked('?customer=5&from=2026-11-01&to=2026-11-30&q=INV-7&sort=total')).toMatchObject({
      ...{ customerId: '5', from: '2026-11-01', to: '2026-11-30', number: 'INV-7' },
      sort: ['TOTAL_ASC', 'CREATED_AT_DESC'],
    })
    expect(asked('?state=void&from=soon&sort=colour')).toEqual(asked(''))
  })

  it('sorts by due date if the address filters by it, whatever its own order', () => {
    expect(asked('?state=late&age=over-90&sort=total').sort).toEqual(['DUE_AT_ASC', 'CREATED_AT_ASC'])
    expect(asked('?state=late&age=1-30&sort=total').sort).toEqual(['DUE_AT_DESC', 'CREATED_AT_DESC'])
  })

  it('maps each order of the list to one of the provider, and has the reverse of each', () => {
    for (const sort of INVOICE_LIST.sorts) {
      const [first = ''] = asked(`?sort=${sort}`).sort
      expect(first.endsWith(sort.startsWith('-') ? '_DESC' : '_ASC')).toBe(true)
      const opposite = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
      expect(INVOICE_LIST.sorts).toContain(opposite)
    }
  })

  it('omits customers without the permission', () => {
    expect(invoiceVariables(at(''), { businessId: null, scopes: ['invoice:read'] }).withCustomers).toBe(false)
  })
})

describe(oneInvoiceVariables, () => {
  it.each([
    [['invoice:read'], false, false],
    [['invoice:read', 'customer:read'], true, false],
    [['invoice:read', 'product:read'], false, true],
  ])('with %j includes what the permissions allow', (scopes, withCustomers, withProducts) => {
    expect(oneInvoiceVariables({ businessId: null, scopes }, '7')).toEqual({
      ...{ id: null, invoiceId: '7', withCustomers, withProducts },
    })
  })
})

const DUE = { amountDue: { __typename: 'Money', value: '5.00' } } as const
const about = { businessId: 'B', scopes: ['invoice:read', 'customer:read'] } as never
const variables = (search: string) => invoiceVariables(parseListAddress(search, INVOICE_LIST), about)

const spanOf = (search: string) => {
  const span = dueSpanOf(parseListAddress(search, INVOICE_LIST), TODAY)
  if (span === undefined) throw new Error(search)
  return span
}

describe('the query of the invoice list', () => {
  it('asks for all invoices, the latest first, if the address has no filters', () => {
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

  it('uses the filters of the address', () => {
    expect(variables('?state=late&customer=C&from=2026-01-01&to=2026-02-01&q=10&sort=-amount-due')).toEqual({
      ...{ id: 'B', status: 'OVERDUE', customerId: 'C', withCustomers: true },
      ...{ from: '2026-01-01', to: '2026-02-01', number: '10' },
      sort: ['AMOUNT_DUE_DESC', 'CREATED_AT_DESC'],
    })
  })

  it('finds invoices that are due soon by their due date, whatever the order', () => {
    expect(variables('?state=soon&sort=-total')).toMatchObject({
      status: 'UNPAID',
      sort: ['DUE_AT_ASC', 'CREATED_AT_ASC'],
    })
  })

  it('knows every order that the columns offer', () => {
    for (const sort of INVOICE_LIST.sorts) expect(variables(`?sort=${sort}`).sort.length).toBeGreaterThan(0)
  })

  it('has no rows if the answer has no list, and keeps the rows that arrived', () => {
    expect(pageOf(pickInvoices({ business: null }))).toBeUndefined()
  })
})

describe('the due date of an invoice', () => {
  it.each([
    ['2026-11-19', 'OVERDUE', { kind: 'late', days: 1 }],
    ['2026-11-20', 'SENT', { kind: 'today' }],
    ['2026-11-21', 'SAVED', { kind: 'later' }],
    ['2026-01-01', 'PAID', { kind: 'settled' }],
    ['2026-01-01', 'OVERPAID', { kind: 'settled' }],
    ['2026-01-01', 'DRAFT', { kind: 'settled' }],
    ['2026-01-01', 'PARTIAL', { kind: 'late', days: 323 }],
    ['2026-01-01', 'SENT', { kind: 'settled' }, '-5.00'],
  ])('%s with the status %s', (dueDate, status, standing, value = '5.00') => {
    expect(dueStatus({ dueDate, status, amountDue: { value } } as never, TODAY)).toEqual(standing)
  })

  it('excludes credit notes from every range of due dates', () => {
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

  it('divides unpaid invoices like the chart of open invoices, each age read up to the next', () => {
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
    'has no age in %s: ages exist only for late or unpaid invoices',
    (search) => {
      const address = parseListAddress(search, INVOICE_LIST)
      expect(ageOf(address.filters)).toBeUndefined()
      expect(dueSpanOf(address, TODAY)).toBeUndefined()
    },
  )
})
