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
  ])('of %j is %j', (search, span) => {
    expect(dueSpanOf(at(search), TODAY)).toEqual(span)
  })

  it('leaves no day out between two ages, and has none in both', () => {
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
  it('is a part of what is late, or of what is not paid, and nothing in another view', () => {
    expect(ageOf({ state: 'late', age: '1-30' })).toBe('days1To30')
    expect(ageOf({ state: 'unpaid', age: '1-30' })).toBeUndefined()
    expect(ageOf({ state: 'unpaid', age: 'not-late' })).toBe('notDue')
    expect(ageOf({ state: 'late', age: 'not-late' })).toBeUndefined()
    expect(ageOf({ age: '1-30' })).toBeUndefined()
    expect(ageOf({ state: 'late' })).toBeUndefined()
  })

  it.each(['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90'] as const)(
    'is the one that the picture leads to: %s',
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
  ])('asks in the view %s for what is %s', (view, status) => {
    expect(INVOICE_VIEWS).toContain(view)
    expect(asked(`?state=${view}`).status).toBe(status)
  })

  it('asks for all, newest first, where nothing is said', () => {
    expect(asked('')).toEqual({
      ...{ id: null, status: null, customerId: null, from: null, to: null, number: null },
      ...{ withCustomers: true, sort: ['INVOICE_DATE_DESC', 'CREATED_AT_DESC'] },
    })
  })

  it('asks for what the address filters by, and drops what it cannot read', () => {
    expect(asked('?customer=5&from=2026-11-01&to=2026-11-30&q=INV-7&sort=total')).toMatchObject({
      ...{ customerId: '5', from: '2026-11-01', to: '2026-11-30', number: 'INV-7' },
      sort: ['TOTAL_ASC', 'CREATED_AT_DESC'],
    })
    expect(asked('?state=void&from=soon&sort=colour')).toEqual(asked(''))
  })

  it('reads due days in the order that reaches them first, whatever the address sorts by', () => {
    expect(asked('?state=late&age=over-90&sort=total').sort).toEqual(['DUE_AT_ASC', 'CREATED_AT_ASC'])
    expect(asked('?state=late&age=1-30&sort=total').sort).toEqual(['DUE_AT_DESC', 'CREATED_AT_DESC'])
  })

  it('has for each order of the list one that the provider knows, and for each its opposite', () => {
    for (const sort of INVOICE_LIST.sorts) {
      const [first = ''] = asked(`?sort=${sort}`).sort
      expect(first.endsWith(sort.startsWith('-') ? '_DESC' : '_ASC')).toBe(true)
      const opposite = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
      expect(INVOICE_LIST.sorts).toContain(opposite)
    }
  })

  it('asks for no customer that may not be seen', () => {
    expect(invoiceVariables(at(''), { businessId: null, scopes: ['invoice:read'] }).withCustomers).toBe(false)
  })
})

describe(oneInvoiceVariables, () => {
  it.each([
    [['invoice:read'], false, false],
    [['invoice:read', 'customer:read'], true, false],
    [['invoice:read', 'product:read'], false, true],
  ])('with %j asks for what may be seen', (scopes, withCustomers, withProducts) => {
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
    expect(dueStatus({ dueDate, status, amountDue: { value } } as never, TODAY)).toEqual(standing)
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
