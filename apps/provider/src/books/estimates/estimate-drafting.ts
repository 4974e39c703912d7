import type { Currency } from '@counterfoil/money/currencies'
import { refuse, refuseAny, type BooksTransaction } from '#books/command.ts'
import { addUpDocument } from '#books/documents/document-content.ts'
import { draftDocument, type Drafting } from '#books/documents/document-drafting.ts'
import type { DocumentLineContent } from '#books/documents/document-lines.ts'
import { readDocumentRequest, UNCHANGED, type DocumentRequest } from '#books/documents/document-request.ts'
import { checkRate } from '#books/documents/document-validation.ts'
import { createFieldReader, inputFault, notFoundMessage, type FieldReader } from '#books/input-faults.ts'
import type { AddedUpInvoice } from '#books/invoices/invoice-writer-store.ts'
import { depositTotalMinorOf, NO_DEPOSIT, readDepositTerms, type DepositInput } from './deposit-terms.ts'
import { estimateWriter, type AddedUpEstimate, type EstimateContent } from './estimate-writer-store.ts'
import type { Estimate } from './estimate.ts'
import type { EstimateCreateInput, EstimatePatchInput } from './estimates-schema.ts'

/** The maximum length of the description of an invoice line. */
const MAX_DESCRIPTION_CHARACTERS = 2000

/** The maximum number of faults for file ids: attachments are not supported. */
const MAX_NAMED_FILES = 20

/** The parsed input of an estimate. Undefined fields were omitted. */
type EstimateRequest = DocumentRequest & {
  readonly leavesNotes?: boolean | undefined
  readonly deposit: DepositInput
}

/** A request that changes nothing. */
export const UNCHANGED_ESTIMATE: EstimateRequest = {
  ...UNCHANGED,
  deposit: { depositStatus: undefined, depositUnit: undefined, depositValue: undefined },
}

/** Parses the input of a new or changed estimate. */
export function readEstimateRequest(input: EstimateCreateInput | EstimatePatchInput) {
  const fields = createFieldReader()
  refuseAttachments(fields, input.attachmentIds)
  const { estimateNumber: number, estimateDate: day, depositStatus, depositUnit, depositValue } = input
  const request = {
    ...readDocumentRequest(fields, input, { noun: 'estimate', number, day }),
    leavesNotes: input.dontCarryOverNotesToInvoice ?? undefined,
    deposit: { depositStatus, depositUnit, depositValue },
  }
  return { request, faults: fields.faults }
}

/** Adds a fault for each attachment id: files cannot be uploaded, so no id exists. */
function refuseAttachments(fields: FieldReader, ids: readonly string[] | null | undefined): void {
  for (const [index, id] of (ids ?? []).slice(0, MAX_NAMED_FILES).entries()) {
    fields.within('attachmentIds').refuse(String(index), 'NOT_FOUND', notFoundMessage('Attachment', id))
  }
}

/** Returns the complete content of an estimate from a request: looks up ids, fills in defaults and calculates amounts. */
export async function draftEstimate(drafting: Drafting<EstimateRequest, Estimate>): Promise<AddedUpEstimate> {
  const { fields, transaction, request, origin } = drafting
  const { content } = await draftDocument('estimate', drafting)
  const from = origin.kind === 'nothing' ? undefined : origin.document
  const deposit = readDepositTerms(fields, request.deposit, from?.deposit ?? NO_DEPOSIT)
  refuseAny(fields.faults)
  const dontCarryOverNotesToInvoice = request.leavesNotes ?? from?.dontCarryOverNotesToInvoice ?? false
  const whole = { ...content, deposit, dontCarryOverNotesToInvoice }
  const addedUp = addUpEstimate(fields, whole, transaction.books.currency)
  if (addedUp === undefined || fields.faults.length > 0) refuse(...fields.faults)
  return addedUp
}

/** Calculates the amounts of an estimate and adds faults of the whole. Undefined if a fault makes the amounts impossible. */
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

/**
 * Returns the draft invoice of an estimate: with today's tax rates, a newer exchange rate if one was used since the estimate, and
 * the title (on request also the notes) of the settings for invoices.
 */
export async function draftInvoiceOf(
  transaction: BooksTransaction,
  estimate: Estimate,
): Promise<AddedUpInvoice> {
  const fields = createFieldReader()
  const lines = (await estimateWriter.findLines(transaction, estimate)).map(invoiceLineOf)
  const origin = { kind: 'model', document: estimate, lines, rateAfter: estimate.day } as const
  const { content, found } = await draftDocument('invoice', {
    transaction,
    fields,
    request: UNCHANGED,
    origin,
  })
  const { title, memo, footer } = found.defaults.texts
  const notes = estimate.dontCarryOverNotesToInvoice ? { memo, footer } : {}
  const addedUp = addUpDocument(fields, { ...content, title, ...notes }, transaction.books.currency)
  if (addedUp === undefined || fields.faults.length > 0) {
    refuse(inputFault('estimateId', 'OUT_OF_RANGE', 'At the rates of today the total is too large.'))
  }
  return addedUp
}

/** Returns the line for an invoice, which has no name field: the name becomes the beginning of the description. */
function invoiceLineOf({ name, ...line }: DocumentLineContent): DocumentLineContent {
  if (!name) return line
  const description = line.description === null ? name : `${name}\n${line.description}`
  return { ...line, description: [...description].slice(0, MAX_DESCRIPTION_CHARACTERS).join('') }
}
