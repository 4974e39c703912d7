import type { RowId } from '#books/book-ids.ts'
import type { Books } from '#books/open-books.ts'
import type { AccountSubtypeValue, AccountTypeValue } from '#books/reference/reference-data.ts'

export type ReportBasis = 'ACCRUAL' | 'CASH'

/** The sum of entries on one account, in minor units of the business's currency; a debit is positive. */
export type AccountSum = {
  readonly accountId: RowId<'Account'>
  readonly typeValue: AccountTypeValue
  readonly subtypeValue: AccountSubtypeValue
  readonly debitMinor: bigint
}

/** The same in one month, of which `month` is the first day. */
export type MonthSum = AccountSum & { readonly month: string }

/** The same up to a day, and the part before the year of that day. */
export type StandingSum = AccountSum & { readonly earlierDebitMinor: bigint }

export type ReportLine = {
  readonly books: Books
  readonly accountId: RowId<'Account'>
  readonly amount: string
}

/** Minor units of receivables, by the days overdue. */
export type AgedSums = {
  readonly notDue: bigint
  readonly days1To30: bigint
  readonly days31To60: bigint
  readonly days61To90: bigint
  readonly over90: bigint
  /** Below zero: of invoices that were paid too much. */
  readonly credits: bigint
}

/** Sums of the cash accounts on a day. */
export type CashSum = {
  readonly day: string
  readonly debitMinor: bigint
  readonly creditMinor: bigint
  /** Of transactions that lie on such accounts alone: a part of both. */
  readonly movedMinor: bigint
  /** Reversed entries and their reversals: part of both sums. */
  readonly undoneMinor: bigint
}
