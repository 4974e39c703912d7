import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import type { InvoiceSort, InvoiceStatus } from '#gql/operations.ts'
import type { ListAddress, ListShape } from '#lists/list-address.ts'

/** The views of the list of invoices, by their names in the address. */
const STATUSES = {
  late: 'OVERDUE',
  soon: 'UNPAID',
  unpaid: 'UNPAID',
  paid: 'PAID',
  draft: 'DRAFT',
} as const satisfies Record<string, InvoiceStatus>

export type InvoiceView = keyof typeof STATUSES

export const INVOICE_VIEWS = Object.keys(STATUSES) as readonly InvoiceView[]

const SORTS: Readonly<Record<string, readonly InvoiceSort[]>> = {
  '-date': ['INVOICE_DATE_DESC', 'CREATED_AT_DESC'],
  date: ['INVOICE_DATE_ASC', 'CREATED_AT_ASC'],
  due: ['DUE_AT_ASC', 'CREATED_AT_ASC'],
  '-due': ['DUE_AT_DESC', 'CREATED_AT_DESC'],
  '-number': ['INVOICE_NUMBER_DESC'],
  number: ['INVOICE_NUMBER_ASC'],
  customer: ['CUSTOMER_NAME_ASC', 'CREATED_AT_DESC'],
  '-customer': ['CUSTOMER_NAME_DESC', 'CREATED_AT_DESC'],
  status: ['STATUS_ASC', 'CREATED_AT_DESC'],
  '-status': ['STATUS_DESC', 'CREATED_AT_DESC'],
  '-total': ['TOTAL_DESC', 'CREATED_AT_DESC'],
  total: ['TOTAL_ASC', 'CREATED_AT_DESC'],
  '-amount-due': ['AMOUNT_DUE_DESC', 'CREATED_AT_DESC'],
  'amount-due': ['AMOUNT_DUE_ASC', 'CREATED_AT_DESC'],
}

/** What can be asked of the list of invoices in its address. */
export const INVOICE_LIST: ListShape = {
  filters: {
    state: { kind: 'choice', values: INVOICE_VIEWS },
    customer: { kind: 'text' },
    from: { kind: 'day' },
    to: { kind: 'day' },
    q: { kind: 'text' },
  },
  sorts: ['-date', ...Object.keys(SORTS).filter((sort) => sort !== '-date')],
}

/** What is due within so many days is due soon. */
export const SOON_DAYS = 14

/** The variables of the query that answers an address, without its page. */
export function invoiceVariables(
  { filters, sort }: ListAddress,
  connection: Pick<ConnectionView, 'businessId' | 'scopes'>,
) {
  const view = INVOICE_VIEWS.find((each) => each === filters['state'])
  return {
    id: connection.businessId,
    status: view === undefined ? null : STATUSES[view],
    customerId: filters['customer'] ?? null,
    withCustomers: allowsScope(connection.scopes, 'customer:read'),
    from: filters['from'] ?? null,
    to: filters['to'] ?? null,
    number: filters['q'] ?? null,
    // What is due soon is found by its day.
    sort: [...(SORTS[view === 'soon' ? 'due' : sort] ?? [])],
  }
}

/** The variables of the query about one invoice. */
export function oneInvoiceVariables(
  { businessId, scopes }: Pick<ConnectionView, 'businessId' | 'scopes'>,
  invoiceId: string,
) {
  return {
    id: businessId,
    invoiceId,
    // What may not be seen is not asked for: the provider would answer nothing of what it stands in.
    withCustomers: allowsScope(scopes, 'customer:read'),
    withProducts: allowsScope(scopes, 'product:read'),
  }
}
