import type { Noun } from '#caller/noun.ts'
import { createRowReader } from '#books/row-reader.ts'
import { productCommands } from './product-commands.ts'
import { productResolvers } from './product-resolvers.ts'
import { createProductStore, productWriter } from './product-store.ts'
import type { ProductReader, ProductWriter } from './product.ts'

/** Products that a business sells and buys. */
export const productNoun = {
  sdl: new URL('products.graphql', import.meta.url),
  resolvers: productResolvers,
  commands: productCommands,
  createReaders: (db) => {
    const store = createProductStore(db)
    return (): { readonly products: ProductReader; readonly productWriter: ProductWriter } => ({
      products: createRowReader(store),
      productWriter,
    })
  },
} satisfies Noun
