import { sql, type RawBuilder } from 'kysely'
import type { TodayOf } from '#books/business-day.ts'
import { allOf, idCondition, type ListOf } from '#books/documents/document-list-store.ts'
import { createDocumentPages, type PageForm } from '#books/documents/document-pages-store.ts'
import type { Database } from '#database/database.ts'
import { BRIEF_INVOICE_COLUMNS, INVOICE_COLUMNS, type InvoiceRow } from './invoice-row.ts'
import type { InvoiceFilter, InvoiceSort, InvoiceStatus } from './invoice.ts'

/**
 * Creates the reader of pages of lists of invoices.
 *
 * @param deepOffset The offset from which a page in the order of customers is found by the customers on it.
 */
export function createInvoicePages(db: Database, todayOf: TodayOf, deepOffset?: number) {
  const { listAs, count } = createDocumentPages(db, todayOf, INVOICE_LIST, deepOffset)
  return {
    listAs,
    /** Reads only the columns of a `BriefInvoiceRow`. */
    listBrief: listAs(rowsWith(BRIEF_INVOICE_COLUMNS)),
    listWhole: listAs(rowsWith(INVOICE_COLUMNS)),
    count,
  }
}

function rowsWith(columns: string): PageForm<InvoiceRow> {
  return { columns, readRows: (rows) => rows as readonly InvoiceRow[] }
}

/** The states of invoices that have to be paid. */
const OWED_STATES = ['PARTIAL', 'SAVED', 'SENT', 'VIEWED'] as const
/** The states of credit notes, which have to be paid back. */
const CREDIT_STATES = OWED_STATES.map((state) => `CREDIT_${state}` as const)

function isIn(states: readonly string[]): RawBuilder<unknown> {
  return sql`d.state in (${sql.join(states.map((state) => sql.lit(state)))})`
}

/** Returns the condition for a state of invoices that are not overdue, including credit notes, which never are. */
function whileDue(state: (typeof OWED_STATES)[number]): RawBuilder<unknown> {
  const ofCredits = `CREDIT_${state}` as const
  return sql`${isIn([state, ofCredits])} and (d.due_day >= asked.today or ${isIn([ofCredits])})`
}

const CONDITIONS: Readonly<Record<InvoiceStatus, RawBuilder<unknown>>> = {
  DRAFT: sql`d.state = 'DRAFT'`,
  OVERDUE: sql`${isIn(OWED_STATES)} and d.due_day < asked.today`,
  OVERPAID: sql`d.state = 'OVERPAID'`,
  PAID: sql`d.state = 'PAID'`,
  PARTIAL: whileDue('PARTIAL'),
  SAVED: whileDue('SAVED'),
  SENT: whileDue('SENT'),
  UNPAID: isIn([...OWED_STATES, ...CREDIT_STATES]),
  VIEWED: whileDue('VIEWED'),
}

/** The statuses that are shown, in their order. They do not overlap. */
const SHOWN_STATUSES = [
  'DRAFT',
  'SAVED',
  'SENT',
  'VIEWED',
  'PARTIAL',
  'OVERDUE',
  'PAID',
  'OVERPAID',
] as const satisfies readonly InvoiceStatus[]

const STATUS_RANK = sql`case ${sql.join(
  SHOWN_STATUSES.map((status, rank) => sql`when ${CONDITIONS[status]} then ${sql.lit(rank)}`),
  sql` `,
)} end`

const INVOICE_LIST: ListOf<InvoiceStatus, InvoiceSort> = {
  kind: 'invoice',
  conditions: CONDITIONS,
  byNumber: sql`d.number_value`,
  byStatus: STATUS_RANK,
  statusesOf: (filter) => (filter.status !== null || countedDays(filter) === null ? null : SHOWN_STATUSES),
  countedDays,
}

function countedDays(filter: InvoiceFilter): RawBuilder<unknown> | null {
  const { status, customerId, currencyCode, ...others } = { ...filter, sort: null }
  if (Object.values(others).some((value) => value !== null)) return null
  return allOf([
    sql`d.business_id = asked.business_id`,
    idCondition(sql`d.customer_id`, customerId) ?? sql`d.customer_id = 0`,
    currencyCode === null ? null : sql`d.currency_code = ${currencyCode}`,
    status === null ? null : CONDITIONS[status],
  ])
}
