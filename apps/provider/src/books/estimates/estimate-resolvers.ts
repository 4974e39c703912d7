import { shortestDecimal } from '@counterfoil/money/decimal'
import { formatAmount } from '@counterfoil/money/money'
import type { AccountReader } from '#books/accounts/account.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { BusinessReader } from '#books/business/business.ts'
import { customerExtent } from '#books/customers/brief-customer.ts'
import type { CustomerReader } from '#books/customers/customer.ts'
import { inCurrency, shortestText } from '#books/documents/amounts.ts'
import { findInBusiness, listInBusiness, readIdFilter } from '#books/row-fields.ts'
import type { ProductReader } from '#books/products/product.ts'
import type { SalesTaxReader } from '#books/sales-taxes/sales-tax.ts'
import { depositPaymentStatusOf, depositValueOf } from './deposit-terms.ts'
import { estimatePath, estimatePdfPath } from './estimate-messages.ts'
import type { EstimateReader } from './estimate.ts'
import type { EstimatesResolvers } from './estimates-schema.ts'

type Needs = {
  readonly accounts: AccountReader
  readonly businesses: BusinessReader
  readonly customers: CustomerReader
  readonly estimates: EstimateReader
  readonly products: ProductReader
  /** The address people use, without a slash at its end. */
  readonly publicUrl: () => string
  readonly salesTaxes: SalesTaxReader
}

export const estimateResolvers = {
  Business: {
    async estimate({ uuid }, { id, embedAttachments, embedDepositPayments, embedHistory }, context) {
      const asked = { kind: 'Estimate', noun: 'Estimate', businessId: uuid, id } as const
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
        { kind: 'EstimatePayment', noun: 'Estimate payment', businessId: uuid, id },
      ),
    estimates: ({ uuid }, args, context) =>
      listInBusiness(context, context.estimates, {
        kind: 'Estimate',
        businessId: uuid,
        args,
        filter: {
          amountDue: args.amountDue ?? null,
          currencyCode: args.currency ?? null,
          customerId: readIdFilter('Customer', args.customerId, uuid),
          estimateDateStart: args.estimateDateStart ?? null,
          estimateDateEnd: args.estimateDateEnd ?? null,
          estimateNumber: args.estimateNumber ?? null,
          modifiedAtAfter: args.modifiedAtAfter ?? null,
          modifiedAtBefore: args.modifiedAtBefore ?? null,
          status: args.status ?? null,
          sort: args.sort,
        },
      }),
  },
  EstimateConnection: {
    pageInfo: ({ request }, _args, context) => context.estimates.count(request),
  },
  AREstimate: {
    amountDue: (estimate) => inCurrency(estimate, estimate.totalMinor - estimate.paidMinor),
    amountPaid: (estimate) => inCurrency(estimate, estimate.paidMinor),
    attachments: ({ embeds }) => (embeds.attachments ? [] : null),
    customer: ({ books, customerId }, _args, context, info) =>
      context.customers.follow(books, customerId, customerExtent(info)),
    depositPaymentStatus: depositPaymentStatusOf,
    depositStatus: ({ deposit }) => deposit.status,
    depositTotal: (estimate) => inCurrency(estimate, estimate.depositTotalMinor),
    depositUnit: ({ deposit }) => deposit.measure?.unit,
    depositValue: ({ deposit }) => depositValueOf(deposit),
    discountTotal: (estimate) => inCurrency(estimate, estimate.discountMinor),
    discounts: ({ discount, currency }) => {
      if (discount === null) return []
      const { reduction, ...about } = discount
      if (reduction.kind === 'PERCENTAGE') {
        const percentage = shortestDecimal(reduction.percentage)
        return [{ __typename: 'PercentageEstimateDiscount' as const, ...about, percentage }]
      }
      const amount = formatAmount({ minorUnits: reduction.amountMinor, currency })
      return [{ __typename: 'FixedEstimateDiscount' as const, ...about, amount }]
    },
    exchangeRate: ({ rate }) => shortestDecimal(rate),
    history: (estimate, _args, context) =>
      estimate.embeds.history ? context.estimates.history(estimate) : null,
    id: (estimate) => rowWireIdOf('Estimate', estimate),
    items: (estimate, _args, context) => context.estimates.items(estimate),
    pdfUrl: (estimate, _args, { publicUrl }) => publicUrl() + estimatePdfPath(estimate),
    payments: (estimate, _args, context) =>
      estimate.embeds.payments ? context.estimates.payments(estimate) : null,
    subtotal: (estimate) => inCurrency(estimate, estimate.subtotalMinor),
    taxTotal: (estimate) => inCurrency(estimate, estimate.taxMinor),
    total: (estimate) => inCurrency(estimate, estimate.totalMinor),
    viewUrl: (estimate, _args, { publicUrl }) => publicUrl() + estimatePath(estimate),
  },
  EstimateItem: {
    account: ({ books, accountId }, _args, context) => context.accounts.follow(books, accountId),
    id: (item) => rowWireIdOf('EstimateItem', item),
    product: ({ books, productId }, _args, context) => context.products.follow(books, productId),
    quantity: ({ quantity }) => shortestText(quantity),
    subtotal: (item) => inCurrency(item, item.subtotalMinor),
    taxes: (item, _args, context) => context.estimates.itemTaxes(item),
    total: (item) => inCurrency(item, item.totalMinor),
    unitPrice: ({ unitPrice }) => shortestText(unitPrice),
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
    readonlyUrl: (payment, _args, { publicUrl }) => publicUrl() + estimatePath(payment),
    state: ({ active }) => (active ? 'SUCCEEDED' : 'DELETED'),
    transactionId: ({ businessId, entryId }) => rowWireIdOf('Transaction', { businessId, id: entryId }),
    transactionType: () => 'DEPOSIT',
  },
} satisfies EstimatesResolvers<Needs>
