import type { Clock } from '@counterfoil/service/clock'
import { currencies } from '@counterfoil/money/currencies'
import { compareDecimals, parseDecimal, roundDecimal } from '@counterfoil/money/decimal'
import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '#books/business-day.ts'
import type { Books } from '#books/open-books.ts'

/** To join: the businesses that are asked for, each with the day it is there, as `asked (business_id, today)`. */
export function askedDays(books: readonly Books[], clock: Clock): RawBuilder<unknown> {
  const nowMs = clock()
  return sql`unnest(${books.map(({ businessId }) => businessId)}::uuid[],
    ${books.map(({ timeZone }) => dayIn(timeZone, nowMs))}::date[]) as asked (business_id, today)`
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
  const exponents = Map.groupBy(currencies, ({ exponent }) => exponent)
  const wanted = [...exponents].flatMap(([exponent, those]) => {
    const rounded = roundDecimal(amount, exponent)
    if (compareDecimals(rounded, amount) !== 0 || rounded.units.toString().length > 18) return []
    const codes = those.map(({ code }) => code)
    return [sql`(${due} = ${rounded.units.toString()}::bigint and ${code} = any(${codes}::text[]))`]
  })
  return wanted.length === 0 ? sql`false` : sql`(${sql.join(wanted, sql` or `)})`
}

/** Has this text somewhere, whether in capitals or not: none of it is a wildcard. */
export function partCondition(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  // PostgreSQL takes neither, so nothing it keeps has them.
  if (text.includes('\0') || !text.isWellFormed()) return sql`false`
  return sql`${column} ilike ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
}
