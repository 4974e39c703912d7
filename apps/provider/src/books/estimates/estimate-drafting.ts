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

/** Of a line of an invoice. */
const MAX_DESCRIPTION_CHARACTERS = 2000

/** Files are not taken in; of more ids than these the first ones are named. */
const MAX_NAMED_FILES = 20

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

/** This interface has no way to bring a file here: an id names none. */
function refuseAttachments(fields: FieldReader, ids: readonly string[] | null | undefined): void {
  for (const [index, id] of (ids ?? []).slice(0, MAX_NAMED_FILES).entries()) {
    fields.within('attachmentIds').refuse(String(index), 'NOT_FOUND', notFoundMessage('Attachment', id))
  }
}

/** Makes of a request what is to be written: looks up what it names, fills in what it leaves out, adds it up. */
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

/**
 * The draft invoice that an estimate becomes today: at today's tax rates, at the exchange rate that was used last if the
 * estimate's is older, and with the words of the settings for invoices where those are its own.
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

/** A line of an invoice has no name of its own: it begins its description. */
function invoiceLineOf({ name, ...line }: DocumentLineContent): DocumentLineContent {
  if (!name) return line
  const description = line.description === null ? name : `${name}\n${line.description}`
  return { ...line, description: [...description].slice(0, MAX_DESCRIPTION_CHARACTERS).join('') }
}
