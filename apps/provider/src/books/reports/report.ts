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

/** The sum of one account in one month. `month` is its first day. */
export type MonthSum = AccountSum & { readonly month: string }

/** The balance of one account on a day, and the part of it from before the year of that day. */
export type StandingSum = AccountSum & { readonly earlierDebitMinor: bigint }

export type ReportLine = {
  readonly books: Books
  readonly accountId: RowId<'Account'>
  readonly amount: string
}

/** Receivables in minor units, by days overdue. */
export type AgedSums = {
  readonly notDue: bigint
  readonly days1To30: bigint
  readonly days31To60: bigint
  readonly days61To90: bigint
  readonly over90: bigint
  /** The overpaid amounts of invoices; negative. */
  readonly credits: bigint
}

/** Sums of the cash accounts on a day. */
export type CashSum = {
  readonly day: string
  readonly debitMinor: bigint
  readonly creditMinor: bigint
  /** The part of both sums from transactions between cash accounts only. */
  readonly movedMinor: bigint
  /** The part of both sums from reversed entries and their reversals. */
  readonly undoneMinor: bigint
}
