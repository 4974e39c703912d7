import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import type { CustomersQuery, CustomerSort } from '#generated/operations.ts'
import { chooserOf, compareAmounts } from '#lists/choose-rows.ts'
import type { ListAddress, ListShape } from '#lists/list-address.ts'

const SORTS: Readonly<Record<string, CustomerSort>> = { name: 'NAME_ASC', '-name': 'NAME_DESC' }

/** The search and sort parameters of the customer list's address. Sorting by amounts and searching names happen in the browser. */
export const CUSTOMER_LIST: ListShape = {
  filters: { q: { kind: 'text' } },
  sorts: ['name', '-name', '-owed', 'owed', '-overdue', 'overdue'],
}

export function customerVariables({ sort }: ListAddress, { businessId }: Pick<ConnectionView, 'businessId'>) {
  return { id: businessId, sort: [SORTS[sort] ?? 'NAME_ASC'] }
}

export function oneCustomerVariables(
  { businessId, scopes }: Pick<ConnectionView, 'businessId' | 'scopes'>,
  customerId: string,
) {
  return { id: businessId, customerId, withInvoices: allowsScope(scopes, 'invoice:read') }
}

type Business = NonNullable<CustomersQuery['business']>
/** A row of the customer list. Amounts are decimal text in the customer's currency. */
export type CustomerRow = NonNullable<NonNullable<Business['customers']>['edges'][number]['node']>

export const pickCustomers = ({ business }: CustomersQuery) => business?.customers

const byAmount = (amountOf: (row: CustomerRow) => { readonly value: string }) => {
  return (one: CustomerRow, other: CustomerRow) => compareAmounts(amountOf(one).value, amountOf(other).value)
}
const ORDERS = {
  owed: byAmount(({ outstandingAmount }) => outstandingAmount),
  overdue: byAmount(({ overdueAmount }) => overdueAmount),
}

/** Returns the function that filters and sorts rows in the browser; undefined if the provider's rows and order are enough. */
export const customersHere = (address: ListAddress) => chooserOf<CustomerRow>(address, ORDERS)
