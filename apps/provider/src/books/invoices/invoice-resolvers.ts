import { shortestDecimal } from '@counterfoil/money/decimal'
import { formatAmount } from '@counterfoil/money/money'
import { viewerOf } from '#caller/viewer.ts'
import type { AccountReader } from '#books/accounts/account.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import { inCurrency, shortestText } from '#books/documents/amounts.ts'
import { readReachedBusiness, type BusinessReader } from '#books/business/business.ts'
import type { CustomerReader } from '#books/customers/customer.ts'
import type { ProductReader } from '#books/products/product.ts'
import { findInBusiness, listInBusiness, readIdFilter } from '#books/row-fields.ts'
import type { SalesTaxReader } from '#books/sales-taxes/sales-tax.ts'
import { briefInvoiceResolvers, listedInvoiceExtent } from './brief-invoice.ts'
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
    invoices: ({ uuid }, args, context, info) =>
      listInBusiness(context, context.invoices, {
        kind: 'Invoice',
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
        extent: listedInvoiceExtent(info),
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
    ...briefInvoiceResolvers,
    discounts: discountsOf,
    exchangeRate: ({ rate }) => shortestDecimal(rate),
    pdfUrl: ({ anonymousId }, _args, context) => `${context.publicUrl()}${invoicePath(anonymousId)}/pdf`,
    source: ({ businessId, sourceEstimateId }) =>
      sourceEstimateId === null
        ? null
        : { __typename: 'NewEstimate' as const, businessId, id: sourceEstimateId },
    viewUrl: ({ anonymousId }, _args, context) => context.publicUrl() + invoicePath(anonymousId),
  },
  InvoiceItem: {
    account: ({ books, accountId }, _args, context) => context.accounts.follow(books, accountId),
    id: (item) => rowWireIdOf('InvoiceItem', item),
    price: ({ unitPrice }) => shortestText(unitPrice),
    product: ({ books, productId }, _args, context) => context.products.follow(books, productId),
    quantity: ({ quantity }) => shortestText(quantity),
    subtotal: (item) => inCurrency(item, item.subtotalMinor),
    taxes: (item, _args, context) => context.invoices.itemTaxes(item),
    total: (item) => inCurrency(item, item.totalMinor),
    unitPrice: ({ unitPrice }) => shortestText(unitPrice),
  },
  InvoiceItemTax: {
    amount: (tax) => inCurrency(tax, tax.amountMinor),
    rate: ({ rate }) => shortestText(rate),
    salesTax: ({ books, salesTaxId }, _args, context) => context.salesTaxes.follow(books, salesTaxId),
  },
  NewEstimate: {
    business: ({ businessId }, _args, context) =>
      readReachedBusiness(context.businesses, viewerOf(context), businessId),
    id: (estimate) => rowWireIdOf('Estimate', estimate),
  },
} satisfies InvoicesResolvers<Needs>

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
