import { shortestDecimal } from '@counterfoil/money/decimal'
import { formatAmount, type Money } from '@counterfoil/money/money'
import { viewerOf } from '#caller/viewer.ts'
import type { AccountReader } from '#books/accounts/account.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import { shortestText } from '#books/documents/amounts.ts'
import { readReachedBusiness, type BusinessReader } from '#books/business/business.ts'
import type { CustomerReader } from '#books/customers/customer.ts'
import type { ProductReader } from '#books/products/product.ts'
import { findInBusiness, listInBusiness, readIdFilter } from '#books/row-fields.ts'
import type { SalesTaxReader } from '#books/sales-taxes/sales-tax.ts'
import { invoicePath, type Invoice, type InvoiceReader } from './invoice.ts'
import type { InvoicesResolvers } from './invoices-schema.ts'

type Needs = {
  readonly accounts: AccountReader
  readonly businesses: BusinessReader
  readonly customers: CustomerReader
  readonly invoices: InvoiceReader
  readonly products: ProductReader
  readonly publicUrl: () => string
  readonly salesTaxes: SalesTaxReader
}

export const invoiceResolvers = {
  Business: {
    invoice: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.invoices, { kind: 'Invoice', noun: 'Invoice', businessId: uuid, id }),
    invoices: ({ uuid }, args, context) =>
      listInBusiness(context, context.invoices, {
        businessId: uuid,
        args,
        filter: {
          amountDue: args.amountDue ?? null,
          currencyCode: args.currency ?? null,
          customerId: readIdFilter('Customer', args.customerId, uuid),
          invoiceDateStart: args.invoiceDateStart ?? null,
          invoiceDateEnd: args.invoiceDateEnd ?? null,
          invoiceNumber: args.invoiceNumber ?? null,
          modifiedAtAfter: args.modifiedAtAfter ?? null,
          modifiedAtBefore: args.modifiedAtBefore ?? null,
          sourceId: readIdFilter('Estimate', args.sourceId, uuid),
          status: args.status ?? null,
          sort: args.sort,
        },
      }),
  },
  Customer: {
    outstandingAmount: async (customer, _args, context) =>
      (await context.invoices.owedBy(customer)).outstanding,
    overdueAmount: async (customer, _args, context) => (await context.invoices.owedBy(customer)).overdue,
  },
  InvoiceConnection: {
    pageInfo: ({ request }, _args, context) => context.invoices.count(request),
  },
  Invoice: {
    amountDue: (invoice) => inCurrency(invoice, invoice.totalMinor - invoice.paidMinor),
    amountPaid: (invoice) => inCurrency(invoice, invoice.paidMinor),
    attachments: () => [],
    business: ({ businessId }, _args, context) =>
      readReachedBusiness(context.businesses, viewerOf(context), businessId),
    customer: async ({ books, customerId }, _args, context) =>
      present(await context.customers.find(books, customerId)),
    discountTotal: (invoice) => inCurrency(invoice, invoice.discountMinor),
    discounts: discountsOf,
    exchangeRate: ({ rate }) => shortestDecimal(rate),
    id: (invoice) => rowWireIdOf('Invoice', invoice),
    internalId: ({ id }) => id,
    invoiceReminders: () => [],
    items: (invoice, _args, context) => context.invoices.items(invoice),
    pdfUrl: ({ anonymousId }, _args, context) => `${context.publicUrl()}${invoicePath(anonymousId)}/pdf`,
    source: ({ businessId, sourceEstimateId }) =>
      sourceEstimateId === null
        ? null
        : { __typename: 'NewEstimate' as const, businessId, id: sourceEstimateId },
    subtotal: (invoice) => inCurrency(invoice, invoice.subtotalMinor),
    taxTotal: (invoice) => inCurrency(invoice, invoice.taxMinor),
    total: (invoice) => inCurrency(invoice, invoice.totalMinor),
    viewUrl: ({ anonymousId }, _args, context) => context.publicUrl() + invoicePath(anonymousId),
  },
  InvoiceItem: {
    account: async ({ books, accountId }, _args, context) =>
      present(await context.accounts.find(books, accountId)),
    id: (item) => rowWireIdOf('InvoiceItem', item),
    price: ({ unitPrice }) => shortestText(unitPrice),
    product: async ({ books, productId }, _args, context) =>
      present(await context.products.find(books, productId)),
    quantity: ({ quantity }) => shortestText(quantity),
    subtotal: (item) => inCurrency(item, item.subtotalMinor),
    taxes: (item, _args, context) => context.invoices.itemTaxes(item),
    total: (item) => inCurrency(item, item.totalMinor),
    unitPrice: ({ unitPrice }) => shortestText(unitPrice),
  },
  InvoiceItemTax: {
    amount: (tax) => inCurrency(tax, tax.amountMinor),
    rate: ({ rate }) => shortestText(rate),
    salesTax: async ({ books, salesTaxId }, _args, context) =>
      present(await context.salesTaxes.find(books, salesTaxId)),
  },
  NewEstimate: {
    business: ({ businessId }, _args, context) =>
      readReachedBusiness(context.businesses, viewerOf(context), businessId),
    id: (estimate) => rowWireIdOf('Estimate', estimate),
  },
} satisfies InvoicesResolvers<Needs>

function inCurrency({ currency }: Pick<Invoice, 'currency'>, minorUnits: bigint): Money {
  return { minorUnits, currency }
}

function discountsOf({ discount, currency }: Invoice) {
  if (discount === null) return []
  const { reduction, ...about } = discount
  if (reduction.kind === 'PERCENTAGE') {
    const percentage = shortestDecimal(reduction.percentage)
    return [{ __typename: 'PercentageInvoiceDiscount' as const, ...about, percentage }]
  }
  const amount = formatAmount({ minorUnits: reduction.amountMinor, currency })
  return [{ __typename: 'FixedInvoiceDiscount' as const, ...about, amount }]
}

/** What a row refers to is there: the database holds it to that. */
function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('An invoice refers to what is not there')
  return value
}
