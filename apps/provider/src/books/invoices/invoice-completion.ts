import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import { addDays } from '#books/business-day.ts'
import type { BooksTransaction } from '#books/command.ts'
import {
  namedProductIds,
  namedTaxIds,
  rateLines,
  resolveLines,
  sentTaxIds,
  type DocumentLineContent,
} from '#books/documents/document-lines.ts'
import { checkRate, rescaleDiscount, resolveDiscount } from '#books/documents/document-validation.ts'
import { countedNumberOf, nextDocumentNumber } from '#books/documents/document-number.ts'
import type { BilledCustomer, NewInvoiceParts } from '#books/documents/document-parts.ts'
import type { ItemRequest } from '#books/documents/item-input.ts'
import { notFoundMessage, type FieldReader } from '#books/input-faults.ts'
import { addUpInvoice, type AddedUpInvoice, type InvoiceContent } from './invoice-content.ts'
import type { InvoiceRequest } from './invoice-input.ts'
import type { Invoice, InvoiceId } from './invoice.ts'
import type { DocumentPartsReader } from '#books/documents/document-parts-store.ts'
import type { InvoiceWriter } from './invoice-write-store.ts'

/** Where an invoice is completed from, and where faults go. */
export type Completion = {
  readonly transaction: BooksTransaction
  readonly fields: FieldReader
  readonly parts: DocumentPartsReader
  readonly invoices: InvoiceWriter
}

const ONE: Decimal = { units: 1n, scale: 0 }
/** Keeps the place of a value that is missing, once its fault is noted. */
const NO_ID = '0'

/** The invoice that a request becomes, with what the settings and the products say. Undefined once a fault is noted. */
export async function completeNewInvoice(
  completion: Completion,
  request: InvoiceRequest,
): Promise<NewInvoice | undefined> {
  const { transaction, fields, parts } = completion
  const { books } = transaction
  const { customerSent = '', items = [] } = request
  const currency = request.currencyCode === undefined ? books.currency : knownCurrency(request.currencyCode)
  const invoiceDate = request.invoiceDate ?? transaction.today
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
    customerId: checkCustomer(fields, customerSent, found.customer),
    currency,
    rate: request.rate ?? rateOf(completion, currency, found.lastRate),
    invoiceNumber:
      request.invoiceNumber === undefined
        ? await numberAfter(completion.invoices, transaction, found.largestNumber)
        : await findNumber(completion, request.invoiceNumber, null),
    invoiceDate,
    dueDate: request.dueDate ?? addDays(invoiceDate, defaults.paymentTermDays),
    discount: resolveDiscount(fields, request.discount ?? null, {
      ...about(transaction, currency),
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
  request: InvoiceRequest,
): Promise<AddedUpInvoice | undefined> {
  const { transaction, fields } = completion
  const { currencyCode, customerSent } = request
  const currency = currencyCode === undefined ? invoice.currency : knownCurrency(currencyCode)
  const invoiceDate = request.invoiceDate ?? invoice.invoiceDate
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
      request.invoiceNumber === undefined
        ? invoice.invoiceNumber
        : await findNumber(completion, request.invoiceNumber, invoice.id),
    invoiceDate,
    dueDate: request.dueDate ?? invoice.dueDate,
    discount:
      request.discount === undefined
        ? rescaleDiscount(invoice.discount, { from: invoice.currency, to: currency })
        : resolveDiscount(fields, request.discount, {
            ...about(transaction, currency),
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
    invoiceNumber: await nextInvoiceNumber(completion.invoices, transaction),
    invoiceDate,
    dueDate: addDays(invoiceDate, paymentTermDays),
    discount: discount === null ? null : { ...discount, createdAt: now, modifiedAt: now },
    lines: await linesAt(completion, invoice, invoiceDate),
  })
}

function about({ now }: BooksTransaction, currency: Currency) {
  return { now, currency }
}

async function findCustomer(
  { transaction, fields, parts }: Completion,
  sent: string,
): Promise<RowId<'Customer'>> {
  const id = parseRowId('Customer', sent, transaction.books.businessId)
  return checkCustomer(fields, sent, id === undefined ? null : await parts.findCustomer(transaction, id))
}

function checkCustomer(
  fields: FieldReader,
  sent: string,
  customer: BilledCustomer | null,
): RowId<'Customer'> {
  if (customer === null) fields.refuse('customerId', 'NOT_FOUND', notFoundMessage('Customer', sent))
  if (customer?.isArchived) fields.refuse('customerId', 'ARCHIVED', 'The customer is archived.')
  return customer?.id ?? (NO_ID as RowId<'Customer'>)
}

async function findRate(
  completion: Completion,
  { currency, day }: { readonly currency: Currency; readonly day: string },
): Promise<Decimal> {
  const { transaction, parts } = completion
  const lastRate = await parts.findLastRate(transaction, { currencyCode: currency.code, day })
  return rateOf(completion, currency, lastRate)
}

function rateOf({ transaction, fields }: Completion, currency: Currency, lastRate: Decimal | null): Decimal {
  if (currency.code === transaction.books.currency.code) return ONE
  if (lastRate === null) {
    const message = `exchangeRate is required: no rate of ${currency.code} was used before.`
    fields.refuse('exchangeRate', 'REQUIRED', message)
  }
  return lastRate ?? ONE
}

/** The number that was asked for, which no other invoice may have. */
async function findNumber(
  { transaction, fields, invoices }: Completion,
  asked: string,
  except: InvoiceId | null,
): Promise<string> {
  if (await invoices.isNumberTaken(transaction, { invoiceNumber: asked, except })) {
    fields.refuse('invoiceNumber', 'NOT_UNIQUE', 'Another invoice has this number.')
  }
  return asked
}

/** The number for a new invoice. */
export async function nextInvoiceNumber(
  invoices: Pick<InvoiceWriter, 'findLargestNumber' | 'isNumberTaken'>,
  transaction: BooksTransaction,
): Promise<string> {
  return numberAfter(invoices, transaction, await invoices.findLargestNumber(transaction))
}

function numberAfter(
  invoices: Pick<InvoiceWriter, 'isNumberTaken'>,
  transaction: BooksTransaction,
  largest: string | undefined,
): Promise<string> {
  // A number that counts is larger than all that are there: only one that does not count may be taken.
  return nextDocumentNumber(
    largest,
    async (invoiceNumber) =>
      countedNumberOf(invoiceNumber) === undefined &&
      (await invoices.isNumberTaken(transaction, { invoiceNumber, except: null })),
  )
}

async function findLines(
  { transaction, fields, parts }: Completion,
  items: readonly ItemRequest[],
  day: string,
): Promise<readonly DocumentLineContent[]> {
  const { businessId } = transaction.books
  const products = await parts.findProducts(transaction, namedProductIds(items, businessId))
  const taxes = await parts.findTaxes(transaction, { ids: namedTaxIds(items, { products, businessId }), day })
  return resolveLines(fields, items, { products, taxes, businessId })
}

/** Its lines at the tax rates of a day. */
async function linesAt(
  { transaction, parts, invoices }: Completion,
  invoice: Invoice,
  day: string,
): Promise<readonly DocumentLineContent[]> {
  const lines = await invoices.findLines(transaction, invoice)
  const ids = lines.flatMap(({ taxes }) => taxes.map(({ salesTaxId }) => salesTaxId))
  return rateLines(lines, await parts.findTaxes(transaction, { ids, day }))
}

/** Its lines: their rates were frozen when it was written, unless it gets another day. */
function keptLines(completion: Completion, invoice: Invoice, day: string) {
  if (day !== invoice.invoiceDate) return linesAt(completion, invoice, day)
  return completion.invoices.findLines(completion.transaction, invoice)
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
  return addUpInvoice(fields, content, baseCurrency)
}
