import type { UserId, PasswordHash } from '@counterfoil/oauth/ids'
import type { Database } from '#database/database.ts'
import type { PageLocale } from '#words/locale.ts'

/** The fields of an account that signing in uses. */
export type Account = {
  readonly userId: UserId
  readonly email: string
  readonly passwordHash: PasswordHash
  readonly isDisabled: boolean
}

export function createAccountStore(db: Database) {
  const columns = ['id', 'email', 'password_hash', 'disabled_at'] as const
  const toAccount = (row: {
    id: UserId
    email: string
    password_hash: PasswordHash
    disabled_at: Date | null
  }): Account => ({
    userId: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    isDisabled: row.disabled_at !== null,
  })
  return {
    /** Without regard to case or surrounding blanks. */
    async findByEmail(email: string): Promise<Account | undefined> {
      const row = await db
        .selectFrom('users')
        .select(columns)
        .where((row) => row(row.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
        .executeTakeFirst()
      return row === undefined ? undefined : toAccount(row)
    },

    setPassword: (userId: UserId, passwordHash: PasswordHash, at: Date): Promise<void> =>
      db.transaction().execute((trx) => changePassword(trx, { userId, passwordHash, at })),

    /** Signs the person out in every browser. @returns in how many they were signed in */
    async endSessions(userId: UserId): Promise<number> {
      const ended = await db
        .deleteFrom('session_accounts')
        .where('user_id', '=', userId)
        .returning('signed_out_at')
        .execute()
      return ended.filter((session) => session.signed_out_at === null).length
    },

    /** From now on mails to this account are in that language. */
    async setLocale(userId: UserId, locale: PageLocale): Promise<void> {
      await db.updateTable('users').set({ locale }).where('id', '=', userId).execute()
    },

    async find(userId: UserId): Promise<Account | undefined> {
      const row = await db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirst()
      return row === undefined ? undefined : toAccount(row)
    },
  }
}

/**
 * Also signs the account out in every browser, and ends every earlier link to set a password. Its grants to applications stay.
 */
export async function changePassword(
  trx: Database,
  change: { readonly userId: UserId; readonly passwordHash: PasswordHash; readonly at: Date },
): Promise<void> {
  const { userId, passwordHash, at } = change
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_set_at: at, modified_at: at })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('session_accounts').where('user_id', '=', userId).execute()
}
