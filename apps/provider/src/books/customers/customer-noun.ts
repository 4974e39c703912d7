import type { BusinessReader } from '#books/business/business.ts'
import { contactAddresses } from '#books/contacts/contact-rules.ts'
import { findInBusiness, listInBusiness } from '#books/row-fields.ts'
import { createRowReader } from '#books/row-reader.ts'
import type { Noun } from '#caller/noun.ts'
import { briefCustomerResolvers, customerExtent } from './brief-customer.ts'
import { customerCommands } from './customer-commands.ts'
import { createCustomerStore } from './customer-store.ts'
import type { CustomerReader } from './customer.ts'
import type { CustomersResolvers } from './customers-schema.ts'

const customerResolvers = {
  Business: {
    customer: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.customers, { kind: 'Customer', noun: 'Customer', uuid, id }),
    customers: ({ uuid }, args, context, info) =>
      listInBusiness(context, context.customers, {
        kind: 'Customer',
        uuid,
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
  Customer: {
    ...briefCustomerResolvers,
    ...contactAddresses,
  },
} satisfies CustomersResolvers<{ readonly businesses: BusinessReader; readonly customers: CustomerReader }>

/** Customers of a business. The invoice module adds their balance. */
export const customerNoun = {
  sdl: new URL('customers.graphql', import.meta.url),
  resolvers: customerResolvers,
  commands: customerCommands,
  createReaders: (db) => {
    const store = createCustomerStore(db)
    return () => ({ customers: createRowReader(store) })
  },
} satisfies Noun
