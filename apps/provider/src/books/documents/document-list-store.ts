import { currencies } from '@counterfoil/money/currencies'
import { compareDecimals, parseDecimal, roundDecimal } from '@counterfoil/money/decimal'
import { sql, type RawBuilder } from 'kysely'
import type { TodayOf } from '#books/business-day.ts'
import type { Books } from '#books/open-books.ts'
import { MAX_PAGE_SIZE } from '#caller/paging.ts'
import { PLANNED_EACH_TIME } from '#database/statement.ts'

/** To join: the businesses that are asked for, each with the day it is there, as `asked (business_id, today)`. */
export function askedDays(books: readonly Books[], todayOf: TodayOf): RawBuilder<unknown> {
  const [only, ...others] = books
  // Planned for one, not for some: that decides between an index and reading it all.
  if (only !== undefined && others.length === 0) {
    return sql`(values (${only.businessId}::uuid, ${todayOf(only)}::date)) as asked (business_id, today)`
  }
  return sql`unnest(${books.map(({ businessId }) => businessId)}::uuid[],
    ${books.map(todayOf)}::date[]) as asked (business_id, today)`
}

/** A page of documents of each of the businesses that are asked for, in SQL. */
type PageSql = {
  readonly table: string
  /** What the columns call it. */
  readonly as: 'i' | 'r'
  readonly columns: RawBuilder<unknown>
  /** The ids that the page is of, one row each; `order` is of its tables. */
  readonly ids: { readonly id: RawBuilder<unknown>; readonly from: RawBuilder<unknown> }
  readonly order: RawBuilder<unknown>
  readonly asked: RawBuilder<unknown>
  readonly page: { readonly offset: number; readonly limit: number }
  /** Whether a range in the filter decides which index is best, so that the plan must be made for its values. */
  readonly isPlannedEachTime: boolean
  /** A statement that asks for more about the rows of the page, in their order. */
  readonly around?: ((rows: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined
}

/**
 * The ids of the page from an index, and only then the rows. Plans are made before the page is known: the number in the
 * text, and the limit of one row, keep PostgreSQL from reading the whole table.
 */
export function pageOf<Columns>(input: PageSql): RawBuilder<Columns> {
  const { table, as, columns, ids, order, asked, page, around } = input
  const mark = input.isPlannedEachTime ? sql.raw(PLANNED_EACH_TIME) : sql``
  const rows = sql`
    select ${columns} from ${asked}
    cross join lateral (
      select found.id, row_number() over () as place from (
        select ${ids.id} as id from ${ids.from}
        order by ${order} limit ${sql.lit(MAX_PAGE_SIZE)} offset ${page.offset}::bigint
      ) found limit ${page.limit}::bigint
    ) page
    cross join lateral (
      select * from ${sql.table(table)} one where one.business_id = asked.business_id and one.id = page.id limit 1
    ) ${sql.raw(as)}
    order by page.place`
  return sql<Columns>`${mark} ${around === undefined ? rows : around(rows)}`
}

/** A day in the text of a statement, for the plan to be made for it. */
export function literalDay(day: string): RawBuilder<unknown> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new TypeError('A day is yyyy-MM-dd')
  return sql`${sql.lit(day)}::date`
}

/** The same of an instant. */
export function literalInstant(instant: Date): RawBuilder<unknown> {
  return sql`${sql.lit(instant.toISOString())}::timestamptz`
}

/** What is exactly due: an amount is a number of other minor units in other currencies. `table` has `due` and `currency_code`. */
export function dueCondition({
  table,
  amountDue,
}: {
  readonly table: string
  readonly amountDue: string
}): RawBuilder<unknown> {
  const [due, code] = [sql.ref(`${table}.due`), sql.ref(`${table}.currency_code`)]
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
export function partCondition(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  // PostgreSQL takes neither, so nothing it keeps has them.
  if (text.includes('\0') || !text.isWellFormed()) return sql`false`
  return sql`${column} ilike ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
}

/** Returns which rows of each part are on a page of a list that is made of these parts, one after the other. */
export function partsOfPage<Part extends { readonly total: number }>(
  parts: readonly Part[],
  page: { readonly offset: number; readonly limit: number },
): readonly { readonly part: Part; readonly offset: number; readonly limit: number }[] {
  const end = page.offset + page.limit
  let before = 0
  return parts.flatMap((part) => {
    const [from, to] = [Math.max(page.offset, before), Math.min(end, before + part.total)]
    const found = { part, offset: from - before, limit: to - from }
    before += part.total
    return found.limit > 0 ? [found] : []
  })
}
