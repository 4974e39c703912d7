import { shortestDecimal } from '@counterfoil/money/decimal'
import type { AccountReader } from '#books/accounts/account.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { BusinessReader } from '#books/business/business.ts'
import type { CustomerReader } from '#books/customers/customer.ts'
import { inCurrency, shortestText } from '#books/documents/amounts.ts'
import { discountsOf, documentItem } from '#books/documents/document-resolvers.ts'
import { documentPath, documentPdfPath } from '#books/documents/document.ts'
import type { ProductReader } from '#books/products/product.ts'
import { businessOf, findInBusiness, listInBusiness, readIdFilter } from '#books/row-fields.ts'
import { createRelation, createRowReader } from '#books/row-reader.ts'
import type { SalesTaxReader } from '#books/sales-taxes/sales-tax.ts'
import type { Noun } from '#caller/noun.ts'
import { briefInvoiceResolvers, listedInvoiceExtent } from './brief-invoice.ts'
import { debtOf } from './customer-debt.ts'
import { invoiceCommands } from './invoice-commands.ts'
import { createInvoiceStore, type InvoiceStore } from './invoice-store.ts'
import type { InvoiceReader } from './invoice.ts'
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

const invoiceResolvers = {
  Business: {
    invoice: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.invoices, { kind: 'Invoice', noun: 'Invoice', uuid, id }),
    invoices: ({ uuid }, args, context, info) =>
      listInBusiness(context, context.invoices, {
        kind: 'Invoice',
        uuid,
        args,
        filter: {
          amountDue: args.amountDue ?? null,
          currencyCode: args.currency ?? null,
          customerId: readIdFilter('Customer', args.customerId, uuid),
          dayStart: args.invoiceDateStart ?? null,
          dayEnd: args.invoiceDateEnd ?? null,
          number: args.invoiceNumber ?? null,
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
  Invoice: {
    ...briefInvoiceResolvers,
    discounts: (invoice) => discountsOf('Invoice', invoice),
    exchangeRate: ({ rate }) => shortestDecimal(rate),
    pdfUrl: (invoice, _args, context) => context.publicUrl() + documentPdfPath('invoice', invoice),
    source: ({ businessId, sourceEstimateId }) =>
      sourceEstimateId === null
        ? null
        : { __typename: 'NewEstimate' as const, businessId, id: sourceEstimateId },
    viewUrl: (invoice, _args, context) => context.publicUrl() + documentPath('invoice', invoice),
  },
  InvoiceItem: {
    ...documentItem,
    id: (item) => rowWireIdOf('InvoiceItem', item),
    price: documentItem.unitPrice,
    taxes: (item, _args, context) => context.invoices.itemTaxes(item),
  },
  InvoiceItemTax: {
    amount: (tax) => inCurrency(tax, tax.amountMinor),
    rate: ({ rate }) => shortestText(rate),
    salesTax: ({ books, salesTaxId }, _args, context) => context.salesTaxes.follow(books, salesTaxId),
  },
  NewEstimate: {
    business: businessOf,
    id: (estimate) => rowWireIdOf('Estimate', estimate),
  },
} satisfies InvoicesResolvers<Needs>

/** The invoices of a business. */
export const invoiceNoun = {
  sdl: new URL('invoices.graphql', import.meta.url),
  resolvers: invoiceResolvers,
  commands: invoiceCommands,
  createReaders: (db, clock) => {
    const store = createInvoiceStore(db, clock)
    return () => ({ invoices: createInvoiceReader(store) })
  },
} satisfies Noun

/** Creates the reader of invoices for one request, with one statement per relation for any number of invoices. */
function createInvoiceReader(store: InvoiceStore): InvoiceReader {
  const debts = createRelation(store.debtsOf)
  return {
    ...createRowReader(store),
    owedBy: async (customer) => debtOf(customer, await debts(customer)),
    items: createRelation(store.itemsOf),
    itemTaxes: createRelation(store.taxesOf),
  }
}
