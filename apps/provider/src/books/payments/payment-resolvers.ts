import { shortestDecimal } from '@counterfoil/money/decimal'
import { formatAmount } from '@counterfoil/money/money'
import { viewerOf } from '#caller/viewer.ts'
import type { AccountReader } from '#books/accounts/account.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import { readReachedBusiness, type BusinessReader } from '#books/business/business.ts'
import { customerExtent } from '#books/customers/brief-customer.ts'
import type { CustomerReader } from '#books/customers/customer.ts'
import { invoiceExtent } from '#books/invoices/brief-invoice.ts'
import type { InvoiceReader } from '#books/invoices/invoice.ts'
import { findInBusiness } from '#books/row-fields.ts'
import type { InvoicePayment, PaymentReader } from './payment.ts'
import type { PaymentsResolvers } from './payments-schema.ts'

type Needs = {
  readonly accounts: AccountReader
  readonly businesses: BusinessReader
  readonly customers: CustomerReader
  readonly invoices: InvoiceReader
  readonly invoicePayments: PaymentReader
}

export const paymentResolvers = {
  Business: {
    invoicePayment: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.invoicePayments, {
        kind: 'InvoicePayment',
        noun: 'Payment',
        businessId: uuid,
        id,
      }),
  },
  Invoice: {
    payments: (invoice, _args, context) =>
      invoice.isListed ? null : context.invoicePayments.ofInvoice(invoice),
  },
  InvoicePayment: {
    account: async ({ books, accountId }, _args, context) => {
      const account = await context.accounts.find(books, accountId)
      if (account === null) throw new Error('A payment refers to an account that is not there')
      return account
    },
    accountNumberLast3: () => null,
    accountingTransactionId: transactionIdOf,
    amount: ({ amountMinor, currency }) => formatAmount({ minorUnits: amountMinor, currency }),
    authorizerName: () => null,
    business: ({ businessId }, _args, context) =>
      readReachedBusiness(context.businesses, viewerOf(context), businessId),
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
    invoice: ({ books, invoiceId }, _args, context, info) =>
      context.invoices.find(books, invoiceId, invoiceExtent(info)),
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
