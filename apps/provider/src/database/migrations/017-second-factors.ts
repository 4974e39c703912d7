import { sql, type Kysely } from 'kysely'

/** Codes of an app beside the password. Old code does not ask for them, and nobody has one before new code is everywhere. */
const STATEMENTS = [
  `create table second_factors (
    user_id uuid primary key references users on delete cascade,
    sealed_secret text not null,
    key_mark text not null,
    last_step integer,
    turned_on_at timestamptz,
    created_at timestamptz not null
  )`,
  `create table recovery_codes (
    user_id uuid not null references users on delete cascade,
    code_digest text not null,
    used_at timestamptz,
    primary key (user_id, code_digest)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
