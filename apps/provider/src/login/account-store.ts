import type { Database } from '#database/database.ts'

/** What signing in needs to know of an account. */
export type Account = {
  readonly userId: string
  readonly email: string
  readonly passwordHash: string
  readonly isDisabled: boolean
}

export function createAccountStore(db: Database) {
  const columns = ['id', 'email', 'password_hash', 'disabled_at'] as const
  const toAccount = (row: {
    id: string
    email: string
    password_hash: string
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

    async find(userId: string): Promise<Account | undefined> {
      const row = await db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirst()
      return row === undefined ? undefined : toAccount(row)
    },
  }
}
