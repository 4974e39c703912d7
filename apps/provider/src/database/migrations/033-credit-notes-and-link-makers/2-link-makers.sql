-- The table of who created a link that replaced another one; for links sent by mail the message records the sender.

create table document_links_made (
  anonymous_id text primary key,
  business_id uuid not null references businesses (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  made_at timestamptz(3) not null
);

create index document_links_made_by_user on document_links_made (user_id, made_at);

create index document_links_made_by_business on document_links_made (business_id);
