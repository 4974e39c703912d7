import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import { addDays } from '#books/business-day.ts'
import {
  checkNumber,
  findCustomer,
  findLines,
  findRate,
  linesAt,
  nextNumber,
  type Drafting,
} from '#books/documents/document-drafting.ts'
import type { DocumentLineContent } from '#books/documents/document-lines.ts'
import type { DocumentPartsReader } from '#books/documents/document-parts-store.ts'
import { flagsOf, textsOf, type DocumentTexts } from '#books/documents/document-texts.ts'
import { rescaleDiscount, resolveDiscount, type DatedDiscount } from '#books/documents/document-validation.ts'
import { NO_DEPOSIT, readDepositTerms } from './deposit-terms.ts'
import { addUpEstimate, type AddedUpEstimate } from './estimate-content.ts'
import type { EstimateRequest } from './estimate-input.ts'
import type { EstimateWriter } from './estimate-writer-store.ts'
import type { Estimate, EstimateFlags } from './estimate.ts'

/** How long an estimate is good when nobody says. */
const VALID_DAYS = 30

/** What estimates are drafted with. */
export type DraftingPorts = {
  readonly estimateWriter: EstimateWriter
  readonly documentParts: DocumentPartsReader
}

type EstimateDrafting = Drafting & {
  readonly estimates: EstimateWriter
  readonly request: EstimateRequest
  /** What the estimate is drafted from. The number and the day of a model are not copied. */
  readonly origin:
    | {
        readonly kind: 'present' | 'model'
        readonly estimate: Estimate
        readonly lines: readonly DocumentLineContent[]
      }
    | { readonly kind: 'nothing' }
}

/**
 * Makes of a request what is to be written: looks up what it names, fills in what it leaves out, adds it up.
 *
 * @returns Undefined once a fault is noted
 */
export async function draftEstimate(
  { estimateWriter, documentParts }: DraftingPorts,
  asked: Omit<EstimateDrafting, 'estimates' | 'parts'>,
): Promise<AddedUpEstimate | undefined> {
  const drafting: EstimateDrafting = { ...asked, estimates: estimateWriter, parts: documentParts }
  const { transaction, fields, request, origin } = asked
  const before = presentOf(drafting)
  const from = origin.kind === 'nothing' ? undefined : origin.estimate
  const currency = knownCurrency(
    request.currencyCode ?? from?.currency.code ?? transaction.books.currency.code,
  )
  const estimateDate = request.day ?? before?.estimateDate ?? transaction.today
  const content = {
    rate: await rateOf(drafting, currency, estimateDate),
    customerId: await findCustomer(
      drafting,
      request.customerSent ?? from?.customerId ?? '',
      before?.customerId,
    ),
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
  if (fields.faults.length > 0) return undefined
  const addedUp = addUpEstimate(fields, content, transaction.books.currency)
  return fields.faults.length > 0 ? undefined : addedUp
}

function presentOf({ origin }: EstimateDrafting): Estimate | undefined {
  return origin.kind === 'present' ? origin.estimate : undefined
}

async function wordsOf({
  parts,
  transaction,
  origin,
}: EstimateDrafting): Promise<DocumentTexts & EstimateFlags> {
  if (origin.kind !== 'nothing') {
    const { estimate } = origin
    const { dontCarryOverNotesToInvoice } = estimate
    return { ...textsOf(estimate), ...flagsOf(estimate), dontCarryOverNotesToInvoice }
  }
  const { texts, flags } = await parts.readDefaults(transaction, 'estimate')
  return { ...texts, ...flags, dontCarryOverNotesToInvoice: false }
}

async function rateOf(drafting: EstimateDrafting, currency: Currency, day: string): Promise<Decimal> {
  const { request, origin } = drafting
  if (request.rate !== undefined) return request.rate
  const isKept = origin.kind === 'present' && origin.estimate.currency.code === currency.code
  if (isKept) return origin.estimate.rate
  return findRate(drafting, { currency, day }, origin.kind === 'model' ? origin.estimate.rate : null)
}

function discountOf(drafting: EstimateDrafting, currency: Currency): DatedDiscount | null {
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

async function numberOf(drafting: EstimateDrafting): Promise<string> {
  const { transaction, request, estimates } = drafting
  const before = presentOf(drafting)
  const number = request.number ?? before?.estimateNumber
  if (number === undefined) return nextNumber(estimates, transaction)
  if (number === before?.estimateNumber) return number
  return checkNumber(drafting, estimates, { noun: 'estimate', number, except: before?.id ?? null })
}

async function linesOf(drafting: EstimateDrafting, day: string): Promise<readonly DocumentLineContent[]> {
  const { request, origin } = drafting
  if (request.items !== undefined) return findLines(drafting, request.items, day)
  if (origin.kind === 'nothing') return []
  // Their rates were frozen when they were written, unless it gets another day.
  const isKept = origin.kind === 'present' && origin.estimate.estimateDate === day
  return isKept ? origin.lines : linesAt(drafting, origin.lines, day)
}
