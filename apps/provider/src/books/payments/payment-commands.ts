import { formatAmount } from '@counterfoil/money/money'
import { parseRowId } from '#books/book-ids.ts'
import type { BooksTransaction, Written } from '#books/command.ts'
import { receiptOf, sendDocument, type SendNeeds } from '#books/documents/document-sending.ts'
import { createFieldReader, inputFault, notFoundFault, type InputFault } from '#books/input-faults.ts'
import { runOnInvoice } from '#books/invoices/invoice-commands.ts'
import type { Invoice } from '#books/invoices/invoice.ts'
import { readMessageDraft } from '#books/messages/message-draft.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { done, refused, runOnRow, type CommandNeeds, type HasCommands } from '#books/row-command.ts'
import { completePayment, isOverdrawn, readPaymentRequest } from './payment-completion.ts'
import type { CompletePayment, InvoicePayment, InvoicePaymentId } from './payment.ts'
import type { PaymentsCommands } from './payments-schema.ts'
import type { DocumentPartsReader } from '#books/documents/document-parts-store.ts'
import type { InvoiceWriter } from '#books/invoices/invoice-writer-store.ts'
import type { PaymentWriter } from './payment-store.ts'

type Needs = CommandNeeds &
  SendNeeds & {
    readonly documentParts: DocumentPartsReader
    readonly invoiceWriter: InvoiceWriter
    readonly paymentWriter: PaymentWriter
  }

export const paymentCommands = {
  Mutation: {
    async invoicePaymentCreateManual(_, { input }, context) {
      const { paymentWriter: payments } = context
      const fields = createFieldReader()
      const request = readPaymentRequest(fields, input)
      const { value, ...answer } = await runOnInvoice(
        context,
        { field: 'invoiceId', sent: input.invoiceId, faults: fields.faults },
        async (transaction, invoice) => {
          const completion = {
            transaction,
            fields: createFieldReader(),
            payments,
            invoice,
            field: 'invoiceId',
          }
          const content = await completePayment(completion, request, null)
          if (content === undefined) return refused(...completion.fields.faults)
          const id = await payments.insert(transaction, invoice.id, content)
          return enter(context, transaction, { invoice, content, id })
        },
      )
      return { ...answer, invoicePayment: value }
    },

    async invoicePaymentPatch(_, { input }, context) {
      const { paymentWriter: payments } = context
      const fields = createFieldReader()
      const request = readPaymentRequest(fields, input)
      const { value, ...answer } = await runOnPayment(
        context,
        { sent: input.id, faults: fields.faults },
        async (transaction, payment) => {
          if (!payment.active) return refused(notFoundFault('id', 'Payment', input.id))
          const fault = findOriginFault(payment)
          if (fault) return refused(fault)
          const invoice = await invoiceOf(context, transaction, payment)
          const completion = { transaction, fields: createFieldReader(), payments, invoice, field: 'id' }
          const content = await completePayment(completion, request, payment)
          if (content === undefined) return refused(...completion.fields.faults)
          await payments.update(transaction, payment.id, content)
          return enter(context, transaction, { invoice, content, id: payment.id })
        },
      )
      return { ...answer, invoicePayment: value }
    },

    async invoicePaymentDelete(_, { input }, context) {
      const { didSucceed, inputErrors } = await runOnPayment(
        context,
        { sent: input.id, faults: [] },
        async (transaction, payment) => {
          if (!payment.active) return done(payment)
          const invoice = await invoiceOf(context, transaction, payment)
          const fault = findDeleteFault(payment, invoice)
          if (fault) return refused(fault)
          await context.paymentWriter.markDeleted(transaction, payment.id)
          if (payment.origin === 'ESTIMATE_DEPOSIT') {
            await context.invoiceWriter.releaseDeposit(transaction, invoice.id)
          }
          await context.invoiceWriter.enter(transaction, invoice.id)
          return done(payment)
        },
      )
      return { didSucceed, inputErrors }
    },

    async invoicePaymentReceiptSend(_, { input }, context) {
      const fields = createFieldReader()
      const { draft, faults } = readMessageDraft({ ...input, attachesPdf: input.attachPdf === true }, fields)
      const { didSucceed, inputErrors } = await runOnInvoice(
        context,
        { field: 'invoiceId', sent: input.invoiceId, faults: [...fields.faults, ...faults] },
        async (transaction, invoice) => {
          const sent = input.invoicePaymentId
          const id = parseRowId('InvoicePayment', sent, transaction.books.businessId)
          const payment = id === undefined ? null : await context.paymentWriter.find(transaction, id)
          if (!payment?.active || payment.invoiceId !== invoice.id) {
            return refused(notFoundFault('invoicePaymentId', 'Payment', sent))
          }
          const { currency, amountMinor: minorUnits, paymentDate: day } = payment
          const printedAs = (printed: PrintedDocument) =>
            receiptOf(printed, { day, amount: formatAmount({ minorUnits, currency }) })
          const receipt = { noun: 'invoice', document: invoice, draft, printedAs } as const
          const fault = await sendDocument(context, transaction, receipt)
          return fault === undefined ? done(null) : refused(fault)
        },
      )
      return { didSucceed, inputErrors }
    },
  },
} satisfies PaymentsCommands<Needs>

function runOnPayment(
  context: HasCommands & Pick<Needs, 'paymentWriter'>,
  asked: { readonly sent: string; readonly faults: readonly InputFault[] },
  write: (transaction: BooksTransaction, payment: InvoicePayment) => Promise<Written<InvoicePayment>>,
) {
  return runOnRow(context, {
    kind: 'InvoicePayment',
    noun: 'Payment',
    ...asked,
    find: context.paymentWriter.find,
    write,
  })
}

async function invoiceOf(
  { invoiceWriter }: Pick<Needs, 'invoiceWriter'>,
  transaction: BooksTransaction,
  payment: InvoicePayment,
): Promise<Invoice> {
  const invoice = await invoiceWriter.find(transaction, payment.invoiceId)
  if (invoice === null) throw new Error('A payment refers to an invoice that is not there')
  return invoice
}

async function enter(
  { invoiceWriter, paymentWriter, documentParts }: Needs,
  transaction: BooksTransaction,
  written: { readonly invoice: Invoice; readonly content: CompletePayment; readonly id: InvoicePaymentId },
): Promise<Written<InvoicePayment>> {
  const { invoice, content, id } = written
  await documentParts.keepRate(transaction, {
    currencyCode: invoice.currency.code,
    day: content.paymentDate,
    rate: content.rate,
  })
  await invoiceWriter.enter(transaction, invoice.id)
  const payment = await paymentWriter.find(transaction, id)
  if (payment === null) throw new Error('A payment that was written is not there')
  return done(payment)
}

/** A deposit is changed on its estimate, once it was taken off the invoice. */
function findOriginFault({ origin }: InvoicePayment): InputFault | undefined {
  if (origin === 'MANUAL') return undefined
  return inputFault('id', 'INVALID_STATE', 'A deposit is changed on its estimate, once it is deleted here.')
}

function findDeleteFault(payment: InvoicePayment, invoice: Invoice): InputFault | undefined {
  if (!isOverdrawn(invoice, invoice.paidMinor - payment.amountMinor)) return undefined
  return inputFault('id', 'INVALID_STATE', 'More was paid back than would be paid then.')
}
