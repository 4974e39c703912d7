import { shortestDecimal } from '@counterfoil/money/decimal'
import { formatAmount } from '@counterfoil/money/money'
import type { AccountReader } from '#books/accounts/account.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { BusinessReader } from '#books/business/business.ts'
import { refuse, type BooksTransaction } from '#books/command.ts'
import { customerExtent } from '#books/customers/brief-customer.ts'
import type { CustomerReader } from '#books/customers/customer.ts'
import { keepRate } from '#books/documents/document-parts-store.ts'
import { sendReceipt } from '#books/documents/document-sending.ts'
import { inputFault, notFoundFault } from '#books/input-faults.ts'
import { onInvoice } from '#books/invoices/invoice-commands.ts'
import { invoiceExtent } from '#books/invoices/invoice-noun.ts'
import type { InvoiceReader } from '#books/invoices/invoice-store.ts'
import { invoiceWriter } from '#books/invoices/invoice-writer-store.ts'
import type { Invoice } from '#books/invoices/invoice.ts'
import { readMessageDraft } from '#books/messages/message-draft.ts'
import { onRow, readNothing, type CommandNeeds } from '#books/row-command.ts'
import { businessOf, findInBusiness } from '#books/row-fields.ts'
import type { Noun } from '#caller/noun.ts'
import type { Database } from '#database/database.ts'
import { draftPayment, findPaymentOf, isOverdrawn, readPaymentRequest } from './payment-drafting.ts'
import { INVOICE_PAYMENTS, createPaymentReaders, paymentWriter } from './payment-store.ts'
import type { CompletePayment, InvoicePayment, InvoicePaymentId } from './payment.ts'
import type {
  InvoicePaymentCreateManualInput,
  InvoicePaymentPatchInput,
  InvoicePaymentReceiptSendInput,
  PaymentsCommands,
  PaymentsResolvers,
} from './payments-schema.ts'

/** Creates the factory of readers of payments of invoices for one request. */
function createReaders(db: Database) {
  const open = createPaymentReaders(db, 'InvoicePayment', INVOICE_PAYMENTS)
  return () => ({ invoicePayments: open() })
}

type Needs = ReturnType<ReturnType<typeof createReaders>> & {
  readonly accounts: AccountReader
  readonly businesses: BusinessReader
  readonly customers: CustomerReader
  readonly invoices: InvoiceReader
}

const paymentResolvers = {
  Business: {
    invoicePayment: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.invoicePayments, { kind: 'InvoicePayment', noun: 'Payment', uuid, id }),
  },
  Invoice: {
    payments: (invoice, _args, context) =>
      invoice.isListed ? null : context.invoicePayments.ofDocument(invoice),
  },
  InvoicePayment: {
    account: ({ books, accountId }, _args, context) => context.accounts.follow(books, accountId),
    accountNumberLast3: () => null,
    accountingTransactionId: transactionIdOf,
    amount: ({ amountMinor, currency }) => formatAmount({ minorUnits: amountMinor, currency }),
    authorizerName: () => null,
    business: businessOf,
    businessCurrency: ({ books }) => books.currency,
    confirmationCode: () => null,
    customer: ({ books, customerId }, _args, context, info) =>
      context.customers.find(books, customerId, customerExtent(info)),
    displayExchangeRate: ({ books, currency, rate }) =>
      currency.code === books.currency.code
        ? null
        : `1 ${currency.code} = ${shortestDecimal(rate)} ${books.currency.code}`,
    exchangeRate: ({ rate }) => shortestDecimal(rate),
    id: (payment) => rowWireIdOf('InvoicePayment', payment),
    institutionName: () => null,
    invoice: ({ books, documentId }, _args, context, info) =>
      context.invoices.find(books, documentId, invoiceExtent(info)),
    invoiceCurrency: ({ currency }) => currency,
    originInvoicePayment: () => null,
    paymentCurrency: ({ currency }) => currency,
    paymentDetails: () => null,
    paymentMethodId: () => null,
    paymentProvider: () => 'MANUAL',
    readonlyUrl: () => null,
    state: ({ active }) => (active ? 'SUCCEEDED' : 'DELETED'),
    transactionId: transactionIdOf,
    transactionType: ({ amountMinor }) => (amountMinor < 0n ? 'REFUND' : 'PAYMENT'),
  },
} satisfies PaymentsResolvers<Needs>

function transactionIdOf({ businessId, entryId }: InvoicePayment): string | null {
  return entryId === null ? null : rowWireIdOf('Transaction', { businessId, id: entryId })
}

const onPayment = onRow({ kind: 'InvoicePayment', noun: 'Payment', find: paymentWriter.find })

const paymentCommands = {
  Mutation: {
    invoicePaymentCreateManual: onInvoice('invoiceId', {
      read: (input: InvoicePaymentCreateManualInput) => readPaymentRequest(input),
      async write(transaction, invoice, { request }) {
        const drafting = { invoice, field: 'invoiceId', request, present: null }
        const content = await draftPayment(transaction, drafting)
        const { id } = await paymentWriter.insert(transaction, invoice.id, content)
        return enter(transaction, { invoice, content, id })
      },
      answer: (invoicePayment) => ({ invoicePayment }),
    }),

    invoicePaymentPatch: onPayment('id', {
      read: (input: InvoicePaymentPatchInput) => readPaymentRequest(input),
      async write(transaction, payment, { request, input }) {
        if (!payment.active) refuse(notFoundFault('id', 'Payment', input.id))
        checkOrigin(payment)
        const invoice = await invoiceWriter.follow(transaction, payment.documentId)
        const drafting = { invoice, field: 'id', request, present: payment }
        const content = await draftPayment(transaction, drafting)
        await paymentWriter.update(transaction, payment.id, content)
        return enter(transaction, { invoice, content, id: payment.id })
      },
      answer: (invoicePayment) => ({ invoicePayment }),
    }),

    invoicePaymentDelete: onPayment('id', {
      read: readNothing,
      async write(transaction, payment) {
        if (!payment.active) return
        const invoice = await invoiceWriter.follow(transaction, payment.documentId)
        if (isOverdrawn(invoice, invoice.paidMinor - payment.amountMinor)) {
          refuse(inputFault('id', 'INVALID_STATE', 'More was paid back than would be paid then.'))
        }
        await paymentWriter.markDeleted(transaction, payment.id)
        if (payment.origin === 'ESTIMATE_DEPOSIT') await invoiceWriter.releaseDeposit(transaction, invoice.id)
        await invoiceWriter.enter(transaction, invoice.id)
      },
      answer: () => ({}),
    }),

    invoicePaymentReceiptSend: onInvoice('invoiceId', {
      read: (input: InvoicePaymentReceiptSendInput) =>
        readMessageDraft({ ...input, attachesPdf: input.attachPdf === true }),
      async write(transaction, invoice, { draft, input: { invoicePaymentId: sent }, context }) {
        const { find } = paymentWriter
        const asked = {
          kind: 'InvoicePayment',
          noun: 'Payment',
          field: 'invoicePaymentId',
          sent,
          find,
        } as const
        const payment = await findPaymentOf(transaction, invoice.id, asked)
        const receipt = { noun: 'invoice', document: invoice, draft, payment } as const
        await sendReceipt(context.messages, transaction, receipt)
      },
      answer: () => ({}),
    }),
  },
} satisfies PaymentsCommands<CommandNeeds>

async function enter(
  transaction: BooksTransaction,
  written: { readonly invoice: Invoice; readonly content: CompletePayment; readonly id: InvoicePaymentId },
): Promise<InvoicePayment> {
  const { invoice, content, id } = written
  const { paymentDate: day, rate } = content
  await keepRate(transaction, { currency: invoice.currency, day, rate })
  await invoiceWriter.enter(transaction, invoice.id)
  const payment = await paymentWriter.find(transaction, id)
  if (payment === null) throw new Error('A payment that was written is not there')
  return payment
}

/** Refuses to change a deposit: it is changed on its estimate, after its removal from the invoice. */
function checkOrigin({ origin }: InvoicePayment): void {
  if (origin === 'MANUAL') return
  refuse(inputFault('id', 'INVALID_STATE', 'A deposit is changed on its estimate, once it is deleted here.'))
}

/** The payments of invoices. */
export const paymentNoun = {
  sdl: new URL('payments.graphql', import.meta.url),
  resolvers: paymentResolvers,
  commands: paymentCommands,
  createReaders,
} satisfies Noun
