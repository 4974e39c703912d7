import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Links to documents that end or have ended, also those that another link took the place of.
  `create table document_link_ends (
    anonymous_id text primary key,
    business_id uuid not null references businesses (id) on delete cascade,
    ends_at timestamptz(3) not null
  )`,
  `create index document_link_ends_by_business on document_link_ends (business_id)`,
  // By whom, and through which application, a message was sent: people and applications have quotas, too.
  `alter table messages add column sender_id uuid, add column application_id uuid`,
  `alter table message_addresses add column sender_id uuid`,
  `create index message_addresses_by_sender on message_addresses (sender_id, first_at)`,
  `create index messages_by_sender on messages (sender_id, created_at)`,
  `create index messages_by_application on messages (application_id, created_at)`,
]

export const alters = ['businesses', 'messages', 'message_addresses']

/** Old code ends no link and counts messages by business alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
