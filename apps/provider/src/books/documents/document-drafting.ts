import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import { addDays } from '#books/business-day.ts'
import type { BooksTransaction } from '#books/command.ts'
import { notFoundMessage, type FieldReader } from '#books/input-faults.ts'
import {
  namedProductIds,
  rateLines,
  resolveLines,
  sentTaxIds,
  type DocumentLineContent,
} from './document-lines.ts'
import { countedNumberOf, nextDocumentNumber } from './document-number.ts'
import { isNumberTaken } from './document-list-store.ts'
import { readParts, type DraftParts } from './document-parts-store.ts'
import type { DocumentRequest } from './document-request.ts'
import { rescaleDiscount, resolveDiscount, type DocumentContent } from './document-validation.ts'
import { wordingOf, type AnyDocument, type DatedDiscount, type DocumentKind } from './document.ts'

/** The inputs for drafting an estimate or invoice inside a command. */
export type Drafting<Request extends DocumentRequest, Each extends AnyDocument> = {
  readonly transaction: BooksTransaction
  readonly request: Request
  readonly origin: Origin<Each>
}

/** A drafting with the reader that its faults are added to. */
type Faulted = Drafting<DocumentRequest, AnyDocument> & { readonly fields: FieldReader }

/** The document that a draft is based on: the present one, or a model to copy without its number and days. */
type Origin<Each extends AnyDocument> =
  | {
      readonly kind: 'present' | 'model'
      readonly document: Each
      readonly lines: readonly DocumentLineContent[]
      /** Exchange rates last used up to this day are ignored, because the rate of the model is as recent. */
      readonly rateAfter?: string
    }
  | { readonly kind: 'nothing' }

/** Rules that differ between estimates and invoices. */
const RULES = {
  estimate: {
    /** The default number of days until the due date; null for the payment term of the settings. */
    validDays: 30,
    /** True if the customer of the origin is checked too: an archived customer gets no copy of an estimate. */
    checksKeptCustomer: true,
  },
  invoice: { validDays: null, checksKeptCustomer: false },
} as const

const ONE: Decimal = { units: 1n, scale: 0 }
/** A placeholder for a missing id whose fault was already added. */
const NO_ID = '0' as RowId<'Customer'>

/** Returns the content of the document for a request, with defaults for omitted fields, and the rows it uses. Adds faults. */
export async function draftDocument(
  noun: DocumentKind,
  drafting: Faulted,
): Promise<{ readonly content: DocumentContent; readonly found: DraftParts }> {
  const { transaction, fields, request, origin } = drafting
  const { books, today, now } = transaction
  const { validDays, checksKeptCustomer } = RULES[noun]
  const from = origin.kind === 'nothing' ? undefined : origin.document
  const before = origin.kind === 'present' ? origin.document : undefined
  const currency = knownCurrency(request.currencyCode ?? from?.currency.code ?? books.currency.code)
  const day = request.day ?? before?.day ?? today
  const { items } = request
  const kept = origin.kind === 'nothing' || items !== undefined ? [] : origin.lines
  const keptCustomer = checksKeptCustomer ? from?.customerId : undefined
  const customerSent = request.customerSent ?? keptCustomer ?? (from === undefined ? '' : undefined)
  const rateAfter = origin.kind === 'model' ? origin.rateAfter : undefined
  const found = await readParts(transaction, noun, {
    customerId: parseRowId('Customer', customerSent ?? '', books.businessId),
    productIds: namedProductIds(items ?? [], books.businessId),
    salesTaxIds: [...sentTaxIds(items ?? [], books.businessId), ...taxIdsOf(kept)],
    currencyCode: currency.code,
    day,
    rateAfter,
  })
  const content = {
    ...(from === undefined ? found.defaults : wordingOf(from)),
    ...request.texts,
    ...request.flags,
    customerId:
      customerSent === undefined && from !== undefined
        ? from.customerId
        : checkCustomer(fields, found, {
            sent: customerSent ?? '',
            keptId: checksKeptCustomer ? before?.customerId : undefined,
          }),
    currency,
    rate: request.rate ?? rateOf(drafting, currency, found),
    number: await numberOf(noun, drafting, found),
    day,
    dueDate: request.dueDate ?? before?.dueDate ?? addDays(day, validDays ?? found.paymentTermDays),
    discount:
      request.discount === undefined
        ? keptDiscount(origin, { currency, now })
        : resolveDiscount(fields, request.discount, { currency, now, present: before?.discount ?? null }),
    lines:
      items === undefined
        ? // Their tax rates were frozen when they were written, unless the document gets another day.
          before?.day === day
          ? kept
          : rateLines(kept, found.taxes)
        : resolveLines(fields, items, { ...found, businessId: books.businessId }),
  }
  return { content, found }
}

function taxIdsOf(lines: readonly DocumentLineContent[]): readonly RowId<'SalesTax'>[] {
  return lines.flatMap(({ taxes }) => taxes.map(({ salesTaxId }) => salesTaxId))
}

/** Adds a fault if the customer is unknown or archived. `keptId` is the present customer, who may be archived. */
function checkCustomer(
  fields: FieldReader,
  { customer }: DraftParts,
  { sent, keptId }: { readonly sent: string; readonly keptId: RowId<'Customer'> | undefined },
): RowId<'Customer'> {
  if (customer === null) fields.refuse('customerId', 'NOT_FOUND', notFoundMessage('Customer', sent))
  else if (customer.isArchived && customer.id !== keptId) {
    fields.refuse('customerId', 'ARCHIVED', 'The customer is archived.')
  }
  return customer?.id ?? NO_ID
}

/** Returns the document's own exchange rate, else the last used one, else the model's. It is 1 in the business's own currency. */
function rateOf({ transaction, fields, origin }: Faulted, currency: Currency, found: DraftParts): Decimal {
  if (origin.kind === 'present' && origin.document.currency.code === currency.code)
    return origin.document.rate
  if (currency.code === transaction.books.currency.code) return ONE
  const rate = found.lastRate ?? (origin.kind === 'model' ? origin.document.rate : null)
  if (rate === null) {
    const message = `exchangeRate is required: no rate of ${currency.code} was used before.`
    fields.refuse('exchangeRate', 'REQUIRED', message)
  }
  return rate ?? ONE
}

/** Returns the requested number, which must be unique among documents of the kind, or else the next free number. */
async function numberOf(
  noun: DocumentKind,
  { transaction, fields, request, origin }: Faulted,
  { largestNumber }: DraftParts,
): Promise<string> {
  const before = origin.kind === 'present' ? origin.document : undefined
  const number = request.number ?? before?.number
  if (number === undefined) {
    // The next counted number is larger than all existing ones, so only one that is not counted may be taken.
    return nextDocumentNumber(
      largestNumber,
      async (next) =>
        countedNumberOf(next) === undefined &&
        (await isNumberTaken(transaction, noun, { number: next, except: null })),
    )
  }
  if (number === before?.number) return number
  if (await isNumberTaken(transaction, noun, { number, except: before?.id ?? null })) {
    fields.refuse(`${noun}Number`, 'NOT_UNIQUE', `Another ${noun} has this number.`)
  }
  return number
}

/** Returns the discount of the origin in the currency of the document, with new timestamps if the origin is a model. */
function keptDiscount(
  origin: Origin<AnyDocument>,
  { currency, now }: { readonly currency: Currency; readonly now: Date },
): DatedDiscount | null {
  if (origin.kind === 'nothing') return null
  const { document } = origin
  const kept = rescaleDiscount(document.discount, { from: document.currency, to: currency })
  return kept === null || origin.kind === 'present' ? kept : { ...kept, createdAt: now, modifiedAt: now }
}
