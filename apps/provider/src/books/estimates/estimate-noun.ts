import { formatAmount } from '@counterfoil/money/money'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { BusinessReader } from '#books/business/business.ts'
import { customerExtent } from '#books/customers/brief-customer.ts'
import type { CustomerReader } from '#books/customers/customer.ts'
import { inCurrency } from '#books/documents/amounts.ts'
import {
  documentAmounts,
  documentItem,
  documentItemTax,
  readDocumentFilter,
  wholeDocument,
  type ItemNeeds,
} from '#books/documents/document-resolvers.ts'
import { documentPath } from '#books/documents/document.ts'
import type { CommandNeeds } from '#books/row-command.ts'
import { findInBusiness, listInBusiness } from '#books/row-fields.ts'
import type { Noun } from '#caller/noun.ts'
import { depositMutations } from './deposit-commands.ts'
import { depositPaymentStatusOf, depositValueOf } from './deposit-terms.ts'
import { estimateMutations } from './estimate-commands.ts'
import { createEstimateReaders, type EstimateReader } from './estimate-store.ts'
import type { EstimatesCommands, EstimatesResolvers } from './estimates-schema.ts'

type Needs = ItemNeeds & {
  readonly businesses: BusinessReader
  readonly customers: CustomerReader
  readonly estimates: EstimateReader
  /** The public address of the provider, without a trailing slash. */
  readonly publicUrl: () => string
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
      findInBusiness(context, context.estimates.payments, {
        kind: 'EstimatePayment',
        noun: 'Estimate payment',
        uuid,
        id,
      }),
    estimates: ({ uuid }, args, context) =>
      listInBusiness(context, context.estimates, {
        kind: 'Estimate',
        uuid,
        args,
        filter: readDocumentFilter(
          uuid,
          {
            ...args,
            dayStart: args.estimateDateStart,
            dayEnd: args.estimateDateEnd,
            number: args.estimateNumber,
          },
          [args.sort],
        ),
      }),
  },
  AREstimate: {
    ...documentAmounts,
    ...wholeDocument('Estimate'),
    attachments: ({ embeds }) => (embeds.attachments ? [] : null),
    customer: ({ books, customerId }, _args, context, info) =>
      context.customers.follow(books, customerId, customerExtent(info)),
    depositPaymentStatus: depositPaymentStatusOf,
    depositStatus: ({ deposit }) => deposit.status,
    depositTotal: (estimate) => inCurrency(estimate, estimate.depositTotalMinor),
    depositUnit: ({ deposit }) => deposit.measure?.unit,
    depositValue: ({ deposit }) => depositValueOf(deposit),
    estimateDate: ({ day }) => day,
    estimateNumber: ({ number }) => number,
    history: (estimate, _args, context) =>
      estimate.embeds.history ? context.estimates.history(estimate) : null,
    id: (estimate) => rowWireIdOf('Estimate', estimate),
    items: (estimate, _args, context) => context.estimates.items(estimate),
    payments: (estimate, _args, context) =>
      estimate.embeds.payments ? context.estimates.payments.ofDocument(estimate) : null,
  },
  EstimateItem: {
    ...documentItem('EstimateItem'),
    taxes: (item, _args, context) => context.estimates.itemTaxes(item),
  },
  EstimateItemTax: documentItemTax,
  EstimatePayment: {
    amount: ({ amountMinor, currency }) => formatAmount({ minorUnits: amountMinor, currency }),
    confirmationCode: () => null,
    estimate: ({ books, documentId }, _args, context) => context.estimates.find(books, documentId),
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
  Mutation: { ...estimateMutations, ...depositMutations },
} satisfies EstimatesCommands<CommandNeeds>

/** Estimates of a business, and the deposits paid before there is an invoice. */
export const estimateNoun = {
  sdl: new URL('estimates.graphql', import.meta.url),
  resolvers: estimateResolvers,
  commands,
  createReaders: createEstimateReaders,
} satisfies Noun
