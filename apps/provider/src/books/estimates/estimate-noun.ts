import { shortestDecimal } from '@counterfoil/money/decimal'
import { formatAmount } from '@counterfoil/money/money'
import type { AccountReader } from '#books/accounts/account.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { BusinessReader } from '#books/business/business.ts'
import { customerExtent } from '#books/customers/brief-customer.ts'
import type { CustomerReader } from '#books/customers/customer.ts'
import { inCurrency } from '#books/documents/amounts.ts'
import { discountsOf, documentAmounts, documentItem } from '#books/documents/document-resolvers.ts'
import { documentPath, documentPdfPath } from '#books/documents/document.ts'
import type { ProductReader } from '#books/products/product.ts'
import type { CommandNeeds } from '#books/row-command.ts'
import { findInBusiness, listInBusiness, readIdFilter } from '#books/row-fields.ts'
import { createFinder, createRelation, createRowReader } from '#books/row-reader.ts'
import type { SalesTaxReader } from '#books/sales-taxes/sales-tax.ts'
import type { Noun } from '#caller/noun.ts'
import { depositMutations } from './deposit-commands.ts'
import { depositPaymentStatusOf, depositValueOf } from './deposit-terms.ts'
import { estimateMutations } from './estimate-commands.ts'
import { sendMutations } from './estimate-send-commands.ts'
import { createEstimateStore, type EstimateStore } from './estimate-store.ts'
import type { EstimateReader } from './estimate.ts'
import type { EstimatesCommands, EstimatesResolvers } from './estimates-schema.ts'

type Needs = {
  readonly accounts: AccountReader
  readonly businesses: BusinessReader
  readonly customers: CustomerReader
  readonly estimates: EstimateReader
  readonly products: ProductReader
  /** The public address of the provider, without a trailing slash. */
  readonly publicUrl: () => string
  readonly salesTaxes: SalesTaxReader
}

const estimateResolvers = {
  Business: {
    async estimate({ uuid }, { id, embedAttachments, embedDepositPayments, embedHistory }, context) {
      const asked = { kind: 'Estimate', noun: 'Estimate', uuid, id } as const
      const estimate = await findInBusiness(context, context.estimates, asked)
      const embeds = {
        attachments: embedAttachments === true,
        payments: embedDepositPayments === true,
        history: embedHistory === true,
      }
      return { ...estimate, embeds }
    },
    estimatePayment: ({ uuid }, { id }, context) =>
      findInBusiness(
        context,
        { find: context.estimates.findPayment },
        { kind: 'EstimatePayment', noun: 'Estimate payment', uuid, id },
      ),
    estimates: ({ uuid }, args, context) =>
      listInBusiness(context, context.estimates, {
        kind: 'Estimate',
        uuid,
        args,
        filter: {
          amountDue: args.amountDue ?? null,
          currencyCode: args.currency ?? null,
          customerId: readIdFilter('Customer', args.customerId, uuid),
          dayStart: args.estimateDateStart ?? null,
          dayEnd: args.estimateDateEnd ?? null,
          number: args.estimateNumber ?? null,
          modifiedAtAfter: args.modifiedAtAfter ?? null,
          modifiedAtBefore: args.modifiedAtBefore ?? null,
          status: args.status ?? null,
          sourceId: null,
          sort: [args.sort],
        },
      }),
  },
  AREstimate: {
    ...documentAmounts,
    attachments: ({ embeds }) => (embeds.attachments ? [] : null),
    customer: ({ books, customerId }, _args, context, info) =>
      context.customers.follow(books, customerId, customerExtent(info)),
    depositPaymentStatus: depositPaymentStatusOf,
    depositStatus: ({ deposit }) => deposit.status,
    depositTotal: (estimate) => inCurrency(estimate, estimate.depositTotalMinor),
    depositUnit: ({ deposit }) => deposit.measure?.unit,
    depositValue: ({ deposit }) => depositValueOf(deposit),
    discounts: (estimate) => discountsOf('Estimate', estimate),
    estimateDate: ({ day }) => day,
    estimateNumber: ({ number }) => number,
    exchangeRate: ({ rate }) => shortestDecimal(rate),
    history: (estimate, _args, context) =>
      estimate.embeds.history ? context.estimates.history(estimate) : null,
    id: (estimate) => rowWireIdOf('Estimate', estimate),
    items: (estimate, _args, context) => context.estimates.items(estimate),
    pdfUrl: (estimate, _args, { publicUrl }) => publicUrl() + documentPdfPath('estimate', estimate),
    payments: (estimate, _args, context) =>
      estimate.embeds.payments ? context.estimates.payments(estimate) : null,
    viewUrl: (estimate, _args, { publicUrl }) => publicUrl() + documentPath('estimate', estimate),
  },
  EstimateItem: {
    ...documentItem,
    id: (item) => rowWireIdOf('EstimateItem', item),
    taxes: (item, _args, context) => context.estimates.itemTaxes(item),
  },
  EstimateItemTax: {
    amount: (tax) => inCurrency(tax, tax.amountMinor),
    salesTax: ({ books, salesTaxId }, _args, context) => context.salesTaxes.follow(books, salesTaxId),
  },
  EstimatePayment: {
    amount: ({ amountMinor, currency }) => formatAmount({ minorUnits: amountMinor, currency }),
    confirmationCode: () => null,
    estimate: ({ books, estimateId }, _args, context) => context.estimates.find(books, estimateId),
    id: (payment) => rowWireIdOf('EstimatePayment', payment),
    origin: () => 'MANUAL',
    originPaymentId: () => null,
    paymentAccountId: ({ businessId, accountId }) => rowWireIdOf('Account', { businessId, id: accountId }),
    paymentDetails: () => null,
    paymentMethodId: () => null,
    paymentProvider: () => 'MANUAL',
    readonlyUrl: (payment, _args, { publicUrl }) => publicUrl() + documentPath('estimate', payment),
    state: ({ active }) => (active ? 'SUCCEEDED' : 'DELETED'),
    transactionId: ({ businessId, entryId }) => rowWireIdOf('Transaction', { businessId, id: entryId }),
    transactionType: () => 'DEPOSIT',
  },
} satisfies EstimatesResolvers<Needs>

const commands = {
  Mutation: { ...estimateMutations, ...depositMutations, ...sendMutations },
} satisfies EstimatesCommands<CommandNeeds>

/** Estimates of a business, and the deposits paid before there is an invoice. */
export const estimateNoun = {
  sdl: new URL('estimates.graphql', import.meta.url),
  resolvers: estimateResolvers,
  commands,
  createReaders: (db, clock) => {
    const store = createEstimateStore(db, clock)
    return () => ({ estimates: createEstimateReader(store) })
  },
} satisfies Noun

/** Creates the reader of estimates for one request, with one statement per relation for any number of estimates. */
function createEstimateReader(store: EstimateStore): EstimateReader {
  return {
    ...createRowReader(store),
    items: createRelation(store.itemsOf),
    itemTaxes: createRelation(store.taxesOf),
    payments: createRelation(store.paymentsOf),
    findPayment: createFinder(store.findPayments),
    history: createRelation(store.historyOf),
  }
}
