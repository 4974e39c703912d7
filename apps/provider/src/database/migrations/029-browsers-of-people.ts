import { sql, type Kysely } from 'kysely'

export const alters = ['users', 'browser_sessions', 'account_mails']

/**
 * The name of each browser with a session, and where a sign-in came from that a mail reports. Everybody who had an account
 * before counts as somebody who has signed in; old code makes accounts that have not, and never changes that.
 */
const STATEMENTS = [
  `alter table users add column has_signed_in boolean not null default true`,
  `alter table users alter column has_signed_in set default false`,
  `alter table browser_sessions add column browser_name text`,
  `alter table account_mails add column browser_name text`,
  `alter table account_mails add column address_begin text`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
