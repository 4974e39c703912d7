import type { Noun } from '#caller/noun.ts'
import { referenceResolvers } from './reference-resolvers.ts'

/** Lists that are the same for everybody: countries, currencies, kinds of account and of business. */
export const referenceNoun = {
  sdl: new URL('reference.graphql', import.meta.url),
  resolvers: referenceResolvers,
  commands: {},
  createReaders: () => () => ({}),
} satisfies Noun
