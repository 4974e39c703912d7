import { rowWireIdOf } from '#books/book-ids.ts'
import { dayIn } from '#books/business-day.ts'
import type { BusinessReader } from '#books/business/business.ts'
import { businessOf, findInBusiness, listInBusiness } from '#books/row-fields.ts'
import { createRowReader } from '#books/row-reader.ts'
import type { Noun } from '#caller/noun.ts'
import { salesTaxCommands } from './sales-tax-commands.ts'
import { createSalesTaxStore } from './sales-tax-store.ts'
import { rateOn, type SalesTaxReader, type SalesTax } from './sales-tax.ts'
import type { SalesTaxesResolvers } from './sales-taxes-schema.ts'

const salesTaxResolvers = {
  Business: {
    salesTax: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.salesTaxes, { kind: 'SalesTax', noun: 'Sales tax', uuid, id }),
    salesTaxes: ({ uuid }, args, context) =>
      listInBusiness(context, context.salesTaxes, {
        kind: 'SalesTax',
        uuid,
        args,
        filter: {
          isArchived: args.isArchived,
          modifiedAtAfter: args.modifiedAtAfter ?? null,
          modifiedAtBefore: args.modifiedAtBefore ?? null,
        },
      }),
  },
  SalesTax: {
    business: businessOf,
    id: (salesTax) => rowWireIdOf('SalesTax', salesTax),
    internalId: () => null,
    rate: (salesTax, { for: day }, context) =>
      rateOn(salesTax.rates, day ?? context.salesTaxes.todayOf(salesTax)),
  },
} satisfies SalesTaxesResolvers<{
  readonly businesses: BusinessReader
  readonly salesTaxes: SalesTaxReader
}>

/** Taxes on sales and purchases of a business. */
export const salesTaxNoun = {
  sdl: new URL('sales-taxes.graphql', import.meta.url),
  resolvers: salesTaxResolvers,
  commands: salesTaxCommands,
  createReaders: (db, clock) => {
    const store = createSalesTaxStore(db)
    return () => ({
      salesTaxes: {
        ...createRowReader(store),
        todayOf: ({ books }: SalesTax) => dayIn(books.timeZone, clock()),
      },
    })
  },
} satisfies Noun
