import { daysAgo } from './start-books.ts'

/** A query for a business with `invoices` invoices; its answer has the same number of entries for every size of the books. */
type Question = { readonly name: string; readonly ask: (invoices: number) => string }

const ITEMS = 'items { quantity unitPrice subtotal { value } taxes { amount { value } } }'
const FIELDS: Readonly<Record<string, string>> = {
  invoices: 'id invoiceNumber status total { value }',
  estimates: 'estimateNumber status',
  transactions: 'date description lines { amount account { name } }',
}
const YEAR = `invoiceDateStart: "${daysAgo(365)}"`

const list = (noun: string, args: string, fields = FIELDS[noun] ?? 'name') =>
  `${noun}(${args}) { edges { node { ${fields} } } }`

/** Returns a query for a page of ten entries in the middle of those that `args` select, about `share` of the number of invoices. */
const middle = (noun: string, args: string, share: number): Question => ({
  name: `the middle of ${noun}(${args})`,
  ask: (invoices) => list(noun, `${args} page: ${Math.ceil((invoices * share) / 20)}, pageSize: 10`),
})
const first = (noun: string, args: string, fields?: string): Question => ({
  name: `the first of ${noun}(${args})`,
  ask: () => list(noun, args, fields),
})
const count = (noun: string, args: string): Question => ({
  name: `how many ${noun}(${args})`,
  ask: () => `${noun}(${args} pageSize: 1) { edges { node { id } } pageInfo { totalCount totalPages } }`,
})
const other = (name: string, text: string): Question => ({ name, ask: () => text })

const ORDERS_OF_BOTH = 'AMOUNT_DUE AMOUNT_PAID CUSTOMER_NAME DUE_AT MODIFIED_AT STATUS TOTAL'.split(' ')
const INVOICE_ORDERS = [...ORDERS_OF_BOTH, 'INVOICE_DATE', 'INVOICE_NUMBER']
const ESTIMATE_ORDERS = [...ORDERS_OF_BOTH, 'CREATED_AT', 'ESTIMATE_DATE', 'ESTIMATE_NUMBER']
const STATUSES = ['DRAFT', 'OVERDUE', 'PAID', 'PARTIAL', 'SENT', 'UNPAID', 'VIEWED']
/** The approximate shares of invoices, and of estimates, in each status. */
const INVOICE_SHARES = { DRAFT: 0.05, OVERDUE: 0.1, PAID: 0.8, UNPAID: 0.1 }
const ESTIMATE_SHARES = {
  ...{ ACCEPTED: 1 / 6, ACTIVE: 1 / 6, DRAFT: 1 / 6, EXPIRED: 0.45 },
  ...{ PAID: 0.2, PARTIAL: 0.2, UNPAID: 0.2 },
}
/** The number of customers, vendors and estimates per invoice. There are twice as many products as customers. */
const TENTH = 0.1

export const QUESTIONS: readonly Question[] = [
  first('invoices', 'page: 1', `id invoiceNumber status customer { name } ${ITEMS}`),
  first('invoices', 'page: 10'),
  middle('invoices', '', 1),
  ...INVOICE_ORDERS.flatMap((order) => [
    first('invoices', `sort: [${order}_DESC]`),
    middle('invoices', `sort: [${order}_DESC]`, 1),
    // The page is after three quarters of the entries.
    middle('invoices', `sort: [${order}_ASC]`, 1.5),
  ]),
  ...['STATUS_DESC, INVOICE_DATE_ASC', 'CUSTOMER_NAME_ASC, TOTAL_DESC'].map((orders) =>
    middle('invoices', `sort: [${orders}]`, 1),
  ),
  ...Object.entries(INVOICE_SHARES).map(([status, share]) => middle('invoices', `status: ${status},`, share)),
  ...STATUSES.map((status) => count('invoices', `status: ${status}`)),
  ...['PARTIAL', 'SENT', 'VIEWED'].map((status) =>
    first('invoices', `status: ${status}, sort: [CREATED_AT_ASC], pageSize: 1`),
  ),
  ...['UNPAID', 'OVERDUE'].flatMap((status) =>
    ['ASC', 'DESC'].map((way) => middle('invoices', `status: ${status}, sort: [DUE_AT_${way}]`, TENTH)),
  ),
  middle('invoices', `${YEAR}, sort: [INVOICE_DATE_ASC]`, 0.8),
  ...INVOICE_ORDERS.filter((order) => order !== 'STATUS').map((order) =>
    middle('invoices', `currency: USD, sort: [${order}_DESC]`, 0.2),
  ),
  // A customer with many invoices.
  middle('invoices', 'customerId: "2"', 0.2),
  count('invoices', 'customerId: "2"'),
  middle('invoices', 'customerId: "2", sort: [CREATED_AT_ASC]', 0.2),
  middle('invoices', 'customerId: "2", status: PAID', 0.16),
  middle('invoices', 'status: PAID, currency: USD', 0.16),
  middle('invoices', 'status: PAID, sort: [TOTAL_DESC]', 0.8),
  middle('invoices', `status: PAID, ${YEAR}, sort: [INVOICE_DATE_ASC]`, 0.5),
  middle('invoices', `status: UNPAID, currency: USD, ${YEAR}`, 0.02),
  middle('invoices', 'amountDue: "0"', 0.8),
  { ...middle('invoices', '', 2), name: 'the last of invoices()' },
  count('invoices', ''),
  count('invoices', `status: PAID, ${YEAR}`),
  count('invoices', 'customerId: "7"'),
  count('invoices', `invoiceDateEnd: "${daysAgo(7)}"`),
  count('invoices', `modifiedAtAfter: "${daysAgo(365)}T00:00:00Z"`),
  count('invoices', 'invoiceNumber: "9"'),
  count('invoices', 'invoiceNumber: "997"'),
  first('invoices', 'invoiceNumber: "9"', 'id'),
  first('invoices', 'invoiceNumber: "99", pageSize: 10', 'id'),
  first('invoices', 'invoiceNumber: "997", pageSize: 1'),
  first('invoices', 'amountDue: "22600", pageSize: 1'),
  first('invoices', 'amountDue: "0"'),
  first('invoices', 'amountDue: "0.01"'),
  first('invoices', `invoiceDateStart: "${daysAgo(100)}", invoiceDateEnd: "${daysAgo(100)}", pageSize: 1`),
  first('invoices', `invoiceDateEnd: "${daysAgo(7)}"`),
  first('invoices', YEAR),
  first('invoices', `modifiedAtAfter: "${daysAgo(365)}T00:00:00Z"`),
  first('invoices', 'currency: EUR'),

  ...['CREATED_AT', 'MODIFIED_AT', 'NAME'].flatMap((order) => [
    middle('customers', `sort: [${order}_ASC]`, TENTH),
    middle('products', `sort: [${order}_ASC]`, TENTH),
  ]),
  middle('vendors', '', TENTH),
  middle('products', 'isArchived: true', TENTH),
  middle('products', 'isSold: true, sort: [NAME_ASC]', TENTH / 2),
  ...['customers', 'products', 'estimates', 'transactions'].map((noun) => count(noun, '')),
  count('products', 'isArchived: true'),
  count('products', 'isSold: true'),
  first('customers', 'pageSize: 20', 'name outstandingAmount { value } overdueAmount { value }'),
  first('accounts', 'pageSize: 45', 'name balance balanceInBusinessCurrency'),

  ...ESTIMATE_ORDERS.map((order) => middle('estimates', `sort: ${order}_DESC`, TENTH)),
  ...Object.entries(ESTIMATE_SHARES).flatMap(([status, share]) => [
    middle('estimates', `status: ${status},`, share * TENTH),
    count('estimates', `status: ${status}`),
  ]),
  first('estimates', 'status: SENT, sort: CREATED_AT_ASC, pageSize: 10'),
  middle('estimates', 'currency: USD', 0.02),

  first('transactions', 'page: 1'),
  middle('transactions', '', 0.8),
  first('transactions', 'accountId: "1"'),
  other(
    'profit and loss by month',
    `profitAndLoss(from: "${daysAgo(365)}", to: "${daysAgo(0)}") { netProfit months { income expenses } }`,
  ),
  other('balance sheet', 'balanceSheet { assets equity assetLines { amount account { name } } }'),
  other('aged receivables', 'agedReceivables { days1To30 credits }'),
  other(
    'aged receivables of a hundred days ago',
    `agedReceivables(on: "${daysAgo(100)}") { days1To30 credits }`,
  ),
  ...[90, 365].map((days) =>
    other(
      `cash by day of ${days} days`,
      `cashByDay(from: "${daysAgo(days)}", to: "${daysAgo(0)}") { opening closing }`,
    ),
  ),
]
