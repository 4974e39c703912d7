import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { NewInvoiceParts } from '#books/documents/document-parts.ts'
import type { DocumentLineContent } from '#books/documents/document-lines.ts'
import type { DocumentSendMethod } from '#books/documents/document.ts'
import type { AddedUpInvoice } from './invoice-content.ts'
import type { InvoiceLife } from './invoice-life.ts'
import type { Invoice, InvoiceId } from './invoice.ts'

/** What was paid of an estimate, put to its invoice when that is approved. */
export type AppliedDeposit = {
  readonly estimateId: RowId<'Estimate'>
  /** In the currency of the invoice, and what that was worth in the currency of the business. */
  readonly amountMinor: bigint
  readonly baseMinor: bigint
}

/** Writes invoices, inside a command. */
export interface InvoiceWriter {
  /** One that was deleted too; null for an id that these books do not have. */
  find(transaction: BooksTransaction, id: InvoiceId): Promise<Invoice | null>
  /** The lines of an invoice as they were written. */
  findLines(transaction: BooksTransaction, invoice: Invoice): Promise<readonly DocumentLineContent[]>
  /** The number that counts as most among invoices that are there or once were approved; undefined while none counts. */
  findLargestNumber(transaction: BooksTransaction): Promise<string | undefined>
  /** Whether an invoice has the number, other than the one with the id `except`. */
  isNumberTaken(
    transaction: BooksTransaction,
    asked: { readonly invoiceNumber: string; readonly except: InvoiceId | null },
  ): Promise<boolean>
  hasPayments(transaction: BooksTransaction, id: InvoiceId): Promise<boolean>
  /** True if its currency and customer stay: it has payments, or a deposit of its estimate was put to it or waits there. */
  keepsParty(transaction: BooksTransaction, id: InvoiceId): Promise<boolean>
  insertDraft(
    transaction: BooksTransaction,
    content: AddedUpInvoice,
    deposit: AppliedDeposit | null,
  ): Promise<Invoice>
  /** Writes a new invoice that is approved, and enters it in the books. */
  insertApproved(
    transaction: BooksTransaction,
    content: AddedUpInvoice,
    parts: NewInvoiceParts,
  ): Promise<Invoice>
  /** Writes all of an invoice again, its lines too. */
  update(transaction: BooksTransaction, content: AddedUpInvoice & { readonly id: InvoiceId }): Promise<void>
  /** Notes how far an invoice came, and how it was sent. */
  updateLife(
    transaction: BooksTransaction,
    id: InvoiceId,
    change: {
      readonly life: InvoiceLife
      readonly approves?: boolean
      readonly sentAt?: Date
      readonly sentVia?: DocumentSendMethod
    },
  ): Promise<void>
  /** Records the deposit of the estimate it was made of as a payment, up to its total. */
  applyDeposit(transaction: BooksTransaction, invoice: Invoice): Promise<void>
  /** Notes that the deposit was taken off an approved invoice: it is the customer's credit again. */
  releaseDeposit(transaction: BooksTransaction, id: InvoiceId): Promise<void>
  /** Writes on a draft what was paid of the estimate that it was made of. */
  keepDeposit(transaction: BooksTransaction, deposit: AppliedDeposit): Promise<void>
  markDeleted(transaction: BooksTransaction, id: InvoiceId): Promise<void>
  /** Brings the books to what the invoice is now. */
  enter(transaction: BooksTransaction, id: InvoiceId): Promise<void>
}
