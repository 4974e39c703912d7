import { minorText, parseMinor, sumMinor } from '#figures/amount.ts'
import type { TransactionsQuery } from '#generated/operations.ts'
import { cashEffect, type TransactionRow } from './transaction-row.ts'

type Business = NonNullable<TransactionsQuery['business']>

/**
 * What is on the accounts of cash and banks today, in smallest units; undefined where it was not asked for or is not known of
 * each of them.
 *
 * @throws AmountRefused for an amount that cannot be held exactly
 */
export function cashNow(accounts: Business['accounts'], exponent: number): number | undefined {
  if (!accounts || accounts.pageInfo.totalCount !== accounts.edges.length) return undefined
  const balances = accounts.edges.flatMap(({ node }) => node?.balanceInBusinessCurrency ?? [])
  if (balances.length < accounts.edges.length) return undefined
  return sumMinor(balances.map((balance) => parseMinor(balance, exponent)))
}

/** Where a day begins in the list. */
export interface DayStart {
  /** What there was in cash at the end of the day, as decimal text; undefined where that is not known. */
  readonly cashAfter: string | undefined
}

export interface CashAbout {
  /** From {@link cashNow}. */
  readonly nowMinor: number | undefined
  /** Where the business is. */
  readonly today: string
  readonly exponent: number
}

/**
 * The rows that a day begins with, by their ids: today's cash, walked back from the latest row. Every row down to that day has to
 * be among `rows`. Rows of days to come are not in today's cash yet.
 *
 * @throws AmountRefused for an amount that cannot be held exactly
 */
export function findDayStarts(
  rows: readonly TransactionRow[],
  about: CashAbout,
): ReadonlyMap<string, DayStart> {
  const { today, exponent } = about
  const starts = new Map<string, DayStart>()
  let stands = about.nowMinor
  let day: string | undefined
  for (const row of rows) {
    const isKnown = stands !== undefined && row.date <= today
    if (row.date !== day) {
      day = row.date
      starts.set(row.id, { cashAfter: isKnown ? minorText({ minor: stands ?? 0, exponent }) : undefined })
    }
    if (isKnown) stands = sumMinor([stands ?? 0, -parseMinor(cashEffect(row, exponent) ?? '0', exponent)])
  }
  return starts
}

/**
 * What there was in cash at the end of each day of these rows, as decimal text; days of which it is not known are left out.
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
