import { refuse } from '#books/command.ts'
import { findCustomerAddress } from '#books/documents/document-on-paper-store.ts'
import { checkSending, sendDocument, sendReceipt } from '#books/documents/document-sending.ts'
import { documentPdfPath } from '#books/documents/document.ts'
import { inputFault } from '#books/input-faults.ts'
import { readMessageDraft } from '#books/messages/message-draft.ts'
import { messageWords } from '#books/messages/message-words.ts'
import type { MessageDraft } from '#books/messages/message.ts'
import { findPaymentOf } from '#books/payments/payment-drafting.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { readNothing, type CommandNeeds } from '#books/row-command.ts'
import { depositWriter } from './deposit-store.ts'
import { move, onEstimate } from './estimate-commands.ts'
import { nextStanding, stateFault } from './estimate-life.ts'
import type {
  EstimateDepositPaymentReceiptSendInput,
  EstimatesCommands,
  EstimateSendInput,
} from './estimates-schema.ts'

export const sendMutations = {
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

  estimateDepositPaymentReceiptSend: onEstimate('estimateId', {
    read: (input: EstimateDepositPaymentReceiptSendInput) =>
      readMessageDraft({ ...input, attachesPdf: input.attachPdf === true }),
    async write(transaction, estimate, { draft, input: { estimatePaymentId: sent }, context }) {
      const { find } = depositWriter
      const named = { kind: 'EstimatePayment', noun: 'Estimate payment', field: 'estimatePaymentId' } as const
      const payment = await findPaymentOf(transaction, estimate.id, { ...named, sent, find })
      const receipt = { noun: 'estimate', document: estimate, draft, payment } as const
      await sendReceipt(context.messages, transaction, receipt)
    },
    answer: () => ({}),
  }),
} satisfies Partial<EstimatesCommands<CommandNeeds>['Mutation']>

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
