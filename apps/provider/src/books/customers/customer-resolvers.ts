import { knownCurrency } from '@counterfoil/money/currencies'
import { viewerOf } from '#caller/viewer.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import { addressOf } from '#books/business/postal-address.ts'
import { readReachedBusiness, type BusinessReader } from '#books/business/business.ts'
import { shippingDetailsOf } from '#books/contacts/contact-rules.ts'
import { findInBusiness, listInBusiness } from '#books/row-fields.ts'
import type { CustomerReader } from './customer.ts'
import type { CustomersResolvers } from './customers-schema.ts'

export const customerResolvers = {
  Business: {
    customer: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.customers, {
        kind: 'Customer',
        noun: 'Customer',
        businessId: uuid,
        id,
      }),
    customers: ({ uuid }, args, context) =>
      listInBusiness(context, context.customers, {
        businessId: uuid,
        args,
        filter: {
          email: args.email ?? null,
          modifiedAtAfter: args.modifiedAtAfter ?? null,
          modifiedAtBefore: args.modifiedAtBefore ?? null,
          sort: args.sort,
        },
      }),
  },
  CustomerConnection: {
    pageInfo: ({ request }, _args, context) => context.customers.count(request),
  },
  Customer: {
    address: ({ address }) => addressOf(address),
    business: ({ businessId }, _args, context) =>
      readReachedBusiness(context.businesses, viewerOf(context), businessId),
    currency: ({ currencyCode }) => (currencyCode === null ? null : knownCurrency(currencyCode)),
    id: (customer) => rowWireIdOf('Customer', customer),
    internalId: () => null,
    shippingDetails: ({ shipping }) => shippingDetailsOf(shipping),
  },
} satisfies CustomersResolvers<{ readonly businesses: BusinessReader; readonly customers: CustomerReader }>
