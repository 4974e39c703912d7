import { sql, type Kysely } from 'kysely'

/** Mails to owners of accounts, and the links in them. Old code neither asks for one nor knows when a password was set. */
const STATEMENTS = [
  `alter table users add column password_set_at timestamptz`,
  `create table account_mails (
    id uuid primary key,
    kind text not null,
    typed_address text,
    user_id uuid references users on delete cascade,
    attempts integer not null default 0,
    due_at timestamptz not null,
    created_at timestamptz not null,
    check ((typed_address is null) <> (user_id is null))
  )`,
  `create index account_mails_due on account_mails (due_at)`,
  `create index account_mails_user on account_mails (user_id)`,
  `create table password_resets (
    user_id uuid primary key references users on delete cascade,
    token_digest text not null unique,
    requested_at timestamptz not null,
    expires_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
