import type { RowId } from '#books/book-ids.ts'
import type { Row, RowPage, RowReader } from '#books/row-reader.ts'

/** A rate in force from one day, `yyyy-MM-dd`, until the next rate; a fraction in decimal digits: `0.13` is 13 %. */
export type SalesTaxRate = { readonly effective: string; readonly rate: string }

/** A sales tax as stored in the database. */
export type SalesTax = Row<'SalesTax'> & {
  /** The account to which the tax owed is posted. */
  readonly accountId: RowId<'Account'>
  readonly name: string
  readonly abbreviation: string
  readonly description: string | null
  readonly taxNumber: string | null
  readonly showTaxNumberOnInvoices: boolean
  readonly isCompound: boolean
  readonly isRecoverable: boolean
  readonly isArchived: boolean
  /** The rates, earliest first; never empty. */
  readonly rates: readonly SalesTaxRate[]
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/** The filter of a list of sales taxes. Null filters nothing. Time ranges include both ends. */
export type SalesTaxFilter = {
  readonly isArchived: boolean | null
  readonly modifiedAtAfter: Date | null
  readonly modifiedAtBefore: Date | null
}

export type SalesTaxPage = RowPage<SalesTax>

export type SalesTaxReader = RowReader<'SalesTax', SalesTax, SalesTaxFilter> & {
  /** Returns today's date, `yyyy-MM-dd`, in the time zone of the business. */
  todayOf(salesTax: SalesTax): string
}

/** Returns the rate in force on a day, or the first one if the day is earlier. */
export function rateOn(rates: readonly SalesTaxRate[], day: string): string {
  const inForce = rates.findLast(({ effective }) => effective <= day) ?? rates[0]
  if (inForce === undefined) throw new Error('A sales tax has no rate')
  return inForce.rate
}
