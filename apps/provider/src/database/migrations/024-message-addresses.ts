import { sql, type Kysely } from 'kysely'

/** To whom a business has sent: digests of addresses, so that a day's new ones can be counted after the messages are gone. */
const STATEMENTS = [
  `create table message_addresses (
    business_id uuid not null references businesses (id) on delete cascade,
    digest bytea not null,
    first_at timestamptz(3) not null,
    primary key (business_id, digest)
  )`,
  `create index message_addresses_newest on message_addresses (business_id, first_at)`,
  `insert into message_addresses (business_id, digest, first_at)
    select business_id, sha256(convert_to(lower(address), 'UTF8')), min(created_at)
    from messages cross join unnest(recipients) as address group by 1, 2`,
]

/** For the reference to it. */
export const alters = ['businesses']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
