import type { Noun } from '#caller/noun.ts'
import { createRowReader } from '#books/row-reader.ts'
import { customerCommands } from './customer-commands.ts'
import { customerResolvers } from './customer-resolvers.ts'
import { createCustomerStore, customerWriter } from './customer-store.ts'
import type { CustomerReader, CustomerWriter } from './customer.ts'

/** Customers of a business. The invoice module adds the balance they owe. */
export const customerNoun = {
  sdl: new URL('customers.graphql', import.meta.url),
  resolvers: customerResolvers,
  commands: customerCommands,
  createReaders: (db) => {
    const store = createCustomerStore(db)
    return (): { readonly customers: CustomerReader; readonly customerWriter: CustomerWriter } => ({
      customers: createRowReader(store),
      customerWriter,
    })
  },
} satisfies Noun
