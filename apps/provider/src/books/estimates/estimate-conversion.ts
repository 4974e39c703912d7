import type { BooksTransaction, Written } from '#books/command.ts'
import { addUpDocument } from '#books/documents/document-content.ts'
import { draftDocument } from '#books/documents/document-drafting.ts'
import { UNCHANGED } from '#books/documents/document-request.ts'
import type { DocumentLineContent } from '#books/documents/document-lines.ts'
import { createFieldReader, inputFault } from '#books/input-faults.ts'
import type { InvoiceId } from '#books/invoices/invoice.ts'
import { done, refused } from '#books/row-command.ts'
import { stateFault } from './estimate-change.ts'
import type { DraftingPorts } from './estimate-drafting.ts'
import { nextStanding, type EstimateStanding } from './estimate-life.ts'
import type { Estimate } from './estimate.ts'
import type { AddedUpInvoice, InvoiceWriter } from '#books/invoices/invoice-writer-store.ts'
import type { DepositWriter } from './deposit-store.ts'

/** What an estimate becomes an invoice with. */
export type ConversionPorts = DraftingPorts & {
  readonly depositWriter: DepositWriter
  readonly invoiceWriter: InvoiceWriter
}

/** Makes a draft invoice of an estimate. What was paid of its deposit waits there for the approval. */
export async function convert(
  ports: ConversionPorts,
  transaction: BooksTransaction,
  estimate: Estimate,
): Promise<Written<InvoiceId>> {
  const standing = await standingOf(ports, transaction, estimate)
  if (standing === undefined) return refused(stateFault('estimateId', estimate))
  if (estimate.deposit.status === 'ENABLED_MANDATORY' && estimate.paidMinor < estimate.depositTotalMinor) {
    const message = 'The deposit has to be paid before there is an invoice.'
    return refused(inputFault('estimateId', 'DEPOSIT_REQUIRED', message))
  }
  const content = await invoiceOf(ports, transaction, estimate)
  if (content === undefined) {
    return refused(inputFault('estimateId', 'OUT_OF_RANGE', 'At the rates of today the total is too large.'))
  }
  const deposit = await ports.depositWriter.paidFor(transaction, estimate.id)
  const { id: invoiceId } = await ports.invoiceWriter.insertDraft(transaction, content, deposit)
  await ports.estimateWriter.stand(transaction, estimate.id, standing, { invoiceId })
  return done(invoiceId)
}

/** Again, when the invoice that was made of it is deleted. */
async function standingOf(
  { invoiceWriter }: ConversionPorts,
  transaction: BooksTransaction,
  estimate: Estimate,
): Promise<EstimateStanding | undefined> {
  const { life, undecided, invoiceId } = estimate
  if (life !== 'CONVERTED' || invoiceId === null) return nextStanding(estimate, estimate.status, 'convert')
  const invoice = await invoiceWriter.find(transaction, invoiceId)
  return invoice?.isDeleted ? { life, undecided } : undefined
}

/**
 * An invoice of today: at today's tax rates, at the exchange rate that was used last if the estimate's is older, and with the words
 * of the settings for invoices where those are its own.
 */
async function invoiceOf(
  { documentParts: parts, estimateWriter, invoiceWriter: numbers }: ConversionPorts,
  transaction: BooksTransaction,
  estimate: Estimate,
): Promise<AddedUpInvoice | undefined> {
  const fields = createFieldReader()
  const lines = (await estimateWriter.findLines(transaction, estimate)).map(invoiceLineOf)
  const { content, found } = await draftDocument(
    'invoice',
    { transaction, fields, parts, numbers },
    { request: UNCHANGED, origin: { kind: 'model', document: estimate, lines, rateAfter: estimate.day } },
  )
  const { title, memo, footer } = found.defaults.texts
  const notes = estimate.dontCarryOverNotesToInvoice ? { memo, footer } : {}
  const addedUp = addUpDocument(fields, { ...content, title, ...notes }, transaction.books.currency)
  return fields.faults.length > 0 ? undefined : addedUp
}

/** A line of an invoice has no name of its own: it begins its description. */
function invoiceLineOf({ name, ...line }: DocumentLineContent): DocumentLineContent {
  if (!name) return line
  const description = line.description === null ? name : `${name}\n${line.description}`
  return { ...line, description: [...description].slice(0, MAX_DESCRIPTION_CHARACTERS).join('') }
}

const MAX_DESCRIPTION_CHARACTERS = 2000
