import type { UserId } from '@counterfoil/oauth/ids'
import type { Database } from '#database/database.ts'
import type { User, UserReader } from './user.ts'

/** Reads users from the database. */
export function createUserStore(db: Database): UserReader {
  // Written once; each call puts its own id in the place of this one.
  const query = db
    .selectFrom('users')
    .select(['id as uuid', 'email as defaultEmail', 'first_name as firstName', 'last_name as lastName'])
    .select(['created_at as createdAt', 'modified_at as modifiedAt'])
    .where('id', '=', '' as UserId)
    .compile()
  const queryOf = (userId: UserId): typeof query => ({ ...query, parameters: [userId] })
  return {
    async find(userId): Promise<User | null> {
      const [row] = (await db.executeQuery(queryOf(userId))).rows
      return row ?? null
    },
  }
}
