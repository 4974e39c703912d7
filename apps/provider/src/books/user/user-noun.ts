import type { Noun } from '#caller/noun.ts'
import { once } from '#caller/once.ts'
import type { UserReader } from './user.ts'
import { userResolvers } from './user-resolvers.ts'
import { createUserStore } from './user-store.ts'

/** The user of the token. */
export const userNoun = {
  sdl: new URL('user.graphql', import.meta.url),
  resolvers: userResolvers,
  commands: {},
  createReaders: (db) => {
    const store = createUserStore(db)
    return (): { readonly users: UserReader } => ({ users: { find: once((userId) => store.find(userId)) } })
  },
} satisfies Noun
