import type { Noun } from '#caller/noun.ts'
import { createRowReader } from '#books/row-reader.ts'
import { vendorResolvers } from './vendor-resolvers.ts'
import { createVendorStore } from './vendor-store.ts'
import type { VendorReader } from './vendor.ts'

/** Those a business buys from. */
export const vendorNoun = {
  sdl: new URL('vendors.graphql', import.meta.url),
  resolvers: vendorResolvers,
  commands: {},
  createReaders: (db) => {
    const store = createVendorStore(db)
    return (): { readonly vendors: VendorReader } => ({ vendors: createRowReader(store) })
  },
} satisfies Noun
