import type { UserId } from '@counterfoil/oauth/ids'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import type { Noun } from '#caller/noun.ts'
import { once } from '#caller/once.ts'
import { viewerOf } from '#caller/viewer.ts'
import type { Database } from '#database/database.ts'
import type { UserResolvers } from './user-schema.ts'
import type { User } from './user.ts'

type UserReader = ReturnType<typeof createUserStore>

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

/** Creates the reader of users. */
function createUserStore(db: Database) {
  // The SQL text is built once. Each call replaces the id.
  const query = db
    .selectFrom('users')
    .select(['id as uuid', 'email as defaultEmail', 'first_name as firstName', 'last_name as lastName'])
    .select(['created_at as createdAt', 'modified_at as modifiedAt'])
    .where('id', '=', '' as UserId)
    .compile()
  const queryOf = (userId: UserId): typeof query => ({ ...query, parameters: [userId] })
  return {
    /** Returns the user with that UUID, or null. */
    async find(userId: UserId): Promise<User | null> {
      const [row] = (await db.executeQuery(queryOf(userId))).rows
      return row ?? null
    },
  }
}
