import { knownCurrency } from '@counterfoil/money/currencies'
import { addDays } from '#books/business-day.ts'
import { addUpDocument } from '#books/documents/document-content.ts'
import {
  checkCustomer,
  checkLastRate,
  checkNumber,
  findCustomer,
  findLines,
  findRate,
  linesAt,
  nextNumber,
  type Drafting,
} from '#books/documents/document-drafting.ts'
import { namedProductIds, resolveLines, sentTaxIds } from '#books/documents/document-lines.ts'
import type { NewInvoiceParts } from '#books/documents/document-parts.ts'
import type { DocumentRequest } from '#books/documents/document-request.ts'
import { checkRate, rescaleDiscount, resolveDiscount } from '#books/documents/document-validation.ts'
import { parseRowId } from '#books/book-ids.ts'
import type { InvoiceWriter } from './invoice-write-store.ts'
import type { AddedUpInvoice, Invoice, InvoiceContent, InvoiceId } from './invoice.ts'

/** Where an invoice is completed from, and where faults go. */
export type Completion = Drafting & { readonly invoices: InvoiceWriter }

/** The invoice that a request becomes, with what the settings and the products say. Undefined once a fault is noted. */
export async function completeNewInvoice(
  completion: Completion,
  request: DocumentRequest,
): Promise<NewInvoice | undefined> {
  const { transaction, fields, parts } = completion
  const { books } = transaction
  const { customerSent = '', items = [] } = request
  const currency = request.currencyCode === undefined ? books.currency : knownCurrency(request.currencyCode)
  const invoiceDate = request.day ?? transaction.today
  const found = await parts.readNewInvoice(transaction, {
    customerId: parseRowId('Customer', customerSent, books.businessId),
    productIds: namedProductIds(items, books.businessId),
    salesTaxIds: sentTaxIds(items, books.businessId),
    currencyCode: currency.code,
    day: invoiceDate,
  })
  const { defaults } = found
  const content = finish(completion, {
    ...defaults.texts,
    ...defaults.flags,
    ...request.texts,
    ...request.flags,
    customerId: checkCustomer(fields, { sent: customerSent, customer: found.customer }),
    currency,
    rate: request.rate ?? checkLastRate(completion, currency, found.lastRate),
    invoiceNumber:
      request.number === undefined
        ? await nextNumber(completion.invoices, transaction, { largest: found.largestNumber })
        : await numberFor(completion, request.number, null),
    invoiceDate,
    dueDate: request.dueDate ?? addDays(invoiceDate, defaults.paymentTermDays),
    discount: resolveDiscount(fields, request.discount ?? null, {
      currency,
      now: transaction.now,
      present: null,
    }),
    lines: resolveLines(fields, items, { ...found, businessId: books.businessId }),
  })
  return content && { ...content, found }
}

/** With what it was made of. */
type NewInvoice = AddedUpInvoice & { readonly found: NewInvoiceParts }

/** The invoice with what a request changes. Undefined once a fault is noted. */
export async function completeChange(
  completion: Completion,
  invoice: Invoice,
  request: DocumentRequest,
): Promise<AddedUpInvoice | undefined> {
  const { transaction, fields } = completion
  const { currencyCode, customerSent } = request
  const currency = currencyCode === undefined ? invoice.currency : knownCurrency(currencyCode)
  const invoiceDate = request.day ?? invoice.invoiceDate
  const isOtherCurrency = currency.code !== invoice.currency.code
  const content: InvoiceContent = {
    ...invoice,
    ...request.texts,
    ...request.flags,
    customerId:
      customerSent === undefined ? invoice.customerId : await findCustomer(completion, customerSent),
    currency,
    rate:
      request.rate ??
      (isOtherCurrency ? await findRate(completion, { currency, day: invoiceDate }) : invoice.rate),
    invoiceNumber:
      request.number === undefined
        ? invoice.invoiceNumber
        : await numberFor(completion, request.number, invoice.id),
    invoiceDate,
    dueDate: request.dueDate ?? invoice.dueDate,
    discount:
      request.discount === undefined
        ? rescaleDiscount(invoice.discount, { from: invoice.currency, to: currency })
        : resolveDiscount(fields, request.discount, {
            currency,
            now: transaction.now,
            present: invoice.discount,
          }),
    lines:
      request.items === undefined
        ? await keptLines(completion, invoice, invoiceDate)
        : await findLines(completion, request.items, invoiceDate),
  }
  await checkPaid(completion, invoice, content)
  return finish(completion, content)
}

/** A draft of today like this invoice. Undefined once a fault is noted. */
export async function completeClone(
  completion: Completion,
  invoice: Invoice,
): Promise<AddedUpInvoice | undefined> {
  const { transaction, parts } = completion
  const { paymentTermDays } = await parts.readDefaults(transaction, 'invoice')
  const invoiceDate = transaction.today
  const { currency, discount } = invoice
  const { now } = transaction
  const lastRate = await parts.findLastRate(transaction, { currencyCode: currency.code, day: invoiceDate })
  return finish(completion, {
    ...invoice,
    rate: lastRate ?? invoice.rate,
    invoiceNumber: await nextNumber(completion.invoices, transaction),
    invoiceDate,
    dueDate: addDays(invoiceDate, paymentTermDays),
    discount: discount === null ? null : { ...discount, createdAt: now, modifiedAt: now },
    lines: await linesAt(completion, await completion.invoices.findLines(transaction, invoice), invoiceDate),
  })
}

function numberFor(completion: Completion, number: string, except: InvoiceId | null): Promise<string> {
  return checkNumber(completion, completion.invoices, { noun: 'invoice', number, except })
}

/** Its lines: their rates were frozen when it was written, unless it gets another day. */
async function keptLines(completion: Completion, invoice: Invoice, day: string) {
  const lines = await completion.invoices.findLines(completion.transaction, invoice)
  return day === invoice.invoiceDate ? lines : linesAt(completion, lines, day)
}

/** Who has paid, and in what, stays. */
async function checkPaid(
  { transaction, fields, invoices }: Completion,
  invoice: Invoice,
  content: InvoiceContent,
): Promise<void> {
  const isOtherCurrency = content.currency.code !== invoice.currency.code
  const isOtherCustomer = content.customerId !== invoice.customerId
  if (!isOtherCurrency && !isOtherCustomer) return
  if (!(await invoices.keepsParty(transaction, invoice.id))) return
  if (isOtherCurrency) fields.refuse('currency', 'HAS_PAYMENTS', 'The invoice has payments in its currency.')
  if (isOtherCustomer)
    fields.refuse('customerId', 'HAS_PAYMENTS', 'The invoice has payments of its customer.')
}

function finish(completion: Completion, content: InvoiceContent): AddedUpInvoice | undefined {
  const { fields, transaction } = completion
  const { rate, currency } = content
  const baseCurrency = transaction.books.currency
  checkRate(fields, { rate, currency, base: baseCurrency })
  // What could not be found is missing in the sums.
  if (fields.faults.length > 0) return undefined
  const addedUp = addUpDocument(fields, content, baseCurrency)
  return fields.faults.length > 0 ? undefined : addedUp
}
