import { addressOf } from '#books/business/postal-address.ts'
import type { BusinessReader } from '#books/business/business.ts'
import { shippingDetailsOf } from '#books/contacts/contact-rules.ts'
import { findInBusiness, listInBusiness } from '#books/row-fields.ts'
import { briefCustomerResolvers, customerExtent } from './brief-customer.ts'
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
    customers: ({ uuid }, args, context, info) =>
      listInBusiness(context, context.customers, {
        kind: 'Customer',
        businessId: uuid,
        args,
        filter: {
          email: args.email ?? null,
          modifiedAtAfter: args.modifiedAtAfter ?? null,
          modifiedAtBefore: args.modifiedAtBefore ?? null,
          sort: args.sort,
        },
        extent: customerExtent(info, ['edges', 'node']),
      }),
  },
  CustomerConnection: {
    pageInfo: ({ request }, _args, context) => context.customers.count(request),
  },
  Customer: {
    ...briefCustomerResolvers,
    address: ({ address }) => addressOf(address),
    shippingDetails: ({ shipping }) => shippingDetailsOf(shipping),
  },
} satisfies CustomersResolvers<{ readonly businesses: BusinessReader; readonly customers: CustomerReader }>
