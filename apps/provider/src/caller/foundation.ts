import type { FoundationCommands, FoundationResolvers } from './foundation-schema.ts'
import type { Noun } from './noun.ts'

const resolvers = { Query: { _: () => true } } satisfies FoundationResolvers

const commands = { Mutation: { _: () => true } } satisfies FoundationCommands

/** The common schema: scalars, directives, paging, and the roots of all queries and mutations. */
export const foundation = {
  sdl: new URL('foundation.graphql', import.meta.url),
  resolvers,
  commands,
  createReaders: () => () => ({}),
} satisfies Noun
