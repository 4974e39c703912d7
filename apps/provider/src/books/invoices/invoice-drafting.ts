import type { BooksTransaction } from '#books/command.ts'
import { addUpDocument, type DocumentContent } from '#books/documents/document-content.ts'
import { draftDocument, type Drafting } from '#books/documents/document-drafting.ts'
import type { DraftParts } from '#books/documents/document-parts-store.ts'
import type { DocumentRequest } from '#books/documents/document-request.ts'
import { checkRate } from '#books/documents/document-validation.ts'
import type { FieldReader } from '#books/input-faults.ts'
import { invoiceWriter, type AddedUpInvoice } from './invoice-writer-store.ts'
import type { Invoice } from './invoice.ts'

/** The invoice that a request becomes, with what it was made of. Undefined once a fault is noted. */
export async function draftInvoice(
  drafting: Drafting<DocumentRequest, Invoice>,
): Promise<(AddedUpInvoice & { readonly found: DraftParts }) | undefined> {
  const { transaction, fields, origin } = drafting
  const { content, found } = await draftDocument('invoice', drafting)
  if (origin.kind === 'present') await checkPaid(transaction, fields, { invoice: origin.document, content })
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
  transaction: BooksTransaction,
  fields: FieldReader,
  { invoice, content }: { readonly invoice: Invoice; readonly content: DocumentContent },
): Promise<void> {
  const isOtherCurrency = content.currency.code !== invoice.currency.code
  const isOtherCustomer = content.customerId !== invoice.customerId
  if (!isOtherCurrency && !isOtherCustomer) return
  if (!(await invoiceWriter.keepsParty(transaction, invoice.id))) return
  if (isOtherCurrency) fields.refuse('currency', 'HAS_PAYMENTS', 'The invoice has payments in its currency.')
  if (isOtherCustomer)
    fields.refuse('customerId', 'HAS_PAYMENTS', 'The invoice has payments of its customer.')
}
