import type { RowId } from '#books/book-ids.ts'
import type { Row, RowPage, RowReader } from '#books/row-reader.ts'

export type SalesTaxId = RowId<'SalesTax'>

/** A rate from one day, `yyyy-MM-dd`, until the next one's; a fraction in decimal digits: `0.13` is thirteen per cent. */
export type SalesTaxRate = { readonly effective: string; readonly rate: string }

/** A sales tax as the database has it. */
export type SalesTax = Row<'SalesTax'> & {
  /** The account of the tax owed. */
  readonly accountId: RowId<'Account'>
  readonly name: string
  readonly abbreviation: string
  readonly description: string | null
  readonly taxNumber: string | null
  readonly showTaxNumberOnInvoices: boolean
  readonly isCompound: boolean
  readonly isRecoverable: boolean
  readonly isArchived: boolean
  /** The earliest first; never empty. */
  readonly rates: readonly SalesTaxRate[]
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/** Which sales taxes; null filters nothing. Both ends of a span of time belong to it. */
export type SalesTaxFilter = {
  readonly isArchived: boolean | null
  readonly modifiedAtAfter: Date | null
  readonly modifiedAtBefore: Date | null
}

export type SalesTaxPage = RowPage<SalesTax>

export type SalesTaxReader = RowReader<'SalesTax', SalesTax, SalesTaxFilter> & {
  /** The day it is for a business now, `yyyy-MM-dd`. */
  todayOf(salesTax: SalesTax): string
}

export type NewSalesTax = Pick<
  SalesTax,
  | 'name'
  | 'abbreviation'
  | 'description'
  | 'taxNumber'
  | 'showTaxNumberOnInvoices'
  | 'isCompound'
  | 'isRecoverable'
  | 'rates'
>

/** Undefined fields stay unchanged. */
export type SalesTaxChange = {
  readonly [Name in keyof Omit<NewSalesTax, 'isCompound' | 'isRecoverable'>]: NewSalesTax[Name] | undefined
}

/** The rate in force on a day; before the first one, that one. */
export function rateOn(rates: readonly SalesTaxRate[], day: string): string {
  const inForce = rates.findLast(({ effective }) => effective <= day) ?? rates[0]
  if (inForce === undefined) throw new Error('A sales tax has no rate')
  return inForce.rate
}
