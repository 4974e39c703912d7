import type { Noun } from '#caller/noun.ts'
import type { BusinessReader } from './business.ts'
import { createBusinessReader } from './business-reader.ts'
import { businessResolvers } from './business-resolvers.ts'
import { createBusinessStore } from './business-store.ts'

/** The businesses that the token reaches. */
export const businessNoun = {
  sdl: new URL('business.graphql', import.meta.url),
  resolvers: businessResolvers,
  commands: {},
  createReaders: (db) => {
    const store = createBusinessStore(db)
    return (): { readonly businesses: BusinessReader } => ({ businesses: createBusinessReader(store) })
  },
} satisfies Noun
