import { refuse, type BooksTransaction } from '#books/command.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import { findCustomerAddress } from '#books/documents/document-on-paper-store.ts'
import { checkSending, findMethodFaults, sendDocument } from '#books/documents/document-sending.ts'
import { documentPdfPath } from '#books/documents/document.ts'
import { inputFault } from '#books/input-faults.ts'
import { invoiceWriter } from '#books/invoices/invoice-writer-store.ts'
import { readMessageDraft } from '#books/messages/message-draft.ts'
import { messageWords } from '#books/messages/message-words.ts'
import type { MessageDraft } from '#books/messages/message.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { inBusiness, onRow, readNothing, type CommandNeeds } from '#books/row-command.ts'
import { depositWriter } from './deposit-store.ts'
import {
  draftEstimate,
  draftInvoiceOf,
  readEstimateRequest,
  UNCHANGED_ESTIMATE,
} from './estimate-drafting.ts'
import {
  isClosed,
  nextStanding,
  stateFault,
  type EstimateEvent,
  type EstimateStanding,
} from './estimate-life.ts'
import { estimateWriter, type EstimateMarks } from './estimate-store.ts'
import type { Estimate } from './estimate.ts'
import type {
  EstimateCreateInput,
  EstimateMarkSentInput,
  EstimatePatchInput,
  EstimatesCommands,
  EstimateSendInput,
} from './estimates-schema.ts'

/** Creates the resolver of a mutation of an estimate. */
export const onEstimate = onRow({ kind: 'Estimate', noun: 'Estimate', find: estimateWriter.find })

export const estimateMutations = {
  convertEstimateToInvoice: onEstimate('estimateId', {
    read: readNothing,
    write: convert,
    // The schema does not allow null for the id of an invoice that was not made.
    answer: (invoiceId) => ({ invoiceId: invoiceId ?? '' }),
  }),

  estimateCreate: inBusiness({
    read: (input: EstimateCreateInput) => readEstimateRequest(input),
    async write(transaction, { request }) {
      const content = await draftEstimate({ transaction, request, origin: { kind: 'nothing' } })
      return estimateWriter.create(transaction, content)
    },
    answer: (estimate) => ({ estimate }),
  }),

  estimatePatch: onEstimate('id', {
    read: (input: EstimatePatchInput) => readEstimateRequest(input),
    async write(transaction, estimate, { request, input }) {
      if (isClosed(estimate)) refuse(stateFault('id', estimate))
      const origin = await estimateWriter.originOf(transaction, estimate, 'present')
      const content = await draftEstimate({ transaction, request, origin, status: input.status })
      const changed = await estimateWriter.change(transaction, estimate.id, content)
      const isApproved = input.status === 'APPROVED' && changed.life === 'DRAFT'
      return isApproved ? move(transaction, { estimate: changed, event: 'approve' }) : changed
    },
    answer: (estimate) => ({ estimate }),
  }),

  /** Creates a draft with today's date and tax rates from the content of an estimate. */
  estimateClone: onEstimate('estimateId', {
    read: readNothing,
    async write(transaction, estimate) {
      if (estimate.life === 'DELETED') refuse(stateFault('estimateId', estimate))
      const origin = await estimateWriter.originOf(transaction, estimate, 'model')
      const content = await draftEstimate({ transaction, request: UNCHANGED_ESTIMATE, origin })
      return estimateWriter.create(transaction, content)
    },
    answer: (estimate) => ({ estimate }),
  }),

  estimateDelete: onEstimate('estimateId', {
    read: readNothing,
    async write(transaction, estimate) {
      if (estimate.paidMinor !== 0n) {
        refuse(inputFault('estimateId', 'HAS_PAYMENTS', 'A deposit was paid for the estimate.'))
      }
      await move(transaction, { estimate, event: 'delete' })
    },
    answer: () => ({}),
  }),

  estimateApprove: moveBy('approve'),

  estimateMarkSent: onEstimate('estimateId', {
    read: ({ sendMethod }: EstimateMarkSentInput) => ({ faults: findMethodFaults('estimate', sendMethod) }),
    write: (transaction, estimate, { input: { sendMethod, sentAt } }) => {
      const isSent = sendMethod !== 'SKIPPED'
      const marks = { lastSentVia: sendMethod, ...(isSent && { lastSentAt: sentAt ?? transaction.now }) }
      return move(transaction, { estimate, event: isSent ? 'send' : 'skipSending', marks })
    },
    answer: (estimate) => ({ estimate }),
  }),

  estimateMarkAccepted: moveBy('markAccepted'),

  estimateResetAcceptance: moveBy('resetAcceptance'),

  estimateSend: onEstimate('estimateId', {
    read: (input: EstimateSendInput) => readMessageDraft({ ...input, attachesPdf: input.attachPDF }),
    async write(transaction, estimate, { draft, input, context }) {
      if (nextStanding(estimate, estimate.status, 'send') === undefined) {
        refuse(stateFault('estimateId', estimate))
      }
      const hidesTotal = input.hideGrandTotal === true
      const printedAs = (printed: PrintedDocument) => ({ ...printed, hidesTotal })
      const sent = { noun: 'estimate', document: estimate, draft, printedAs } as const
      await sendDocument(context.messages, transaction, sent)
      const marks = { lastSentVia: 'WAVE', lastSentAt: transaction.now } as const
      return move(transaction, { estimate, event: 'send', marks })
    },
    answer: (estimate) => ({ estimate }),
  }),

  estimateGeneratePdf: onEstimate('estimateId', {
    read: readNothing,
    async write(_transaction, estimate, { context }) {
      const { life } = estimate
      if (life === 'DRAFT' || life === 'DELETED') refuse(stateFault('estimateId', estimate))
      return context.publicUrl() + documentPdfPath('estimate', estimate)
    },
    answer: (pdfUrl) => ({ pdfUrl }),
  }),

  estimateSendAcceptanceCustomerEmail: onEstimate('estimateId', {
    read: readNothing,
    async write(transaction, estimate, { context: { messages } }) {
      if (estimate.life !== 'ACCEPTED') refuse(stateFault('estimateId', estimate))
      await checkSending(messages, transaction, 'estimate')
      const address = await findCustomerAddress(transaction, estimate)
      if (address === null) {
        refuse(inputFault('estimateId', 'REQUIRED', 'The customer has no e-mail address.'))
      }
      const draft = (printed: PrintedDocument) => acceptanceDraft(address, printed)
      await sendDocument(messages, transaction, { noun: 'estimate', document: estimate, draft })
      return estimate
    },
    answer: (estimate) => ({ estimate }),
  }),
} satisfies Partial<EstimatesCommands<CommandNeeds>['Mutation']>

/** Creates the resolver of a mutation that only applies an event to an estimate. */
function moveBy(event: EstimateEvent) {
  return onEstimate('estimateId', {
    read: readNothing,
    write: (transaction, estimate) => move(transaction, { estimate, event }),
    answer: (estimate) => ({ estimate }),
  })
}

/** Applies an event to an estimate, and records acceptance and its reset in the estimate's history. */
export async function move(
  transaction: BooksTransaction,
  happened: { readonly estimate: Estimate; readonly event: EstimateEvent; readonly marks?: EstimateMarks },
): Promise<Estimate> {
  const { estimate, event, marks = {} } = happened
  const next = nextStanding(estimate, estimate.status, event)
  if (next === undefined) refuse(stateFault('estimateId', estimate))
  const isSame = next.life === estimate.life && Object.keys(marks).length === 0
  if (isSame) return estimate
  if (next.life !== estimate.life) {
    if (next.life === 'ACCEPTED') await estimateWriter.noteByAuthor(transaction, estimate.id, 'ACCEPTED')
    if (event === 'resetAcceptance') await estimateWriter.noteByAuthor(transaction, estimate.id, 'RESET')
  }
  return estimateWriter.stand(transaction, estimate.id, next, marks)
}

/** Makes a draft invoice from an estimate. The paid deposit is applied when the invoice is approved. */
async function convert(transaction: BooksTransaction, estimate: Estimate): Promise<string> {
  const standing = await convertedStanding(transaction, estimate)
  if (standing === undefined) refuse(stateFault('estimateId', estimate))
  if (estimate.deposit.status === 'ENABLED_MANDATORY' && estimate.paidMinor < estimate.depositTotalMinor) {
    const message = 'The deposit has to be paid before there is an invoice.'
    refuse(inputFault('estimateId', 'DEPOSIT_REQUIRED', message))
  }
  const content = await draftInvoiceOf(transaction, estimate)
  const deposit = await depositWriter.paidFor(transaction, estimate.id)
  const invoice = await invoiceWriter.insertDraft(transaction, content, deposit)
  await estimateWriter.stand(transaction, estimate.id, standing, { invoiceId: invoice.id })
  return rowWireIdOf('Invoice', invoice)
}

/** Returns the standing after conversion, also for a repeated conversion if the earlier invoice was deleted; else undefined. */
async function convertedStanding(
  transaction: BooksTransaction,
  estimate: Estimate,
): Promise<EstimateStanding | undefined> {
  const { life, undecided, invoiceId } = estimate
  if (life !== 'CONVERTED' || invoiceId === null) return nextStanding(estimate, estimate.status, 'convert')
  const invoice = await invoiceWriter.find(transaction, invoiceId)
  return invoice?.isDeleted ? { life, undecided } : undefined
}

/** Returns the message that confirms to a customer that the acceptance has arrived. */
function acceptanceDraft(to: string, { locale, number, business }: PrintedDocument): MessageDraft {
  const { accepted } = messageWords(locale)
  return {
    to: [to],
    copiesSender: false,
    replyTo: null,
    subject: accepted.subject(number, business.name),
    text: accepted.text(number),
    attachesPdf: true,
  }
}
