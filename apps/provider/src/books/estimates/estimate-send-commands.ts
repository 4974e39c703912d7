import { parseRowId } from '#books/book-ids.ts'
import type { BooksTransaction, Written } from '#books/command.ts'
import type { DocumentPrinter } from '#books/documents/document-on-paper-store.ts'
import { createFieldReader, inputFault, notFoundFault } from '#books/input-faults.ts'
import { readMessageDraft } from '#books/messages/message-draft.ts'
import type { MessageDraft } from '#books/messages/message.ts'
import { done, refused, type HasCommands } from '#books/row-command.ts'
import { stateFault } from './estimate-change.ts'
import { move, onEstimate, type CommandsOf, type EstimateCommandNeeds } from './estimate-commands.ts'
import { nextStanding } from './estimate-life.ts'
import { acceptanceDraft, estimateMessage, estimatePdfPath, receiptMessage } from './estimate-messages.ts'
import type { Estimate } from './estimate.ts'
import type { MessageWriter } from '#books/messages/message-store.ts'
import type { DepositWriter } from './deposit-store.ts'

/** What estimates are sent with. */
export type SendCommandNeeds = EstimateCommandNeeds & {
  readonly depositWriter: DepositWriter
  readonly messages: MessageWriter
  readonly documentPrinter: DocumentPrinter
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
          return done(context.publicUrl() + estimatePdfPath(estimate))
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
  {
    estimate,
    draft,
    hidesTotal,
  }: {
    readonly estimate: Estimate
    readonly draft: MessageDraft
    readonly hidesTotal: boolean
  },
): Promise<Written<Estimate>> {
  if (nextStanding(estimate, estimate.status, 'send') === undefined) {
    return refused(stateFault('estimateId', estimate))
  }
  if (!(await context.messages.isEnabled(transaction))) return refused(notEnabledFault())
  const document = { ...(await context.documentPrinter.printEstimate(transaction, estimate)), hidesTotal }
  await context.messages.enqueue(transaction, estimateMessage(transaction, estimate, { document, draft }))
  const marks = { lastSentVia: 'WAVE', lastSentAt: transaction.now } as const
  return move(context, transaction, { estimate, event: 'send', marks })
}

async function sendAcceptance(
  { messages, documentPrinter }: Context,
  transaction: BooksTransaction,
  estimate: Estimate,
): Promise<Written<Estimate>> {
  if (estimate.life !== 'ACCEPTED') return refused(stateFault('estimateId', estimate))
  if (!(await messages.isEnabled(transaction))) return refused(notEnabledFault())
  const address = await documentPrinter.customerAddress(transaction, estimate)
  if (address === null) {
    return refused(inputFault('estimateId', 'REQUIRED', 'The customer has no e-mail address.'))
  }
  const document = await documentPrinter.printEstimate(transaction, estimate)
  const draft = acceptanceDraft(address, document)
  await messages.enqueue(transaction, estimateMessage(transaction, estimate, { document, draft }))
  return done(estimate)
}

async function sendReceipt(
  { messages, documentPrinter, depositWriter }: Context,
  transaction: BooksTransaction,
  {
    estimate,
    draft,
    sent,
  }: {
    readonly estimate: Estimate
    readonly draft: MessageDraft
    readonly sent: string
  },
): Promise<Written<null>> {
  const id = parseRowId('EstimatePayment', sent, transaction.books.businessId)
  const payment = id === undefined ? null : await depositWriter.find(transaction, id)
  if (!payment?.active || payment.estimateId !== estimate.id) {
    return refused(notFoundFault('estimatePaymentId', 'Estimate payment', sent))
  }
  if (!(await messages.isEnabled(transaction))) return refused(notEnabledFault())
  const document = await documentPrinter.printEstimate(transaction, estimate)
  await messages.enqueue(transaction, receiptMessage(transaction, estimate, { payment, document, draft }))
  return done(null)
}

function notEnabledFault() {
  return inputFault('estimateId', 'NOT_ENABLED', 'The business does not let messages be sent for it.')
}
