import { sql, type RawBuilder } from 'kysely'
import { dueCondition, partCondition } from '#books/documents/document-list-store.ts'
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
    filter.invoiceDateStart === null ? null : sql`i.invoice_day >= ${filter.invoiceDateStart}::date`,
    filter.invoiceDateEnd === null ? null : sql`i.invoice_day <= ${filter.invoiceDateEnd}::date`,
    filter.invoiceNumber === null ? null : partCondition(sql`i.invoice_number`, filter.invoiceNumber),
    filter.modifiedAtAfter === null ? null : sql`i.modified_at >= ${filter.modifiedAtAfter}::timestamptz`,
    filter.modifiedAtBefore === null ? null : sql`i.modified_at <= ${filter.modifiedAtBefore}::timestamptz`,
    filter.status === null ? null : STATUS_CONDITIONS[filter.status],
  ]
  return sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )
}

const OPEN_STATES = sql.raw(`('PARTIAL', 'SAVED', 'SENT', 'VIEWED')`)

function whileDue(state: string): RawBuilder<unknown> {
  return sql`i.state = ${sql.lit(state)} and i.due_day >= asked.today`
}

const STATUS_CONDITIONS: Readonly<Record<InvoiceStatus, RawBuilder<unknown>>> = {
  DRAFT: sql`i.state = 'DRAFT'`,
  OVERDUE: sql`i.state in ${OPEN_STATES} and i.due_day < asked.today`,
  OVERPAID: sql`i.state = 'OVERPAID'`,
  PAID: sql`i.state = 'PAID'`,
  PARTIAL: whileDue('PARTIAL'),
  SAVED: whileDue('SAVED'),
  SENT: whileDue('SENT'),
  UNPAID: sql`i.state in ${OPEN_STATES}`,
  VIEWED: whileDue('VIEWED'),
}

const STATUS_RANK = sql`case when i.state in ${OPEN_STATES} and i.due_day < asked.today then 5 else case i.state
  when 'DRAFT' then 0 when 'SAVED' then 1 when 'SENT' then 2 when 'VIEWED' then 3 when 'PARTIAL' then 4
  when 'PAID' then 6 else 7 end end`

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

/** The order of a list; what is alike in it comes in the order in which it was written. `c` is the customer. */
export function orderOf(sorts: readonly InvoiceSort[]): RawBuilder<unknown> {
  const keys = sorts.map(readSort)
  const byCreation = keys.findIndex(({ name }) => name === 'CREATED_AT')
  // No two have the same id: what comes after it decides nothing.
  const deciding = byCreation === -1 ? keys : keys.slice(0, byCreation + 1)
  const last = deciding.at(-1)?.direction ?? sql`desc`
  const ordered = deciding.flatMap(({ name, direction }) => {
    const column = SORT_COLUMNS[name]
    if (column === undefined) return []
    const own = sql`${column} ${direction}`
    return name === 'CUSTOMER_NAME' ? [own, sql`c.id ${direction}`] : [own]
  })
  return sql.join(byCreation === -1 ? [...ordered, sql`i.id ${last}`] : ordered)
}

/** What an order needs beside the invoices. */
export function joinsOf(sorts: readonly InvoiceSort[]): RawBuilder<unknown> {
  if (!sorts.some((sort) => sort.startsWith('CUSTOMER_NAME'))) return sql``
  return sql`join customers c on c.business_id = i.business_id and c.id = i.customer_id`
}

function readSort(sort: InvoiceSort) {
  const [, name = '', way = ''] = /^(.+)_(ASC|DESC)$/.exec(sort) ?? []
  return { name, direction: way === 'DESC' ? sql`desc` : sql`asc` }
}

function idCondition(column: RawBuilder<unknown>, id: string | null): RawBuilder<unknown> | null {
  if (id === null) return null
  return id === 'none' ? sql`false` : sql`${column} = ${id}::bigint`
}

/** The same condition on `open_days`, here as `i`, when nothing but the status is asked for; else null. */
export function countedStates(filter: InvoiceFilter): RawBuilder<unknown> | null {
  const { status } = filter
  const others = Object.values({ ...filter, status: null, sort: null })
  if (others.some((value) => value !== null)) return null
  return status === null ? sql`true` : STATUS_CONDITIONS[status]
}
