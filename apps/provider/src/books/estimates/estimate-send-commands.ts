import { formatAmount } from '@counterfoil/money/money'
import { parseRowId } from '#books/book-ids.ts'
import type { BooksTransaction, Written } from '#books/command.ts'
import {
  findSendingFault,
  receiptOf,
  sendDocument,
  type SendNeeds,
} from '#books/documents/document-sending.ts'
import { documentPdfPath } from '#books/documents/document.ts'
import { createFieldReader, inputFault, notFoundFault } from '#books/input-faults.ts'
import { readMessageDraft } from '#books/messages/message-draft.ts'
import { messageWords } from '#books/messages/message-words.ts'
import type { MessageDraft } from '#books/messages/message.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { done, refused, type HasCommands } from '#books/row-command.ts'
import { stateFault } from './estimate-change.ts'
import { move, onEstimate, type CommandsOf, type EstimateCommandNeeds } from './estimate-commands.ts'
import { nextStanding } from './estimate-life.ts'
import type { Estimate } from './estimate.ts'
import type { DepositWriter } from './deposit-store.ts'

/** What estimates are sent with. */
export type SendCommandNeeds = EstimateCommandNeeds &
  SendNeeds & {
    readonly depositWriter: DepositWriter
    /** The address people use, without a slash at its end. */
    readonly publicUrl: () => string
  }

type Context = HasCommands & SendCommandNeeds

type SendMutation =
  | 'estimateDepositPaymentReceiptSend'
  | 'estimateGeneratePdf'
  | 'estimateSend'
  | 'estimateSendAcceptanceCustomerEmail'

export const sendCommands = {
  Mutation: {
    async estimateSend(_, { input }, context) {
      const fields = createFieldReader()
      const read = readMessageDraft({ ...input, attachesPdf: input.attachPDF }, fields)
      const { value, ...answer } = await onEstimate(context, {
        sent: input.estimateId,
        faults: [...fields.faults, ...read.faults],
        write: (transaction, estimate) =>
          send(context, transaction, {
            estimate,
            draft: read.draft,
            hidesTotal: input.hideGrandTotal === true,
          }),
      })
      return { ...answer, estimate: value }
    },

    async estimateGeneratePdf(_, { input }, context) {
      const { value, ...answer } = await onEstimate(context, {
        sent: input.estimateId,
        async write(_transaction, estimate) {
          const { life } = estimate
          const isShared = life !== 'DRAFT' && life !== 'DELETED'
          if (!isShared) return refused(stateFault('estimateId', estimate))
          return done(context.publicUrl() + documentPdfPath('estimate', estimate))
        },
      })
      return { ...answer, pdfUrl: value }
    },

    async estimateSendAcceptanceCustomerEmail(_, { input }, context) {
      const { value, ...answer } = await onEstimate(context, {
        sent: input.estimateId,
        write: (transaction, estimate) => sendAcceptance(context, transaction, estimate),
      })
      return { ...answer, estimate: value }
    },

    async estimateDepositPaymentReceiptSend(_, { input }, context) {
      const fields = createFieldReader()
      const read = readMessageDraft({ ...input, attachesPdf: input.attachPdf === true }, fields)
      const { didSucceed, inputErrors } = await onEstimate(context, {
        sent: input.estimateId,
        faults: [...fields.faults, ...read.faults],
        write: (transaction, estimate) =>
          sendReceipt(context, transaction, { estimate, draft: read.draft, sent: input.estimatePaymentId }),
      })
      return { didSucceed, inputErrors }
    },
  },
} satisfies CommandsOf<SendCommandNeeds, SendMutation>

async function send(
  context: Context,
  transaction: BooksTransaction,
  asked: { readonly estimate: Estimate; readonly draft: MessageDraft; readonly hidesTotal: boolean },
): Promise<Written<Estimate>> {
  const { estimate, draft, hidesTotal } = asked
  if (nextStanding(estimate, estimate.status, 'send') === undefined) {
    return refused(stateFault('estimateId', estimate))
  }
  const printedAs = (printed: PrintedDocument) => ({ ...printed, hidesTotal })
  const sent = { noun: 'estimate', document: estimate, draft, printedAs } as const
  const fault = await sendDocument(context, transaction, sent)
  if (fault !== undefined) return refused(fault)
  const marks = { lastSentVia: 'WAVE', lastSentAt: transaction.now } as const
  return move(context, transaction, { estimate, event: 'send', marks })
}

async function sendAcceptance(
  context: Context,
  transaction: BooksTransaction,
  estimate: Estimate,
): Promise<Written<Estimate>> {
  if (estimate.life !== 'ACCEPTED') return refused(stateFault('estimateId', estimate))
  const notEnabled = await findSendingFault(context.messages, transaction, 'estimate')
  if (notEnabled !== undefined) return refused(notEnabled)
  const address = await context.documentPrinter.customerAddress(transaction, estimate)
  if (address === null) {
    return refused(inputFault('estimateId', 'REQUIRED', 'The customer has no e-mail address.'))
  }
  const draft = (printed: PrintedDocument) => acceptanceDraft(address, printed)
  await sendDocument(context, transaction, { noun: 'estimate', document: estimate, draft })
  return done(estimate)
}

/** Tells a customer that the acceptance has arrived. */
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

async function sendReceipt(
  context: Context,
  transaction: BooksTransaction,
  asked: { readonly estimate: Estimate; readonly draft: MessageDraft; readonly sent: string },
): Promise<Written<null>> {
  const { estimate, draft, sent } = asked
  const id = parseRowId('EstimatePayment', sent, transaction.books.businessId)
  const payment = id === undefined ? null : await context.depositWriter.find(transaction, id)
  if (!payment?.active || payment.estimateId !== estimate.id) {
    return refused(notFoundFault('estimatePaymentId', 'Estimate payment', sent))
  }
  const amount = (minorUnits: bigint) => formatAmount({ minorUnits, currency: estimate.currency })
  const printedAs = (printed: PrintedDocument) => ({
    ...receiptOf(printed, { day: payment.paymentDate, amount: amount(payment.amountMinor) }),
    amountDue: amount(estimate.totalMinor - estimate.paidMinor),
  })
  const fault = await sendDocument(context, transaction, {
    noun: 'estimate',
    document: estimate,
    draft,
    printedAs,
  })
  return fault === undefined ? done(null) : refused(fault)
}
