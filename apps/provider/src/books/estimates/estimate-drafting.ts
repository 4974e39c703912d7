import type { Currency } from '@counterfoil/money/currencies'
import { addUpDocument } from '#books/documents/document-content.ts'
import { draftDocument, type Drafting, type Origin } from '#books/documents/document-drafting.ts'
import type { DocumentPartsReader } from '#books/documents/document-parts-store.ts'
import { readDocumentRequest, UNCHANGED, type DocumentRequest } from '#books/documents/document-request.ts'
import { checkRate } from '#books/documents/document-validation.ts'
import { notFoundMessage, type FieldReader } from '#books/input-faults.ts'
import { depositTotalMinorOf, NO_DEPOSIT, readDepositTerms, type DepositInput } from './deposit-terms.ts'
import type { AddedUpEstimate, EstimateContent, EstimateWriter } from './estimate-writer-store.ts'
import type { Estimate } from './estimate.ts'
import type { EstimateCreateInput, EstimatePatchInput } from './estimates-schema.ts'

/** Files are not taken in; of more ids than these the first ones are named. */
const MAX_NAMED_FILES = 20

/** What estimates are drafted with. */
export type DraftingPorts = {
  readonly estimateWriter: EstimateWriter
  readonly documentParts: DocumentPartsReader
}

/** What an input asks for; what is undefined was left out. */
type EstimateRequest = DocumentRequest & {
  readonly leavesNotes?: boolean | undefined
  readonly deposit: DepositInput
}

/** Leaves everything as it is. */
export const UNCHANGED_ESTIMATE: EstimateRequest = {
  ...UNCHANGED,
  deposit: { depositStatus: undefined, depositUnit: undefined, depositValue: undefined },
}

/** Reads the fields of a new estimate, or of a change of one. */
export function readEstimateRequest(
  fields: FieldReader,
  input: EstimateCreateInput | EstimatePatchInput,
): EstimateRequest {
  refuseAttachments(fields, input.attachmentIds)
  const { estimateNumber: number, estimateDate: day, depositStatus, depositUnit, depositValue } = input
  return {
    ...readDocumentRequest(fields, input, { noun: 'estimate', number, day }),
    leavesNotes: input.dontCarryOverNotesToInvoice ?? undefined,
    deposit: { depositStatus, depositUnit, depositValue },
  }
}

/** This interface has no way to bring a file here: an id names none. */
function refuseAttachments(fields: FieldReader, ids: readonly string[] | null | undefined): void {
  for (const [index, id] of (ids ?? []).slice(0, MAX_NAMED_FILES).entries()) {
    fields.within('attachmentIds').refuse(String(index), 'NOT_FOUND', notFoundMessage('Attachment', id))
  }
}

/**
 * Makes of a request what is to be written: looks up what it names, fills in what it leaves out, adds it up.
 *
 * @returns Undefined once a fault is noted
 */
export async function draftEstimate(
  { estimateWriter: numbers, documentParts: parts }: DraftingPorts,
  {
    request,
    origin,
    ...where
  }: Pick<Drafting, 'fields' | 'transaction'> & {
    readonly request: EstimateRequest
    readonly origin: Origin<Estimate>
  },
): Promise<AddedUpEstimate | undefined> {
  const { fields, transaction } = where
  const { content } = await draftDocument('estimate', { ...where, parts, numbers }, { request, origin })
  const from = origin.kind === 'nothing' ? undefined : origin.document
  const deposit = readDepositTerms(fields, request.deposit, from?.deposit ?? NO_DEPOSIT)
  if (fields.faults.length > 0) return undefined
  const dontCarryOverNotesToInvoice = request.leavesNotes ?? from?.dontCarryOverNotesToInvoice ?? false
  const whole = { ...content, deposit, dontCarryOverNotesToInvoice }
  const addedUp = addUpEstimate(fields, whole, transaction.books.currency)
  return fields.faults.length > 0 ? undefined : addedUp
}

/** Adds an estimate up and judges it as a whole. Undefined once a fault is noted without which there are no amounts. */
function addUpEstimate(
  fields: FieldReader,
  content: EstimateContent,
  baseCurrency: Currency,
): AddedUpEstimate | undefined {
  const { currency, deposit, rate } = content
  if (content.dueDate < content.day) {
    fields.refuse('dueDate', 'INVALID', 'dueDate is before estimateDate.')
  }
  checkRate(fields, { rate, currency, base: baseCurrency })
  const addedUp = addUpDocument(fields, content, baseCurrency)
  if (addedUp === undefined) return undefined
  const depositTotalMinor = depositTotalMinorOf(deposit, addedUp.totalMinor)
  if (depositTotalMinor > 0n && depositTotalMinor > addedUp.totalMinor) {
    fields.refuse('depositValue', 'OUT_OF_RANGE', 'The deposit is larger than the total.')
  }
  return { ...addedUp, depositTotalMinor }
}
