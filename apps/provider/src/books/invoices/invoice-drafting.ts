import { addUpDocument, type DocumentContent } from '#books/documents/document-content.ts'
import { draftDocument, type Drafting, type Origin } from '#books/documents/document-drafting.ts'
import type { DraftParts } from '#books/documents/document-parts-store.ts'
import type { DocumentRequest } from '#books/documents/document-request.ts'
import { checkRate } from '#books/documents/document-validation.ts'
import type { AddedUpInvoice, InvoiceWriter } from './invoice-writer-store.ts'
import type { Invoice } from './invoice.ts'

/** Where an invoice is drafted from, and where faults go. */
export type InvoiceDrafting = Omit<Drafting, 'numbers'> & { readonly invoices: InvoiceWriter }

/** The invoice that a request becomes, with what it was made of. Undefined once a fault is noted. */
export async function draftInvoice(
  { invoices, ...drafting }: InvoiceDrafting,
  asked: { readonly request: DocumentRequest; readonly origin: Origin<Invoice> },
): Promise<(AddedUpInvoice & { readonly found: DraftParts }) | undefined> {
  const { transaction, fields } = drafting
  const { content, found } = await draftDocument('invoice', { ...drafting, numbers: invoices }, asked)
  if (asked.origin.kind === 'present') {
    await checkPaid({ ...drafting, invoices }, asked.origin.document, content)
  }
  const { rate, currency } = content
  const baseCurrency = transaction.books.currency
  checkRate(fields, { rate, currency, base: baseCurrency })
  // What could not be found is missing in the sums.
  if (fields.faults.length > 0) return undefined
  const addedUp = addUpDocument(fields, content, baseCurrency)
  return addedUp === undefined || fields.faults.length > 0 ? undefined : { ...addedUp, found }
}

/** Who has paid, and in what, stays. */
async function checkPaid(
  { transaction, fields, invoices }: InvoiceDrafting,
  invoice: Invoice,
  content: DocumentContent,
): Promise<void> {
  const isOtherCurrency = content.currency.code !== invoice.currency.code
  const isOtherCustomer = content.customerId !== invoice.customerId
  if (!isOtherCurrency && !isOtherCustomer) return
  if (!(await invoices.keepsParty(transaction, invoice.id))) return
  if (isOtherCurrency) fields.refuse('currency', 'HAS_PAYMENTS', 'The invoice has payments in its currency.')
  if (isOtherCustomer)
    fields.refuse('customerId', 'HAS_PAYMENTS', 'The invoice has payments of its customer.')
}
