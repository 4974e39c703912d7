import { currencies } from '@counterfoil/money/currencies'
import { compareDecimals, parseDecimal, roundDecimal } from '@counterfoil/money/decimal'
import { sql, type RawBuilder } from 'kysely'
import type { DocumentFilter, DocumentKind } from './document.ts'

/** What the lists of a kind are filtered and ordered by. In SQL `d` is a document, `c` its customer, `asked.today` the day. */
export type ListOf<Status extends string, Sort extends string> = {
  readonly kind: DocumentKind
  readonly conditions: Readonly<Record<Status, RawBuilder<unknown>>>
  /** The numbers, as an index has them. */
  readonly byNumber: RawBuilder<unknown>
  /** The order of the lives. */
  readonly byStatus: RawBuilder<unknown>
  /** The statuses of a list in their order, each document in one of them only; null for a list that is read as one. */
  readonly statusesOf: (filter: DocumentFilter<Status, Sort>) => readonly Status[] | null
  /**
   * The filter on `open_days`, here as `d`, which counts invoices by customer, currency, due day and state; null when the
   * documents themselves are counted.
   */
  readonly countedDays: (filter: DocumentFilter<Status, Sort>) => RawBuilder<unknown> | null
}

/** Whether the document `d` was not deleted, as the indexes say it. */
export const IS_THERE: Readonly<Record<DocumentKind, RawBuilder<unknown>>> = {
  estimate: sql`d.life <> 'DELETED'`,
  invoice: sql`d.deleted_at is null`,
}

/** One text for each shape of filter, so that the plan of each fits. `asked` as `askedDays` gives it. */
export function conditionOf<Status extends string, Sort extends string>(
  { kind, conditions }: ListOf<Status, Sort>,
  filter: DocumentFilter<Status, Sort>,
): RawBuilder<unknown> {
  const [day, number] = [sql.ref(`d.${kind}_day`), sql.ref(`d.${kind}_number`)]
  return allOf([
    sql`d.business_id = asked.business_id and ${IS_THERE[kind]}`,
    filter.amountDue === null ? null : dueCondition(filter.amountDue),
    filter.currencyCode === null ? null : sql`d.currency_code = ${filter.currencyCode}`,
    idCondition(sql`d.customer_id`, filter.customerId),
    idCondition(sql`d.source_estimate_id`, filter.sourceId),
    filter.dayStart === null ? null : sql`${day} >= ${literalDay(filter.dayStart)}`,
    filter.dayEnd === null ? null : sql`${day} <= ${literalDay(filter.dayEnd)}`,
    filter.number === null ? null : partCondition(number, filter.number),
    filter.modifiedAtAfter === null ? null : sql`d.modified_at >= ${literalInstant(filter.modifiedAtAfter)}`,
    filter.modifiedAtBefore === null
      ? null
      : sql`d.modified_at <= ${literalInstant(filter.modifiedAtBefore)}`,
    filter.status === null ? null : conditions[filter.status],
  ])
}

/** Whether the filter has a range: how much it holds decides which index is best. */
export function hasRange(filter: DocumentFilter<string, string>): boolean {
  const { dayStart, dayEnd, modifiedAtAfter, modifiedAtBefore } = filter
  return [dayStart, dayEnd, modifiedAtAfter, modifiedAtBefore].some((end) => end !== null)
}

/** A list that most pages are of: in the text of its statement no value of the filter is. */
export function isPlain(filter: DocumentFilter<string, string>): boolean {
  return Object.values({ ...filter, status: null, sort: null }).every((value) => value === null)
}

/** The documents that a filter lets through, in FROM and WHERE. */
export function documentsOf<Status extends string, Sort extends string>(
  list: ListOf<Status, Sort>,
  filter: DocumentFilter<Status, Sort>,
): RawBuilder<unknown> {
  const customers = filter.sort.some((sort) => sort.startsWith('CUSTOMER_NAME'))
    ? sql`join customers c on c.business_id = d.business_id and c.id = d.customer_id`
    : sql``
  return sql`${sql.table(`${list.kind}s`)} d ${customers} where ${conditionOf(list, filter)}`
}

/** Returns the ORDER BY of a list; equal rows are in the order of creation. */
export function orderOf<Status extends string, Sort extends string>(
  { kind, byNumber, byStatus }: ListOf<Status, Sort>,
  sorts: readonly string[],
): RawBuilder<unknown> {
  const columns: Readonly<Record<string, RawBuilder<unknown>>> = {
    AMOUNT_DUE: sql`d.due`,
    AMOUNT_PAID: sql`d.paid`,
    CREATED_AT: sql`d.id`,
    CUSTOMER_NAME: sql`c.name_key`,
    DUE_AT: sql`d.due_day`,
    [`${kind.toUpperCase()}_DATE`]: sql.ref(`d.${kind}_day`),
    [`${kind.toUpperCase()}_NUMBER`]: byNumber,
    MODIFIED_AT: sql`d.modified_at`,
    STATUS: byStatus,
    TOTAL: sql`d.total`,
  }
  const keys = (sorts.length > 0 ? sorts : FIRST_WRITTEN_LAST).map(readSort)
  const byCreation = keys.findIndex(({ name }) => name === 'CREATED_AT')
  // No two have the same id: what comes after it decides nothing.
  const deciding = byCreation === -1 ? keys : keys.slice(0, byCreation + 1)
  const last = deciding.at(-1)?.direction ?? DESCENDING
  const ordered = deciding.flatMap(({ name, direction }) => {
    const column = columns[name]
    if (column === undefined) return []
    const own = sql`${column} ${direction}`
    return name === 'CUSTOMER_NAME' ? [own, sql`c.id ${direction}`] : [own]
  })
  return sql.join(byCreation === -1 ? [...ordered, sql`d.id ${last}`] : ordered)
}

const FIRST_WRITTEN_LAST = ['CREATED_AT_DESC']
const ASCENDING = sql`asc`
const DESCENDING = sql`desc`

function readSort(sort: string) {
  const [, name = '', way = ''] = /^(.+)_(ASC|DESC)$/.exec(sort) ?? []
  return { name, direction: way === 'DESC' ? DESCENDING : ASCENDING }
}

/**
 * A list in the order of statuses as the lists of each, one behind the other.
 *
 * @returns Null when it is in another order, or read as one
 */
export function splitByStatus<Status extends string, Sort extends string>(
  list: ListOf<Status, Sort>,
  filter: DocumentFilter<Status, Sort>,
): readonly DocumentFilter<Status, Sort>[] | null {
  const [first, ...others] = filter.sort
  if (first !== 'STATUS_ASC' && first !== 'STATUS_DESC') return null
  const statuses = list.statusesOf(filter)
  if (statuses === null) return null
  const isDescending = first === 'STATUS_DESC'
  const inOrder = [
    isDescending ? 'CREATED_AT_DESC' : 'CREATED_AT_ASC',
  ] as readonly string[] as readonly Sort[]
  const sort = others.length > 0 ? others : inOrder
  return (isDescending ? statuses.toReversed() : statuses).map((status) => ({ ...filter, status, sort }))
}

export function idCondition(column: RawBuilder<unknown>, id: string | null): RawBuilder<unknown> | null {
  if (id === null) return null
  return id === 'none' ? sql`false` : sql`${column} = ${id}::bigint`
}

export function allOf(conditions: readonly (RawBuilder<unknown> | null)[]): RawBuilder<unknown> {
  return sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )
}

/** A day in the text of a statement, for the plan to be made for it. */
function literalDay(day: string): RawBuilder<unknown> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new TypeError('A day is yyyy-MM-dd')
  return sql`${sql.lit(day)}::date`
}

/** The same of an instant. */
function literalInstant(instant: Date): RawBuilder<unknown> {
  return sql`${sql.lit(instant.toISOString())}::timestamptz`
}

/** What is exactly due: an amount is a number of other minor units in other currencies. `d` is the document. */
function dueCondition(amountDue: string): RawBuilder<unknown> {
  const [due, code] = [sql`d.due`, sql`d.currency_code`]
  const amount = parseDecimal(amountDue)
  if (amount === undefined) return sql`false`
  // Nothing is nothing in every currency, and most of what is approved is paid.
  if (amount.units === 0n) return sql`${due} = 0`
  const exponents = Map.groupBy(currencies, ({ exponent }) => exponent)
  const wanted = [...exponents].flatMap(([exponent, those]) => {
    const rounded = roundDecimal(amount, exponent)
    if (compareDecimals(rounded, amount) !== 0 || rounded.units.toString().length > 18) return []
    const codes = those.map(({ code }) => code)
    return [{ units: rounded.units.toString(), codes }]
  })
  if (wanted.length === 0) return sql`false`
  const each = wanted.map(
    ({ units, codes }) => sql`(${due} = ${units}::bigint and ${code} = any(${codes}::text[]))`,
  )
  // An index of amounts finds the first; of what it finds, the currency decides.
  return sql`${due} = any(${wanted.map(({ units }) => units)}::bigint[]) and (${sql.join(each, sql` or `)})`
}

/** Has this text somewhere, whether in capitals or not: none of it is a wildcard. */
function partCondition(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  // PostgreSQL takes neither, so nothing it keeps has them.
  if (text.includes('\0') || !text.isWellFormed()) return sql`false`
  return sql`${column} ilike ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
}
