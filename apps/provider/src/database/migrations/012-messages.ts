import { sql, type Kysely } from 'kysely'

/**
 * Messages about documents, each with the document as it was when it was sent: kept in the transaction of the command that
 * sends, handed over by a worker afterwards.
 */
const STATEMENTS = [
  `create table messages (
    business_id uuid not null references businesses (id) on delete cascade,
    id uuid not null,
    kind text not null check (kind in ('INVOICE', 'ESTIMATE', 'RECEIPT')),
    document_id bigint not null,
    document jsonb not null,
    recipients text[] not null check (cardinality(recipients) between 1 and 20),
    copies text[] not null check (cardinality(copies) <= 1),
    reply_to text not null,
    subject text not null check (char_length(subject) between 1 and 1000),
    body text not null check (char_length(body) <= 10000),
    attaches_pdf boolean not null,
    view_path text,
    state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED')),
    attempts integer not null default 0,
    due_at timestamptz(3) check ((due_at is not null) = (state = 'WAITING')),
    sent_at timestamptz(3) check ((sent_at is not null) = (state = 'SENT')),
    fault text,
    created_at timestamptz(3) not null,
    primary key (business_id, id)
  )`,
  `create index messages_due on messages (due_at) where state = 'WAITING'`,
  `create index messages_newest on messages (business_id, created_at, id)`,
  `create index messages_age on messages (created_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
