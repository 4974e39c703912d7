import { describe, expect, it } from 'vitest'
import { parseListAddress } from '#lists/list-address.ts'
import { agePath } from '#navigation/paths.ts'
import {
  ageOf,
  dueSpanOf,
  INVOICE_LIST,
  INVOICE_VIEWS,
  invoiceVariables,
  oneInvoiceVariables,
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
