import { currencies } from '@counterfoil/money/currencies'
import { compareDecimals, parseDecimal, roundDecimal } from '@counterfoil/money/decimal'
import { sql, type RawBuilder } from 'kysely'
import type { BooksTransaction } from '#books/command.ts'
import type { DocumentFilter, DocumentKind } from './document.ts'

/**
 * SQL for the filters and orders of lists of one kind of document. `d` is a document, `c` its customer, `asked.today` the
 * current day.
 */
export type ListOf<Status extends string> = {
  readonly kind: DocumentKind
  readonly conditions: Readonly<Record<Status, RawBuilder<unknown>>>
  /** The sort expression for numbers, matching an index. */
  readonly byNumber: RawBuilder<unknown>
  /** The sort expression for statuses. */
  readonly byStatus: RawBuilder<unknown>
  /** The statuses of a list in their order, which do not overlap; null for a list that is not split by status. */
  readonly statusesOf: (filter: DocumentFilter<Status>) => readonly Status[] | null
  /**
   * The filter on `open_days`, here as `d`, which counts invoices by customer, currency, due day and state; null if the documents
   * themselves have to be counted.
   */
  readonly countedDays: (filter: DocumentFilter<Status>) => RawBuilder<unknown> | null
}

/** The SQL condition that the document `d` is not deleted, as the indexes have it. */
const IS_THERE: Readonly<Record<DocumentKind, RawBuilder<unknown>>> = {
  estimate: sql`d.life <> 'DELETED'`,
  invoice: sql`d.deleted_at is null`,
}

/** Returns true if another document of the kind, not the one with the id `except`, has the number. */
export async function isNumberTaken(
  { trx, books }: BooksTransaction,
  kind: DocumentKind,
  { number, except }: { readonly number: string; readonly except: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(`${kind}s`)} d
    where d.business_id = ${books.businessId} and d.${sql.ref(`${kind}_number`)} = ${number} and ${IS_THERE[kind]}
      and d.id is distinct from ${except}::bigint limit 1`.execute(trx)
  return rows.length > 0
}

/** Returns the SQL condition of a filter. Each shape of filter has its own SQL text and query plan. `asked` is from `askedDays`. */
export function conditionOf<Status extends string>(
  { kind, conditions }: ListOf<Status>,
  filter: DocumentFilter<Status>,
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

/** Returns true if the filter has a range. The best index then depends on the number of documents in the range. */
export function hasRange(filter: DocumentFilter<string>): boolean {
  const { dayStart, dayEnd, modifiedAtAfter, modifiedAtBefore } = filter
  return [dayStart, dayEnd, modifiedAtAfter, modifiedAtBefore].some((end) => end !== null)
}

/** Returns true if only the status is filtered, as on most pages: then the SQL text contains no value of the filter. */
export function isPlain(filter: DocumentFilter<string>): boolean {
  return Object.values({ ...filter, status: null, sort: null }).every((value) => value === null)
}

/** Returns FROM and WHERE of the documents that match a filter. */
export function documentsOf<Status extends string>(
  list: ListOf<Status>,
  filter: DocumentFilter<Status>,
): RawBuilder<unknown> {
  const customers = filter.sort.some((sort) => sort.startsWith('CUSTOMER_NAME'))
    ? sql`join customers c on c.business_id = d.business_id and c.id = d.customer_id`
    : sql``
  return sql`${sql.table(`${list.kind}s`)} d ${customers} where ${conditionOf(list, filter)}`
}

/** Returns the ORDER BY of a list; equal rows are in the order of creation. */
export function orderOf<Status extends string>(
  { kind, byNumber, byStatus }: ListOf<Status>,
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
  // Ids are unique, so sort keys after the id have no effect.
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
 * Splits a list in the order of statuses into one list for each status.
 *
 * @returns Null for another order, and for a list that is not split
 */
export function splitByStatus<Status extends string>(
  list: ListOf<Status>,
  filter: DocumentFilter<Status>,
): readonly DocumentFilter<Status>[] | null {
  const [first, ...others] = filter.sort
  if (first !== 'STATUS_ASC' && first !== 'STATUS_DESC') return null
  const statuses = list.statusesOf(filter)
  if (statuses === null) return null
  const isDescending = first === 'STATUS_DESC'
  const sort = others.length > 0 ? others : [isDescending ? 'CREATED_AT_DESC' : 'CREATED_AT_ASC']
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

/** Returns a day as a literal in the SQL text, so that the query plan takes it into account. */
function literalDay(day: string): RawBuilder<unknown> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new TypeError('A day is yyyy-MM-dd')
  return sql`${sql.lit(day)}::date`
}

/** Returns an instant as a literal in the SQL text, like {@link literalDay}. */
function literalInstant(instant: Date): RawBuilder<unknown> {
  return sql`${sql.lit(instant.toISOString())}::timestamptz`
}

/** Matches documents `d` with exactly this amount due, which is a different number of minor units in each currency. */
function dueCondition(amountDue: string): RawBuilder<unknown> {
  const [due, code] = [sql`d.due`, sql`d.currency_code`]
  const amount = parseDecimal(amountDue)
  if (amount === undefined) return sql`false`
  // Zero is the same in every currency, and most approved documents are paid.
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
  // An index of amounts finds the candidates; their currency then decides.
  return sql`${due} = any(${wanted.map(({ units }) => units)}::bigint[]) and (${sql.join(each, sql` or `)})`
}

/** Matches columns that contain the text, without regard to case and without wildcards. */
function partCondition(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  // PostgreSQL stores neither, so no value matches.
  if (text.includes('\0') || !text.isWellFormed()) return sql`false`
  return sql`${column} ilike ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
}
