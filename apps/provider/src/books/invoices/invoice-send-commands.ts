import type { BooksTransaction, Written } from '#books/command.ts'
import type { DocumentPrinter } from '#books/documents/document-on-paper-store.ts'
import { createFieldReader, inputFault } from '#books/input-faults.ts'
import { readMessageDraft } from '#books/messages/message-draft.ts'
import type { MessageDraft } from '#books/messages/message.ts'
import { done, refused, type CommandNeeds } from '#books/row-command.ts'
import { runOnInvoice } from './invoice-commands.ts'
import { nextLife } from './invoice-life.ts'
import { invoiceMessage } from './invoice-messages.ts'
import type { Invoice } from './invoice.ts'
import type { InvoicesCommands } from './invoices-schema.ts'
import type { MessageWriter } from '#books/messages/message-store.ts'
import type { InvoiceWriter } from './invoice-write-store.ts'

/** What invoices are sent with. */
export type SendNeeds = CommandNeeds & {
  readonly invoiceWriter: InvoiceWriter
  readonly documentPrinter: DocumentPrinter
  readonly messages: MessageWriter
}

export const invoiceSendCommands = {
  Mutation: {
    async invoiceSend(_, { input }, context) {
      const fields = createFieldReader()
      const { draft, faults } = readMessageDraft({ ...input, attachesPdf: input.attachPDF }, fields)
      const { value, ...answer } = await runOnInvoice(
        context,
        { field: 'invoiceId', sent: input.invoiceId, faults: [...fields.faults, ...faults] },
        (transaction, invoice) => send(context, transaction, { invoice, draft }),
      )
      return { ...answer, invoice: value }
    },
  },
} satisfies { readonly Mutation: Pick<InvoicesCommands<SendNeeds>['Mutation'], 'invoiceSend'> }

async function send(
  { invoiceWriter, documentPrinter, messages }: SendNeeds,
  transaction: BooksTransaction,
  { invoice, draft }: { readonly invoice: Invoice; readonly draft: MessageDraft },
): Promise<Written<Invoice>> {
  const life = nextLife(invoice.life, 'send')
  if (life === undefined) {
    return refused(inputFault('invoiceId', 'INVALID_STATE', 'A draft has to be approved first.'))
  }
  if (!(await messages.isEnabled(transaction))) return refused(findSendingFault('invoiceId'))
  const document = await documentPrinter.printInvoice(transaction, invoice)
  await messages.enqueue(transaction, invoiceMessage(transaction, invoice, { document, draft }))
  const sent = { life, sentAt: transaction.now, sentVia: 'WAVE' } as const
  await invoiceWriter.updateLife(transaction, invoice.id, sent)
  const now = await invoiceWriter.find(transaction, invoice.id)
  if (now === null) throw new Error('An invoice that was sent is not there')
  return done(now)
}

/** What is against sending anything for a business that does not let it. */
export function findSendingFault(field: string) {
  return inputFault(field, 'NOT_ENABLED', 'The business does not let messages be sent for it.')
}
