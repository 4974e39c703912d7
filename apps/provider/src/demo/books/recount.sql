-- Recalculates the sums and counts of entries and invoices of the businesses $1.

delete from account_days where business_id = any($1::uuid[]);

insert into account_days (business_id, account_id, book, day, debit, credit, net)
  select business_id, account_id, book, day, sum(greatest(base_amount, 0)), sum(greatest(-base_amount, 0)), sum(amount)
  from postings where business_id = any($1::uuid[]) group by business_id, account_id, book, day;

delete from account_months where business_id = any($1::uuid[]);

insert into account_months (business_id, account_id, book, month, debit, credit, net)
  select business_id, account_id, book, date_trunc('month', day::timestamp)::date as month, sum(debit), sum(credit), sum(net)
  from account_days where business_id = any($1::uuid[]) group by business_id, account_id, book, month;

delete from transaction_counts where business_id = any($1::uuid[]);

insert into transaction_counts (business_id, account_id, kind, day, n)
  select business_id, 0, kind, day, count(*) from entries where business_id = any($1::uuid[]) group by business_id, kind, day
  union all
  select business_id, account_id, kind, day, count(distinct entry_id)
  from postings where business_id = any($1::uuid[]) group by business_id, account_id, kind, day;

delete from open_days where business_id = any($1::uuid[]);

insert into open_days (business_id, customer_id, currency_code, due_day, state, n, due, due_base)
  select business_id, counted.customer_id, currency_code, due_day, state, count(*), sum(due), sum(due_base)
  from invoices i cross join lateral (values (0::bigint), (i.customer_id)) as counted (customer_id)
  where business_id = any($1::uuid[]) and deleted_at is null
  group by business_id, counted.customer_id, currency_code, due_day, state;
