-- Messages about documents, each with the document as it was when it was sent: kept in the transaction of the command that
-- sends, handed over by a worker afterwards.

create table messages (
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
  -- By whom, and through which application, it was sent: people and applications have quotas, too.
  sender_id uuid,
  application_id uuid,
  created_at timestamptz(3) not null,
  primary key (business_id, id)
);

create index messages_due on messages (due_at) where state = 'WAITING';

create index messages_newest on messages (business_id, created_at, id);

create index messages_age on messages (created_at);

-- Digests of the addresses a business has sent to, so that a day's new ones can be counted after the messages are deleted.
create table message_addresses (
  business_id uuid not null references businesses (id) on delete cascade,
  digest bytea not null,
  first_at timestamptz(3) not null,
  sender_id uuid,
  primary key (business_id, digest)
);

create index message_addresses_newest on message_addresses (business_id, first_at);

create index message_addresses_by_sender on message_addresses (sender_id, first_at);

create index messages_by_sender on messages (sender_id, created_at);

create index messages_by_application on messages (application_id, created_at);

-- Links to documents that will end or have ended, including those that another link replaced.
create table document_link_ends (
  anonymous_id text primary key,
  business_id uuid not null references businesses (id) on delete cascade,
  ends_at timestamptz(3) not null
);

create index document_link_ends_by_business on document_link_ends (business_id);
