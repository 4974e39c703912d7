import { minorText, parseMinor, sumMinor } from '#figures/amount.ts'
import type { TransactionsQuery } from '#generated/operations.ts'
import { cashEffect, type TransactionRow } from './transaction-row.ts'

type Business = NonNullable<TransactionsQuery['business']>

/**
 * Returns today's balance of all cash and bank accounts in minor units; undefined if it was not requested or the balance of an
 * account is unknown.
 *
 * @throws AmountRefused for an amount that cannot be held exactly
 */
export function cashNow(accounts: Business['accounts'], exponent: number): number | undefined {
  if (!accounts || accounts.pageInfo.totalCount !== accounts.edges.length) return undefined
  const balances = accounts.edges.flatMap(({ node }) => node?.balanceInBusinessCurrency ?? [])
  if (balances.length < accounts.edges.length) return undefined
  return sumMinor(balances.map((balance) => parseMinor(balance, exponent)))
}

/** The first row of a day in the list. */
export interface DayStart {
  /** The cash at the end of the day as decimal text; undefined if unknown. */
  readonly cashAfter: string | undefined
}

export interface CashAbout {
  /** The result of {@link cashNow}. */
  readonly nowMinor: number | undefined
  /** The day in the time zone of the business. */
  readonly today: string
  readonly exponent: number
}

/**
 * Returns the first row of each day by row id, with the cash counted back from today's balance. `rows` must contain every row from
 * the latest to that day. Rows in the future are not in today's cash yet.
 *
 * @throws AmountRefused for an amount that cannot be held exactly
 */
export function findDayStarts(
  rows: readonly TransactionRow[],
  about: CashAbout,
): ReadonlyMap<string, DayStart> {
  const { today, exponent } = about
  const starts = new Map<string, DayStart>()
  let cash = about.nowMinor
  let day: string | undefined
  for (const row of rows) {
    const isKnown = cash !== undefined && row.date <= today
    if (row.date !== day) {
      day = row.date
      starts.set(row.id, { cashAfter: isKnown ? minorText({ minor: cash ?? 0, exponent }) : undefined })
    }
    if (isKnown) cash = sumMinor([cash ?? 0, -parseMinor(cashEffect(row, exponent) ?? '0', exponent)])
  }
  return starts
}

/**
 * Returns the cash at the end of each day of these rows as decimal text. Days with unknown cash are left out.
 *
 * @throws AmountRefused for an amount that cannot be held exactly
 */
export function cashByDay(rows: readonly TransactionRow[], about: CashAbout): ReadonlyMap<string, string> {
  const starts = findDayStarts(rows, about)
  return new Map(
    rows.flatMap(({ id, date }) => {
      const after = starts.get(id)?.cashAfter
      return after === undefined ? [] : [[date, after] as const]
    }),
  )
}
