import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { addDays, daysBetween } from '#figures/day.ts'
import type { AgeKey } from '#figures/who-owes-you.ts'
import type { InvoiceSort, InvoicesQuery, InvoiceStatus } from '#generated/operations.ts'
import type { ListAddress, ListShape } from '#lists/list-address.ts'
import { AGE_NAMES } from '#navigation/paths.ts'

/** The status that the provider filters by for each view of the invoice list. The keys are the names in the address. */
const STATUSES = {
  late: 'OVERDUE',
  soon: 'UNPAID',
  unpaid: 'UNPAID',
  paid: 'PAID',
  draft: 'DRAFT',
} as const satisfies Record<string, InvoiceStatus>

type InvoiceView = keyof typeof STATUSES

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

export const INVOICE_LIST: ListShape = {
  filters: {
    state: { kind: 'choice', values: INVOICE_VIEWS },
    // The age groups of late invoices, as in the chart of unpaid invoices.
    age: { kind: 'choice', values: Object.values(AGE_NAMES) },
    customer: { kind: 'text' },
    from: { kind: 'day' },
    to: { kind: 'day' },
    q: { kind: 'text' },
  },
  sorts: ['-date', ...Object.keys(SORTS).filter((sort) => sort !== '-date')],
}

/** The number of days within which an invoice is due soon. */
const SOON_DAYS = 14

/** A range of due dates, and the order in which its first row is read soonest. A missing end is open. */
export interface DueSpan {
  readonly from?: string
  readonly to?: string
  readonly order: 'ASC' | 'DESC'
}

/** The first and the last number of days after the due date in each age group. */
const LATE_DAYS = {
  days1To30: [1, 30],
  days31To60: [31, 60],
  days61To90: [61, 90],
  over90: [91],
} as const satisfies Record<Exclude<AgeKey, 'notDue'>, readonly [number, number?]>

/** Returns the range of due dates of a view. The provider can sort by due date but not filter by it. */
export function dueSpanOf({ filters }: ListAddress, today: string): DueSpan | undefined {
  const age = ageOf(filters)
  if (age === 'notDue') return { from: today, order: 'DESC' }
  if (age !== undefined) {
    const [first, last] = LATE_DAYS[age]
    const to = addDays(today, -first)
    return last === undefined ? { to, order: 'ASC' } : { from: addDays(today, -last), to, order: 'DESC' }
  }
  if (filters['state'] !== 'soon') return undefined
  return { from: today, to: addDays(today, SOON_DAYS), order: 'ASC' }
}

/** Returns the age group that an address names: a part of the late or of the unpaid invoices. */
export function ageOf({ state, age }: ListAddress['filters']): AgeKey | undefined {
  if (age === AGE_NAMES.notDue) return state === 'unpaid' ? 'notDue' : undefined
  return state === 'late'
    ? (Object.keys(LATE_DAYS) as (keyof typeof LATE_DAYS)[]).find((key) => AGE_NAMES[key] === age)
    : undefined
}

/** Returns the variables of the query for an address, except the page. */
export function invoiceVariables(
  address: ListAddress,
  connection: Pick<ConnectionView, 'businessId' | 'scopes'>,
) {
  const { filters, sort } = address
  const view = INVOICE_VIEWS.find((each) => each === filters['state'])
  // The order does not depend on today's date.
  const span = dueSpanOf(address, '2000-01-01')
  const due = span?.order === 'DESC' ? '-due' : 'due'
  return {
    id: connection.businessId,
    status: view === undefined ? null : STATUSES[view],
    customerId: filters['customer'] ?? null,
    withCustomers: allowsScope(connection.scopes, 'customer:read'),
    from: filters['from'] ?? null,
    to: filters['to'] ?? null,
    number: filters['q'] ?? null,
    sort: [...(SORTS[span === undefined ? sort : due] ?? [])],
  }
}

export function oneInvoiceVariables(
  { businessId, scopes }: Pick<ConnectionView, 'businessId' | 'scopes'>,
  invoiceId: string,
) {
  return {
    id: businessId,
    invoiceId,
    // Fields that may not be read are not requested: the provider would return null for the field around them.
    withCustomers: allowsScope(scopes, 'customer:read'),
    withProducts: allowsScope(scopes, 'product:read'),
  }
}

type Business = NonNullable<InvoicesQuery['business']>
/** A row of the invoice list. Amounts are decimal text in its currency, days are `yyyy-MM-dd`. */
export type InvoiceRow = NonNullable<NonNullable<Business['invoices']>['edges'][number]['node']>

export const pickInvoices = ({ business }: InvoicesQuery) => business?.invoices

/** Compares an invoice's due date with today. Only unpaid invoices can be late; credit notes count as settled. */
export function dueStatus(
  row: Pick<InvoiceRow, 'amountDue' | 'dueDate' | 'status'>,
  today: string,
): { readonly kind: 'late'; readonly days: number } | { readonly kind: 'today' | 'later' | 'settled' } {
  if (!isOpen(row.status) || isCredit(row)) return { kind: 'settled' }
  const days = daysBetween({ from: row.dueDate, to: today })
  if (days > 0) return { kind: 'late', days }
  return { kind: days === 0 ? 'today' : 'later' }
}

/** Returns whether an invoice of this status may have an amount due; false for unknown statuses. */
function isOpen(status: string): boolean {
  return ['SAVED', 'SENT', 'VIEWED', 'PARTIAL', 'OVERDUE', 'UNPAID'].includes(status)
}

function isCredit({ amountDue }: Pick<InvoiceRow, 'amountDue'>): boolean {
  return amountDue.value.startsWith('-')
}

/**
 * Returns the rows within a range, without credit notes. The rows must be sorted by due date in its order. `isWhole` is true if a
 * row beyond the range was found: no further page can then hold one.
 */
export function cutByDueDay<Row extends Pick<InvoiceRow, 'amountDue' | 'dueDate'>>(
  rows: readonly Row[],
  { from, to, order }: DueSpan,
): { readonly rows: readonly Row[]; readonly isWhole: boolean } {
  const isAfter = ({ dueDate }: Row) => to !== undefined && dueDate > to
  const isBefore = ({ dueDate }: Row) => from !== undefined && dueDate < from
  return {
    rows: rows.filter((row) => !isAfter(row) && !isBefore(row) && !isCredit(row)),
    isWhole: rows.some(order === 'ASC' ? isAfter : isBefore),
  }
}
