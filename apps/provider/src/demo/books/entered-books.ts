import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { Entry } from '#books/ledger/entry.ts'
import type { SettledPayment } from '#books/receivables/settlement.ts'
import type { BooksPlan } from './plan-books.ts'
import type { PlannedEstimate } from './plan-estimates.ts'
import type { PlannedInvoice } from './plan-sales.ts'

/** What is planned for the books of a business that has none yet. */
export type BooksToWrite = { readonly transaction: BooksTransaction; readonly plan: BooksPlan }

/** The accounts and things that rows of the plan name. */
export type WrittenCatalogue = {
  readonly accounts: ReadonlyMap<string, RowId<'Account'>>
  /** The accounts that the books keep for a purpose, by their keys. */
  readonly systemAccounts: ReadonlyMap<string, RowId<'Account'>>
  readonly bank: RowId<'Account'>
  readonly customers: readonly RowId<'Customer'>[]
  readonly products: readonly RowId<'Product'>[]
  readonly taxes: readonly RowId<'SalesTax'>[]
}

/** An invoice of the plan with its ids and what it enters. */
export type EnteredInvoice = {
  readonly invoice: PlannedInvoice
  readonly id: RowId<'Invoice'>
  readonly paymentIds: readonly RowId<'InvoicePayment'>[]
  readonly entry: Entry | null
  readonly settled: readonly SettledPayment[]
}

/** An estimate of the plan with its ids and what it enters. */
export type EnteredEstimate = {
  readonly estimate: PlannedEstimate
  readonly id: RowId<'Estimate'>
  readonly paymentId: RowId<'EstimatePayment'>
  readonly createdAt: Date
  readonly invoiceId: RowId<'Invoice'> | null
  /** What of its deposit was paid. */
  readonly depositMinor: bigint
  readonly entries: readonly Entry[]
}

/** Books whose entries stand, while their documents are still to be written. */
export type EnteredBooks = {
  readonly transaction: BooksTransaction
  readonly written: WrittenCatalogue
  readonly invoices: readonly EnteredInvoice[]
  readonly estimates: readonly EnteredEstimate[]
  /** The ids of the entries of documents and payments, by document. */
  readonly entryIds: ReadonlyMap<string, RowId<'Transaction'>>
}
