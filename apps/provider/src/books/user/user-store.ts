import type { UserId } from '@counterfoil/oauth/ids'
import type { Database } from '#database/database.ts'
import type { User, UserReader } from './user.ts'

/** Reads users from the database. */
export function createUserStore(db: Database): UserReader {
  // Written once; each call puts its own id in the place of this one.
  const query = db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'created_at', 'modified_at'])
    .where('id', '=', '' as UserId)
    .compile()
  const queryOf = (userId: UserId): typeof query => ({ ...query, parameters: [userId] })
  return {
    async find(userId): Promise<User | null> {
      const [row] = (await db.executeQuery(queryOf(userId))).rows
      if (!row) return null
      return {
        uuid: row.id,
        defaultEmail: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        createdAt: row.created_at,
        modifiedAt: row.modified_at,
      }
    },
  }
}
