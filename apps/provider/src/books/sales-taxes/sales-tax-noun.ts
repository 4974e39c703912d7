import type { Noun } from '#caller/noun.ts'
import { dayIn } from '#books/business-day.ts'
import { createRowReader } from '#books/row-reader.ts'
import { salesTaxCommands } from './sales-tax-commands.ts'
import { salesTaxResolvers } from './sales-tax-resolvers.ts'
import { createSalesTaxStore, salesTaxWriter } from './sales-tax-store.ts'
import type { SalesTaxReader, SalesTaxWriter } from './sales-tax.ts'

/** Taxes on sales and purchases of a business. */
export const salesTaxNoun = {
  sdl: new URL('sales-taxes.graphql', import.meta.url),
  resolvers: salesTaxResolvers,
  commands: salesTaxCommands,
  createReaders: (db, clock) => {
    const store = createSalesTaxStore(db)
    return (): { readonly salesTaxes: SalesTaxReader; readonly salesTaxWriter: SalesTaxWriter } => ({
      salesTaxes: {
        ...createRowReader(store),
        todayOf: ({ books }) => dayIn(books.timeZone, clock()),
      },
      salesTaxWriter,
    })
  },
} satisfies Noun
