import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import { addDays } from '#books/business-day.ts'
import type { BooksTransaction } from '#books/command.ts'
import { namedProductIds, namedTaxIds, rateLines, resolveLines } from '#books/documents/document-lines.ts'
import { rescaleDiscount, resolveDiscount, type DatedDiscount } from '#books/documents/document-validation.ts'
import { nextDocumentNumber } from '#books/documents/document-number.ts'
import { flagsOf, textsOf, type DocumentTexts } from '#books/documents/document-texts.ts'
import { notFoundMessage, type FieldReader } from '#books/input-faults.ts'
import { NO_DEPOSIT, readDepositTerms } from './deposit-terms.ts'
import { addUpEstimate, type AddedUpEstimate, type EstimateLine } from './estimate-content.ts'
import type { EstimateItemRequest, EstimateRequest } from './estimate-input.ts'
import type { Estimate, EstimateFlags } from './estimate.ts'
import type { DocumentPartsReader } from '#books/documents/document-parts-store.ts'
import type { EstimateWriter } from './estimate-writer-store.ts'

/** How long an estimate is good when nobody says. */
const VALID_DAYS = 30

const ONE: Decimal = { units: 1n, scale: 0 }

/** What estimates are drafted with. */
export type DraftingPorts = {
  readonly estimateWriter: EstimateWriter
  readonly documentParts: DocumentPartsReader
}

type Drafting = {
  readonly ports: DraftingPorts
  readonly transaction: BooksTransaction
  readonly fields: FieldReader
  readonly request: EstimateRequest
  /** What the estimate is drafted from. The number and the day of a model are not copied. */
  readonly origin:
    | {
        readonly kind: 'present' | 'model'
        readonly estimate: Estimate
        readonly lines: readonly EstimateLine[]
      }
    | { readonly kind: 'nothing' }
}

/**
 * Makes of a request what is to be written: looks up what it names, fills in what it leaves out, adds it up.
 *
 * @returns Undefined once a fault is noted
 */
export async function draftEstimate(drafting: Drafting): Promise<AddedUpEstimate | undefined> {
  const { transaction, fields, request, origin } = drafting
  const before = presentOf(drafting)
  const from = origin.kind === 'nothing' ? undefined : origin.estimate
  const currency = knownCurrency(
    request.currencyCode ?? from?.currency.code ?? transaction.books.currency.code,
  )
  const estimateDate = request.estimateDate ?? before?.estimateDate ?? transaction.today
  const [rate, customerId] = [await rateOf(drafting, currency, estimateDate), await customerOf(drafting)]
  const content = {
    ...(await wordsOf(drafting)),
    ...request.texts,
    ...request.flags,
    currency,
    estimateDate,
    dueDate: request.dueDate ?? before?.dueDate ?? addDays(estimateDate, VALID_DAYS),
    deposit: readDepositTerms(fields, request.deposit, from?.deposit ?? NO_DEPOSIT),
    discount: discountOf(drafting, currency),
    estimateNumber: await numberOf(drafting),
    lines: await linesOf(drafting, estimateDate),
  }
  if (rate === undefined || customerId === undefined || fields.faults.length > 0) return undefined
  const addedUp = addUpEstimate(fields, { ...content, rate, customerId }, transaction.books.currency)
  return fields.faults.length > 0 ? undefined : addedUp
}

function presentOf({ origin }: Drafting): Estimate | undefined {
  return origin.kind === 'present' ? origin.estimate : undefined
}

async function wordsOf({ ports, transaction, origin }: Drafting): Promise<DocumentTexts & EstimateFlags> {
  if (origin.kind !== 'nothing') {
    const { estimate } = origin
    const { dontCarryOverNotesToInvoice } = estimate
    return { ...textsOf(estimate), ...flagsOf(estimate), dontCarryOverNotesToInvoice }
  }
  const { texts, flags } = await ports.documentParts.readDefaults(transaction, 'estimate')
  return { ...texts, ...flags, dontCarryOverNotesToInvoice: false }
}

async function rateOf(
  { ports, transaction, fields, request, origin }: Drafting,
  currency: Currency,
  day: string,
): Promise<Decimal | undefined> {
  if (request.rate !== undefined) return request.rate
  const { code } = currency
  if (code === transaction.books.currency.code) return ONE
  const isKept = origin.kind === 'present' && origin.estimate.currency.code === code
  if (isKept) return origin.estimate.rate
  const last = await ports.documentParts.findLastRate(transaction, { currencyCode: code, day })
  if (last !== null) return last
  if (origin.kind === 'model') return origin.estimate.rate
  fields.refuse('exchangeRate', 'REQUIRED', `exchangeRate is required: no rate of ${code} was used before.`)
  return undefined
}

function discountOf(drafting: Drafting, currency: Currency): DatedDiscount | null {
  const { fields, request, origin, transaction } = drafting
  const { now } = transaction
  if (request.discount === null) return null
  if (request.discount !== undefined) {
    const present = presentOf(drafting)?.discount ?? null
    return resolveDiscount(fields, request.discount, { currency, now, present })
  }
  if (origin.kind === 'nothing') return null
  const kept = rescaleDiscount(origin.estimate.discount, { from: origin.estimate.currency, to: currency })
  return kept === null || origin.kind === 'present' ? kept : { ...kept, createdAt: now, modifiedAt: now }
}

async function customerOf(drafting: Drafting): Promise<RowId<'Customer'> | undefined> {
  const { ports, transaction, fields, request, origin } = drafting
  const sent = request.customerSent ?? (origin.kind === 'nothing' ? '' : origin.estimate.customerId)
  const id = parseRowId('Customer', sent, transaction.books.businessId)
  const customer = id === undefined ? null : await ports.documentParts.findCustomer(transaction, id)
  if (customer === null) fields.refuse('customerId', 'NOT_FOUND', notFoundMessage('Customer', sent))
  const isKept = customer !== null && customer.id === presentOf(drafting)?.customerId
  if (customer?.isArchived && !isKept) fields.refuse('customerId', 'ARCHIVED', 'The customer is archived.')
  return customer?.id
}

async function numberOf(drafting: Drafting): Promise<string> {
  const { ports, transaction, fields, request } = drafting
  const before = presentOf(drafting)
  const wanted = request.estimateNumber ?? before?.estimateNumber
  if (wanted === undefined) {
    const { findLargestNumber, isNumberTaken } = ports.estimateWriter
    return nextDocumentNumber(await findLargestNumber(transaction), (estimateNumber) =>
      isNumberTaken(transaction, { estimateNumber, except: null }),
    )
  }
  if (wanted === before?.estimateNumber) return wanted
  const asked = { estimateNumber: wanted, except: before?.id ?? null }
  if (await ports.estimateWriter.isNumberTaken(transaction, asked)) {
    fields.refuse('estimateNumber', 'NOT_UNIQUE', 'Another estimate has this number.')
  }
  return wanted
}

async function linesOf(drafting: Drafting, day: string): Promise<readonly EstimateLine[]> {
  const { ports, transaction, request, origin } = drafting
  if (request.items !== undefined) return newLines(drafting, request.items, day)
  if (origin.kind === 'nothing') return []
  // Their rates were frozen when they were written, unless it gets another day.
  if (origin.kind === 'present' && origin.estimate.estimateDate === day) return origin.lines
  const ids = origin.lines.flatMap(({ taxes }) => taxes.map(({ salesTaxId }) => salesTaxId))
  const taxes = await ports.documentParts.findTaxes(transaction, { ids, day })
  return named(
    rateLines(origin.lines, taxes),
    origin.lines.map(({ name }) => name),
  )
}

async function newLines(
  { ports, transaction, fields }: Drafting,
  items: readonly EstimateItemRequest[],
  day: string,
): Promise<readonly EstimateLine[]> {
  const { businessId } = transaction.books
  const products = await ports.documentParts.findProducts(transaction, namedProductIds(items, businessId))
  const ids = namedTaxIds(items, { products, businessId })
  const taxes = await ports.documentParts.findTaxes(transaction, { ids, day })
  return named(
    resolveLines(fields, items, { products, taxes, businessId }),
    items.map(({ name }) => name),
  )
}

/** Gives lines the names of their own: one for each line, unless a line is missing and a fault is noted for it. */
function named(
  lines: readonly Omit<EstimateLine, 'name'>[],
  names: readonly (string | null)[],
): readonly EstimateLine[] {
  return lines.map((line, index) => ({ ...line, name: names[index] ?? null }))
}
