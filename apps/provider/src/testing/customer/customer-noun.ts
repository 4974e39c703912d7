import type { Kysely } from 'kysely'
import type { Noun } from '#caller/noun.ts'
import type { BooksTables } from '#database/books-tables.ts'
import type { Database } from '#database/database.ts'
import type { CustomerReader } from './customer.ts'
import type { CustomerResolvers } from './customer-schema.ts'
import type { CustomersTable } from './customer-tables.ts'

const resolvers = {
  Business: { customers: (source, _args, context) => context.customers.list(source.uuid) },
  Customer: { id: (source) => source.uuid },
} satisfies CustomerResolvers<{ readonly customers: CustomerReader }>

function createCustomerStore(db: Database): CustomerReader {
  const books = db as unknown as Kysely<BooksTables & { readonly customers: CustomersTable }>
  return {
    list: async (businessId) => {
      const rows = await books
        .selectFrom('customers')
        .select(['id', 'name'])
        .where('business_id', '=', businessId)
        .orderBy('name')
        .execute()
      return rows.map(({ id, name }) => ({ uuid: id, name }))
    },
  }
}

export const customerNoun = {
  sdl: new URL('customer.graphql', import.meta.url),
  resolvers,
  commands: {},
  createReaders: (db) => {
    const store = createCustomerStore(db)
    return (): { readonly customers: CustomerReader } => ({ customers: store })
  },
} satisfies Noun
