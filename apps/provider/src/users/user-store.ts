import type { UserId, PasswordHash } from '@counterfoil/oauth/ids'
import type { Database } from '#database/database.ts'
import type { PageLocale } from '#words/words.ts'

/** The fields of an account that signing in uses. */
export type Account = {
  readonly userId: UserId
  readonly email: string
  readonly passwordHash: PasswordHash
  readonly isDisabled: boolean
}

export type AccountStore = ReturnType<typeof createAccountStore>

export function createAccountStore(db: Database) {
  const accounts = db
    .selectFrom('users')
    .select((user) => [
      'id as userId',
      'email',
      'password_hash as passwordHash',
      user('disabled_at', 'is not', null).$castTo<boolean>().as('isDisabled'),
    ])
  return {
    /** Finds an account, ignoring case and surrounding blanks of the address. */
    findByEmail: (email: string): Promise<Account | undefined> =>
      accounts
        .where((row) => row(row.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
        .executeTakeFirst(),

    setPassword: (userId: UserId, passwordHash: PasswordHash, at: Date): Promise<void> =>
      db.transaction().execute((trx) => changePassword(trx, { userId, passwordHash, at })),

    /** Signs the person out in every browser. @returns the number of browsers in which they were signed in */
    async endSessions(userId: UserId): Promise<number> {
      const ended = await db
        .deleteFrom('session_accounts')
        .where('user_id', '=', userId)
        .returning('signed_out_at')
        .execute()
      return ended.filter((session) => session.signed_out_at === null).length
    },

    /** Sets the language of mails to this account. */
    async setLocale(userId: UserId, locale: PageLocale): Promise<void> {
      await db.updateTable('users').set({ locale }).where('id', '=', userId).execute()
    },

    find: (userId: UserId): Promise<Account | undefined> =>
      accounts.where('id', '=', userId).executeTakeFirst(),
  }
}

/** Sets the password, signs the account out in every browser, and ends every earlier password link. Grants stay. */
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
