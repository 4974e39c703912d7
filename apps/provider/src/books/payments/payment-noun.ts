import { shortestDecimal } from '@counterfoil/money/decimal'
import { formatAmount } from '@counterfoil/money/money'
import type { AccountReader } from '#books/accounts/account.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { BusinessReader } from '#books/business/business.ts'
import { customerExtent } from '#books/customers/brief-customer.ts'
import type { CustomerReader } from '#books/customers/customer.ts'
import { invoiceExtent } from '#books/invoices/invoice-noun.ts'
import type { InvoiceReader } from '#books/invoices/invoice-store.ts'
import { businessOf, findInBusiness } from '#books/row-fields.ts'
import type { Noun } from '#caller/noun.ts'
import type { Database } from '#database/database.ts'
import { paymentCommands } from './payment-commands.ts'
import { createPaymentReaders, INVOICE_PAYMENTS } from './payment-store.ts'
import type { InvoicePayment } from './payment.ts'
import type { PaymentsResolvers } from './payments-schema.ts'

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

/** The payments of invoices. */
export const paymentNoun = {
  sdl: new URL('payments.graphql', import.meta.url),
  resolvers: paymentResolvers,
  commands: paymentCommands,
  createReaders,
} satisfies Noun
