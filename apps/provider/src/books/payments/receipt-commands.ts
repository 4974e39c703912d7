import { formatAmount } from '@counterfoil/money/money'
import { parseRowId } from '#books/book-ids.ts'
import type { BooksTransaction, Written } from '#books/command.ts'
import { createFieldReader, notFoundFault } from '#books/input-faults.ts'
import { runOnInvoice } from '#books/invoices/invoice-commands.ts'
import { invoiceMessage, receiptOf } from '#books/invoices/invoice-messages.ts'
import { findSendingFault, type SendNeeds } from '#books/invoices/invoice-send-commands.ts'
import type { Invoice } from '#books/invoices/invoice.ts'
import { readMessageDraft } from '#books/messages/message-draft.ts'
import type { MessageDraft } from '#books/messages/message.ts'
import { done, refused } from '#books/row-command.ts'
import type { PaymentsCommands } from './payments-schema.ts'
import type { PaymentWriter } from './payment-store.ts'

type Needs = SendNeeds & { readonly paymentWriter: PaymentWriter }

export const receiptCommands = {
  Mutation: {
    async invoicePaymentReceiptSend(_, { input }, context) {
      const fields = createFieldReader()
      const { draft, faults } = readMessageDraft({ ...input, attachesPdf: input.attachPdf === true }, fields)
      const { didSucceed, inputErrors } = await runOnInvoice(
        context,
        { field: 'invoiceId', sent: input.invoiceId, faults: [...fields.faults, ...faults] },
        (transaction, invoice) =>
          send(context, transaction, { invoice, draft, sent: input.invoicePaymentId }),
      )
      return { didSucceed, inputErrors }
    },
  },
} satisfies { readonly Mutation: Pick<PaymentsCommands<Needs>['Mutation'], 'invoicePaymentReceiptSend'> }

async function send(
  { paymentWriter, documentPrinter, messages }: Needs,
  transaction: BooksTransaction,
  asked: { readonly invoice: Invoice; readonly draft: MessageDraft; readonly sent: string },
): Promise<Written<null>> {
  const { invoice, draft, sent } = asked
  const id = parseRowId('InvoicePayment', sent, transaction.books.businessId)
  const payment = id === undefined ? null : await paymentWriter.find(transaction, id)
  if (!payment?.active || payment.invoiceId !== invoice.id) {
    return refused(notFoundFault('invoicePaymentId', 'Payment', sent))
  }
  if (!(await messages.isEnabled(transaction))) return refused(findSendingFault('invoiceId'))
  const { currency, amountMinor, paymentDate } = payment
  const amount = formatAmount({ minorUnits: amountMinor, currency })
  const printed = await documentPrinter.printInvoice(transaction, invoice)
  const document = receiptOf(printed, { day: paymentDate, amount })
  await messages.enqueue(transaction, invoiceMessage(transaction, invoice, { document, draft }))
  return done(null)
}
