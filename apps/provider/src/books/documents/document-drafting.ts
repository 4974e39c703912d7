import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import { addDays } from '#books/business-day.ts'
import type { BooksTransaction } from '#books/command.ts'
import { notFoundMessage, type FieldReader } from '#books/input-faults.ts'
import type { DocumentContent } from './document-content.ts'
import {
  namedProductIds,
  rateLines,
  resolveLines,
  sentTaxIds,
  type DocumentLineContent,
} from './document-lines.ts'
import { countedNumberOf, nextDocumentNumber } from './document-number.ts'
import { isNumberTaken, readParts, type DraftParts } from './document-parts-store.ts'
import type { DocumentRequest } from './document-request.ts'
import { wordsOf } from './document-texts.ts'
import { rescaleDiscount, resolveDiscount, type DatedDiscount } from './document-validation.ts'
import type { DocumentKind, AnyDocument } from './document.ts'

/** An estimate or an invoice that is drafted inside a command, and where faults go. */
export type Drafting<Request extends DocumentRequest, Each extends AnyDocument> = {
  readonly transaction: BooksTransaction
  readonly fields: FieldReader
  readonly request: Request
  readonly origin: Origin<Each>
}

/** What a document is drafted from. The number and the days of a model are not copied. */
type Origin<Each extends AnyDocument> =
  | {
      readonly kind: 'present' | 'model'
      readonly document: Each
      readonly lines: readonly DocumentLineContent[]
      /** A rate that was used up to this day is no newer than that of the model. */
      readonly rateAfter?: string
    }
  | { readonly kind: 'nothing' }

/** What the two kinds do not have alike. */
const RULES = {
  estimate: {
    /** How long one is good when nobody says; null: as long as the settings give to pay. */
    validDays: 30,
    /** The customer is looked at even if nobody sent one: a copy for an archived one is refused. */
    checksKeptCustomer: true,
  },
  invoice: { validDays: null, checksKeptCustomer: false },
} as const

const ONE: Decimal = { units: 1n, scale: 0 }
/** Keeps the place of a value that is missing, once its fault is noted. */
const NO_ID = '0' as RowId<'Customer'>

/** What a request becomes, and what that was made of: whatever it leaves out is filled in, faults are noted. */
export async function draftDocument(
  noun: DocumentKind,
  drafting: Drafting<DocumentRequest, AnyDocument>,
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
  const { defaults } = found
  const content = {
    ...(from === undefined ? { ...defaults.texts, ...defaults.flags } : wordsOf(from)),
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
    dueDate: request.dueDate ?? before?.dueDate ?? addDays(day, validDays ?? defaults.paymentTermDays),
    discount:
      request.discount === undefined
        ? keptDiscount(origin, { currency, now })
        : resolveDiscount(fields, request.discount, { currency, now, present: before?.discount ?? null }),
    lines:
      items === undefined
        ? // Their rates were frozen when they were written, unless the document gets another day.
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

/** Notes a customer that is not there, or archived. `keptId`: whom the document is for already. */
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

/** The rate that a document has, else the one that was used last, else that of the model. Within one currency it is 1. */
function rateOf(
  { transaction, fields, origin }: Drafting<DocumentRequest, AnyDocument>,
  currency: Currency,
  found: DraftParts,
): Decimal {
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

/** The number that was asked for, which no other document of the kind may have, else the next one. */
async function numberOf(
  noun: DocumentKind,
  { transaction, fields, request, origin }: Drafting<DocumentRequest, AnyDocument>,
  { largestNumber }: DraftParts,
): Promise<string> {
  const before = origin.kind === 'present' ? origin.document : undefined
  const number = request.number ?? before?.number
  if (number === undefined) {
    // A number that counts is larger than all that are there: only one that does not count may be taken.
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

/** The discount of the origin, in the currency of the document; that of a model is a new one. */
function keptDiscount(
  origin: Origin<AnyDocument>,
  { currency, now }: { readonly currency: Currency; readonly now: Date },
): DatedDiscount | null {
  if (origin.kind === 'nothing') return null
  const { document } = origin
  const kept = rescaleDiscount(document.discount, { from: document.currency, to: currency })
  return kept === null || origin.kind === 'present' ? kept : { ...kept, createdAt: now, modifiedAt: now }
}
