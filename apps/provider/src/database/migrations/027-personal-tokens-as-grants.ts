import { sql, type Kysely } from 'kysely'

/** A personal token is a grant without an application: it is listed, counted, taken out of a business and ended like any other. */
const STATEMENTS = [
  `alter table grants alter column application_id drop not null`,
  `alter table token_families drop constraint token_families_check`,
  `insert into grants (id, user_id, scopes, granted_at, confirmed_at, receipt_reference, ended_at, end_reason)
    select f.id, f.user_id, f.scopes, f.created_at, f.created_at, '', f.ended_at, f.end_reason
    from token_families f join users u on u.id = f.user_id where f.kind = 'personal'`,
  `update token_families set grant_id = id where kind = 'personal'`,
  `alter table token_families alter column grant_id set not null`,
]

export const alters = ['grants', 'token_families']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
