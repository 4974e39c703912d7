import type { Currency } from '@counterfoil/money/currencies'
import { compareDecimals, formatDecimal } from '@counterfoil/money/decimal'
import { refuse, refuseAny, type BooksTransaction } from '#books/command.ts'
import { draftDocument, type Drafting } from '#books/documents/document-drafting.ts'
import type { DocumentLineContent } from '#books/documents/document-lines.ts'
import { readDocumentRequest, UNCHANGED, type DocumentRequest } from '#books/documents/document-request.ts'
import { addUpDocument, checkRate } from '#books/documents/document-validation.ts'
import type { DatedDiscount } from '#books/documents/document.ts'
import {
  createFieldReader,
  inputFault,
  notFoundMessage,
  type FieldReader,
  type InputFault,
} from '#books/input-faults.ts'
import type { AddedUpInvoice } from '#books/invoices/invoice-writer-store.ts'
import {
  depositTotalMinorOf,
  depositValueOf,
  NO_DEPOSIT,
  readDepositTerms,
  type DepositInput,
} from './deposit-terms.ts'
import { stateFault } from './estimate-life.ts'
import { estimateWriter, type AddedUpEstimate, type EstimateContent } from './estimate-store.ts'
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

/** Returns the complete content of an estimate from a request. Ends the command if it has faults. */
export async function draftEstimate({
  status,
  ...drafting
}: Drafting<EstimateRequest, Estimate> & {
  readonly status?: EstimatePatchInput['status']
}): Promise<AddedUpEstimate> {
  const { transaction, request, origin } = drafting
  const fields = createFieldReader()
  const from = origin.kind === 'nothing' ? undefined : origin.document
  if (origin.kind === 'present' && !mayHaveStatus(origin.document, status)) {
    const { code, message } = stateFault('status', origin.document)
    fields.refuse('status', code, message)
  }
  const { content } = await draftDocument('estimate', { ...drafting, fields })
  const deposit = readDepositTerms(fields, request.deposit, from?.deposit ?? NO_DEPOSIT)
  refuseAny(fields.faults)
  const dontCarryOverNotesToInvoice = request.leavesNotes ?? from?.dontCarryOverNotesToInvoice ?? false
  const whole = { ...content, deposit, dontCarryOverNotesToInvoice }
  const addedUp = addUpEstimate(fields, whole, transaction.books.currency)
  if (addedUp === undefined || fields.faults.length > 0) refuse(...fields.faults)
  if (origin.kind === 'present') refuseAny(findChangeFaults(origin, addedUp))
  return addedUp
}

/** Returns true for the statuses of a patch: the present status, which changes nothing, and approving a draft. */
function mayHaveStatus(estimate: Estimate, status: EstimatePatchInput['status'] | undefined): boolean {
  return (
    status === estimate.status ||
    status === estimate.life ||
    (status === 'APPROVED' && estimate.life === 'DRAFT')
  )
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
  const model = await estimateWriter.originOf(transaction, estimate, 'model')
  const origin = { ...model, lines: model.lines.map(invoiceLineOf), rateAfter: estimate.day }
  const { content, found } = await draftDocument('invoice', {
    transaction,
    fields,
    request: UNCHANGED,
    origin,
  })
  const { title, memo, footer } = found.defaults
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

/** An estimate as it is before a change. */
type Present = { readonly document: Estimate; readonly lines: readonly DocumentLineContent[] }

/** Returns the faults of replacing the content of an estimate with `next`. */
function findChangeFaults(
  { document: estimate, lines }: Present,
  next: AddedUpEstimate,
): readonly InputFault[] {
  const faults: InputFault[] = []
  if (estimate.life === 'ACCEPTED') {
    faults.push(
      ...changedMoney({ document: estimate, lines }, next).map((field) => stateFault(field, estimate)),
    )
  }
  if (estimate.paidMinor > 0n) faults.push(...findPaidFaults(estimate, next))
  return faults
}

function findPaidFaults(estimate: Estimate, next: AddedUpEstimate): readonly InputFault[] {
  const kept = [
    ...(estimate.customerId === next.customerId ? [] : ['customerId']),
    ...(estimate.currency.code === next.currency.code ? [] : ['currency']),
  ]
  const faults = kept.map((field) =>
    inputFault(field, 'HAS_PAYMENTS', 'A deposit was paid for the estimate.'),
  )
  if (kept.length > 0 || next.totalMinor >= estimate.paidMinor) return faults
  return [inputFault('items', 'OUT_OF_RANGE', 'The total is below what was paid.')]
}

/** Returns the names of the changed fields that affect the amounts the customer accepted. */
function changedMoney({ document: estimate, lines }: Present, next: AddedUpEstimate): readonly string[] {
  const isOtherDeposit =
    estimate.deposit.status !== next.deposit.status ||
    estimate.deposit.measure?.unit !== next.deposit.measure?.unit ||
    depositValueOf(estimate.deposit) !== depositValueOf(next.deposit)
  const hasOtherLines = textOfLines(lines) !== textOfLines(next.lines)
  return [
    ...(estimate.currency.code === next.currency.code ? [] : ['currency']),
    ...(compareDecimals(estimate.rate, next.rate) === 0 ? [] : ['exchangeRate']),
    ...(textOfDiscount(estimate.discount) === textOfDiscount(next.discount) ? [] : ['discounts']),
    // A new day also changes the lines if it changes their tax rates.
    ...(hasOtherLines ? [estimate.day === next.day ? 'items' : 'estimateDate'] : []),
    ...(isOtherDeposit ? ['depositValue'] : []),
  ]
}

function textOfLines(lines: readonly DocumentLineContent[]): string {
  return JSON.stringify(
    lines.map(({ quantity, unitPrice, taxes, ...rest }) => [
      rest.productId,
      rest.accountId,
      rest.name,
      rest.description,
      formatDecimal(quantity),
      formatDecimal(unitPrice),
      taxes.map(({ salesTaxId, rate }) => [salesTaxId, formatDecimal(rate)]),
    ]),
  )
}

function textOfDiscount(discount: DatedDiscount | null): string | null {
  if (discount === null) return null
  const { reduction } = discount
  return reduction.kind === 'FIXED'
    ? reduction.amountMinor.toString()
    : `${formatDecimal(reduction.percentage)} %`
}
