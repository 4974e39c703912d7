import { wireIdOf } from '@counterfoil/oauth/wire-id'
import type { Noun } from '#caller/noun.ts'
import { once } from '#caller/once.ts'
import { viewerOf } from '#caller/viewer.ts'
import type { UserResolvers } from './user-schema.ts'
import { createUserStore } from './user-store.ts'
import type { UserReader } from './user.ts'

const userResolvers = {
  Query: { user: (_, _args, context) => context.users.find(viewerOf(context).userId) },
  User: { id: (source) => wireIdOf('User', source.uuid) },
} satisfies UserResolvers<{ readonly users: UserReader }>

/** The user of the token. */
export const userNoun = {
  sdl: new URL('user.graphql', import.meta.url),
  resolvers: userResolvers,
  commands: {},
  createReaders: (db) => {
    const store = createUserStore(db)
    return () => ({ users: { find: once(store.find) } })
  },
} satisfies Noun
