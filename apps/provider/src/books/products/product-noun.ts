import type { AccountReader } from '#books/accounts/account.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { BusinessReader } from '#books/business/business.ts'
import { businessOf, findInBusiness, listInBusiness } from '#books/row-fields.ts'
import { createRowReader } from '#books/row-reader.ts'
import type { SalesTaxReader } from '#books/sales-taxes/sales-tax.ts'
import type { Noun } from '#caller/noun.ts'
import { productCommands } from './product-commands.ts'
import { priceOf } from './product-rules.ts'
import { createProductStore } from './product-store.ts'
import type { ProductReader } from './product.ts'
import type { ProductsResolvers } from './products-schema.ts'

const productResolvers = {
  Business: {
    product: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.products, { kind: 'Product', noun: 'Product', uuid, id }),
    products: ({ uuid }, args, context) =>
      listInBusiness(context, context.products, {
        kind: 'Product',
        uuid,
        args,
        filter: {
          isArchived: args.isArchived,
          isBought: args.isBought ?? null,
          isSold: args.isSold ?? null,
          modifiedAtAfter: args.modifiedAtAfter ?? null,
          modifiedAtBefore: args.modifiedAtBefore ?? null,
          sort: args.sort,
        },
      }),
  },
  Product: {
    business: businessOf,
    async defaultSalesTaxes({ books, defaultSalesTaxIds }, _args, context) {
      const found = await Promise.all(defaultSalesTaxIds.map((id) => context.salesTaxes.find(books, id)))
      return found.filter((salesTax) => salesTax !== null)
    },
    expenseAccount: ({ books, expenseAccountId: id }, _args, context) =>
      id === null ? null : context.accounts.find(books, id),
    id: (product) => rowWireIdOf('Product', product),
    incomeAccount: ({ books, incomeAccountId: id }, _args, context) =>
      id === null ? null : context.accounts.find(books, id),
    internalId: () => null,
    isBought: ({ expenseAccountId }) => expenseAccountId !== null,
    isSold: ({ incomeAccountId }) => incomeAccountId !== null,
    unitPrice: priceOf,
  },
} satisfies ProductsResolvers<{
  readonly businesses: BusinessReader
  readonly accounts: AccountReader
  readonly products: ProductReader
  readonly salesTaxes: SalesTaxReader
}>

/** Products that a business sells and buys. */
export const productNoun = {
  sdl: new URL('products.graphql', import.meta.url),
  resolvers: productResolvers,
  commands: productCommands,
  createReaders: (db) => {
    const store = createProductStore(db)
    return () => ({ products: createRowReader(store) })
  },
} satisfies Noun
