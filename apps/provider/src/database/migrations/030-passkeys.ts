import { sql, type Kysely } from 'kysely'

export const alters = ['users']

/** Passkeys beside the password, which old code neither asks for nor takes. */
const STATEMENTS = [
  `alter table users add column passkey_offered_at timestamptz`,
  `create table passkeys (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create index passkeys_user on passkeys (user_id)`,
  `create table spent_challenges (
    challenge_digest text primary key,
    expires_at timestamptz not null
  )`,
  `create index spent_challenges_expiry on spent_challenges (expires_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
