import { sql, type RawBuilder } from 'kysely'
import {
  dueCondition,
  literalDay,
  literalInstant,
  partCondition,
} from '#books/documents/document-list-store.ts'
import type { InvoiceFilter, InvoiceSort, InvoiceStatus } from './invoice.ts'

/** One text for each shape of filter, so that the plan of each fits. `i` is an invoice, `asked` as `askedDays` gives it. */
export function conditionOf(filter: InvoiceFilter): RawBuilder<unknown> {
  const { customerId, sourceId } = filter
  const conditions = [
    sql`i.business_id = asked.business_id and i.deleted_at is null`,
    filter.amountDue === null ? null : dueCondition({ table: 'i', amountDue: filter.amountDue }),
    filter.currencyCode === null ? null : sql`i.currency_code = ${filter.currencyCode}`,
    idCondition(sql`i.customer_id`, customerId),
    idCondition(sql`i.source_estimate_id`, sourceId),
    filter.invoiceDateStart === null ? null : sql`i.invoice_day >= ${literalDay(filter.invoiceDateStart)}`,
    filter.invoiceDateEnd === null ? null : sql`i.invoice_day <= ${literalDay(filter.invoiceDateEnd)}`,
    filter.invoiceNumber === null ? null : partCondition(sql`i.invoice_number`, filter.invoiceNumber),
    filter.modifiedAtAfter === null ? null : sql`i.modified_at >= ${literalInstant(filter.modifiedAtAfter)}`,
    filter.modifiedAtBefore === null
      ? null
      : sql`i.modified_at <= ${literalInstant(filter.modifiedAtBefore)}`,
    filter.status === null ? null : STATUS_CONDITIONS[filter.status],
  ]
  return joined(conditions)
}

/** Whether the filter has a range: how much it holds decides which index is best. */
export function hasRange(filter: InvoiceFilter): boolean {
  const { invoiceDateStart, invoiceDateEnd, modifiedAtAfter, modifiedAtBefore } = filter
  return [invoiceDateStart, invoiceDateEnd, modifiedAtAfter, modifiedAtBefore].some((end) => end !== null)
}

/** The invoices that a filter lets through, in FROM and WHERE. */
export function invoicesOf(filter: InvoiceFilter): RawBuilder<unknown> {
  return sql`invoices i ${joinsOf(filter.sort)} where ${conditionOf(filter)}`
}

/** The invoice `i` is to be paid. */
const OWED_STATES = ['PARTIAL', 'SAVED', 'SENT', 'VIEWED'] as const
/** It is a credit note, to be paid back. */
const CREDIT_STATES = OWED_STATES.map((state) => `CREDIT_${state}` as const)

function isIn(states: readonly string[]): RawBuilder<unknown> {
  return sql`i.state in (${sql.join(states.map((state) => sql.lit(state)))})`
}

/** Not late yet, or a credit note, which is never late. */
function whileDue(state: (typeof OWED_STATES)[number]): RawBuilder<unknown> {
  const ofCredits = `CREDIT_${state}` as const
  return sql`${isIn([state, ofCredits])} and (i.due_day >= asked.today or ${isIn([ofCredits])})`
}

const STATUS_CONDITIONS: Readonly<Record<InvoiceStatus, RawBuilder<unknown>>> = {
  DRAFT: sql`i.state = 'DRAFT'`,
  OVERDUE: sql`${isIn(OWED_STATES)} and i.due_day < asked.today`,
  OVERPAID: sql`i.state = 'OVERPAID'`,
  PAID: sql`i.state = 'PAID'`,
  PARTIAL: whileDue('PARTIAL'),
  SAVED: whileDue('SAVED'),
  SENT: whileDue('SENT'),
  UNPAID: isIn([...OWED_STATES, ...CREDIT_STATES]),
  VIEWED: whileDue('VIEWED'),
}

/** What an invoice is shown as, each in one of them only, in the order of their lives. */
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
  SHOWN_STATUSES.map((status, rank) => sql`when ${STATUS_CONDITIONS[status]} then ${sql.lit(rank)}`),
  sql` `,
)} end`

const SORT_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  AMOUNT_DUE: sql`i.due`,
  AMOUNT_PAID: sql`i.paid`,
  CREATED_AT: sql`i.id`,
  CUSTOMER_NAME: sql`c.name_key`,
  DUE_AT: sql`i.due_day`,
  INVOICE_DATE: sql`i.invoice_day`,
  INVOICE_NUMBER: sql`i.number_value`,
  MODIFIED_AT: sql`i.modified_at`,
  STATUS: STATUS_RANK,
  TOTAL: sql`i.total`,
}

/** Returns the ORDER BY of a list; equal rows are in the order of creation. `c` is the customer. */
export function orderOf(sorts: readonly InvoiceSort[]): RawBuilder<unknown> {
  const keys = (sorts.length > 0 ? sorts : FIRST_WRITTEN_LAST).map(readSort)
  const byCreation = keys.findIndex(({ name }) => name === 'CREATED_AT')
  // No two have the same id: what comes after it decides nothing.
  const deciding = byCreation === -1 ? keys : keys.slice(0, byCreation + 1)
  const last = deciding.at(-1)?.direction ?? DESCENDING
  const ordered = deciding.flatMap(({ name, direction }) => {
    const column = SORT_COLUMNS[name]
    if (column === undefined) return []
    const own = sql`${column} ${direction}`
    return name === 'CUSTOMER_NAME' ? [own, sql`c.id ${direction}`] : [own]
  })
  return sql.join(byCreation === -1 ? [...ordered, sql`i.id ${last}`] : ordered)
}

const FIRST_WRITTEN_LAST: readonly InvoiceSort[] = ['CREATED_AT_DESC']
const ASCENDING = sql`asc`
const DESCENDING = sql`desc`

/** Returns the joins that an order needs. */
function joinsOf(sorts: readonly InvoiceSort[]): RawBuilder<unknown> {
  if (!sorts.some((sort) => sort.startsWith('CUSTOMER_NAME'))) return sql``
  return sql`join customers c on c.business_id = i.business_id and c.id = i.customer_id`
}

function readSort(sort: InvoiceSort) {
  const [, name = '', way = ''] = /^(.+)_(ASC|DESC)$/.exec(sort) ?? []
  return { name, direction: way === 'DESC' ? DESCENDING : ASCENDING }
}

/**
 * A list in the order of statuses as the lists of each, one behind the other.
 *
 * @returns Null when it is in another order
 */
export function splitByStatus(
  filter: InvoiceFilter,
): readonly (InvoiceFilter & { readonly status: InvoiceStatus })[] | null {
  const [first, ...others] = filter.sort
  if (first !== 'STATUS_ASC' && first !== 'STATUS_DESC') return null
  const isDescending = first === 'STATUS_DESC'
  const sort: readonly InvoiceSort[] =
    others.length > 0 ? others : [isDescending ? 'CREATED_AT_DESC' : 'CREATED_AT_ASC']
  const statuses = isDescending ? SHOWN_STATUSES.toReversed() : SHOWN_STATUSES
  return statuses.map((status) => ({ ...filter, status, sort }))
}

function idCondition(column: RawBuilder<unknown>, id: string | null): RawBuilder<unknown> | null {
  if (id === null) return null
  return id === 'none' ? sql`false` : sql`${column} = ${id}::bigint`
}

/**
 * The same condition on `open_days`, here as `i`, which counts invoices by customer, currency, due day and state; null
 * when anything else is asked for.
 */
export function countedDays(filter: InvoiceFilter): RawBuilder<unknown> | null {
  const { status, customerId, currencyCode, ...others } = { ...filter, sort: null }
  if (Object.values(others).some((value) => value !== null)) return null
  const conditions = [
    sql`i.business_id = asked.business_id`,
    idCondition(sql`i.customer_id`, customerId) ?? sql`i.customer_id = 0`,
    currencyCode === null ? null : sql`i.currency_code = ${currencyCode}`,
    status === null ? null : STATUS_CONDITIONS[status],
  ]
  return joined(conditions)
}

function joined(conditions: readonly (RawBuilder<unknown> | null)[]): RawBuilder<unknown> {
  return sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )
}
