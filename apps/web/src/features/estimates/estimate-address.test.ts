import { statusName } from '#lists/status-name.ts'
import { describe, expect, it } from 'vitest'
import { pageOf } from '#lists/list-rows.ts'
import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { parseListAddress } from '#lists/list-address.ts'
import { estimatesEn } from '#words/generated/estimates.en.ts'
import { ESTIMATE_LIST, estimateVariables, oneEstimateVariables, pickEstimates } from './estimate-address.ts'

const about = { businessId: asBusinessWireId('B'), scopes: ['estimate:read', 'customer:read'] }
const variables = (search: string, connection = about) =>
  estimateVariables(parseListAddress(search, ESTIMATE_LIST), connection)

describe('the query of the estimate list', () => {
  it('asks for all estimates, the latest first, if the address has no filters', () => {
    expect(variables('')).toEqual({
      ...{ id: 'B', status: null, customerId: null, withCustomers: true },
      ...{ from: null, to: null, number: null, sort: 'ESTIMATE_DATE_DESC' },
    })
  })

  it('uses the filters of the address', () => {
    expect(variables('?state=accepted&from=2026-01-01&to=2026-02-01&q=10&sort=until')).toMatchObject({
      ...{ status: 'ACCEPTED', from: '2026-01-01', to: '2026-02-01', number: '10', sort: 'DUE_AT_ASC' },
    })
  })

  it.each([
    ['open', 'ACTIVE'],
    ['rejected', 'REJECTED'],
    ['expired', 'EXPIRED'],
    ['invoiced', 'CONVERTED'],
    ['draft', 'DRAFT'],
    ['lost', null],
  ])('maps the view %s to a status of the provider', (state, status) => {
    expect(variables(`?state=${state}`).status).toBe(status)
  })

  it('has an ascending and a descending order for each column, ascending without a minus', () => {
    expect(ESTIMATE_LIST.sorts[0]).toBe('-date')
    const orders = Object.fromEntries(
      ESTIMATE_LIST.sorts.map((sort) => [sort, variables(`?sort=${sort}`).sort]),
    )
    for (const [sort, order] of Object.entries(orders)) {
      expect(order).toMatch(sort.startsWith('-') ? /_DESC$/ : /_ASC$/)
      const other = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
      expect(orders[other]?.replace(/_\w+?$/, '')).toBe(order.replace(/_\w+?$/, ''))
    }
    expect(new Set(Object.values(orders)).size).toBe(12)
  })

  it('omits customers and products without a permission for them', () => {
    expect(variables('', { ...about, scopes: ['estimate:read'] }).withCustomers).toBe(false)
    const one = (...scopes: string[]) => oneEstimateVariables({ ...about, scopes }, 'E')
    expect(one()).toEqual({ id: 'B', estimateId: 'E', withCustomers: false, withProducts: false })
    expect(one('customer:read')).toMatchObject({ withCustomers: true, withProducts: false })
    expect(one('product:read')).toMatchObject({ withCustomers: false, withProducts: true })
  })

  it('has no rows if the answer has no list, and counts the rows if there is no total', () => {
    const answer = (totalCount: number | null) =>
      ({ business: { estimates: { pageInfo: { totalCount }, edges: [{ node: { id: 'E' } }] } } }) as never
    expect(pageOf(pickEstimates({ business: null }))).toBeUndefined()
    expect(pageOf(pickEstimates(answer(40)))).toEqual({ rows: [{ id: 'E' }], total: 40 })
    expect(pageOf(pickEstimates(answer(null)))?.total).toBe(1)
  })
})

describe('the status of an estimate', () => {
  it.each([
    ['APPROVED', 'Not sent'],
    ['CONVERTED', 'Invoiced'],
    ['SOMETHING_NEW', 'Other status'],
    ['constructor', 'Other status'],
  ])('%s is shown as "%s"', (status, said) => {
    expect(statusName(status, estimatesEn)).toBe(said)
  })
})
