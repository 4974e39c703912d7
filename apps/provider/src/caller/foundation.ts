import type { FoundationResolvers } from './foundation-schema.ts'
import type { Noun } from './noun.ts'

const resolvers = { Query: { _: () => true } } satisfies FoundationResolvers

/** What every noun stands on: scalars, directives, paging, and the root of all queries. */
export const foundation = {
  sdl: new URL('foundation.graphql', import.meta.url),
  resolvers,
  commands: {},
  createReaders: () => () => ({}),
} satisfies Noun
