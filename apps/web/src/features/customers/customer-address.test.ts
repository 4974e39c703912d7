import { describe, expect, it } from 'vitest'
import { parseListAddress } from '#lists/list-address.ts'
import { CUSTOMER_LIST, customersHere, customerVariables, type CustomerRow } from './customer-address.ts'

const at = (search: string) => parseListAddress(search, CUSTOMER_LIST)
const row = (name: string, owed: string): CustomerRow => ({
  ...{ __typename: 'Customer', id: name, name, email: null },
  outstandingAmount: { __typename: 'Money', value: owed, currency: { __typename: 'Currency', code: 'CAD' } },
  overdueAmount: { __typename: 'Money', value: '0.00' },
})
const ROWS = [row('Élan', '9.00'), row('Fern & Co', '10.00'), row('Lark', '-1.00')]
const shown = (search: string) => customersHere(at(search))?.(ROWS).map(({ name }) => name)

describe('the customer list', () => {
  it('uses the name order of the provider unchanged', () => {
    expect(customerVariables(at(''), { businessId: null })).toEqual({ id: null, sort: ['NAME_ASC'] })
    expect(customerVariables(at('?sort=-name'), { businessId: null }).sort).toEqual(['NAME_DESC'])
    expect(customersHere(at('?sort=-name'))).toBeUndefined()
  })

  it('sorts amounts as numbers in the app', () => {
    expect(shown('?sort=-owed')).toEqual(['Fern & Co', 'Élan', 'Lark'])
    expect(shown('?sort=owed')).toEqual(['Lark', 'Élan', 'Fern & Co'])
    expect(customerVariables(at('?sort=owed'), { businessId: null }).sort).toEqual(['NAME_ASC'])
  })

  it('finds part of a name, ignoring case and accents', () => {
    expect(shown('?q=ELAN')).toEqual(['Élan'])
    expect(shown('?q=nobody')).toEqual([])
  })
})
