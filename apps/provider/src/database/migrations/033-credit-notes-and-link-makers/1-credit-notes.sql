-- A credit note, whose total is below zero, is OVERPAID only if its customer paid for it. Until it is paid back its state is its
-- `life`, or PARTIAL after a part of it; the state begins with CREDIT_, because nobody owes it and it is never late.
--
-- An older release shows an unpaid credit note as OVERPAID, and counts and filters it by no state that it knows.

-- Dropping the column also drops its indexes.
alter table invoices drop column state, add column state text not null generated always as (
  case when life = 'DRAFT' then 'DRAFT' when paid > greatest(total, 0) then 'OVERPAID' when total = paid then 'PAID'
    else case when total < 0 then 'CREDIT_' else '' end || case when paid <> 0 then 'PARTIAL' else life end end) stored;

create index invoices_state_written on invoices (business_id, state, id) include (due_day) where deleted_at is null;

-- No trigger has recounted these.
delete from open_days d where exists (select 1 from invoices i where i.business_id = d.business_id
  and i.state like 'CREDIT%' and i.deleted_at is null);

insert into open_days (business_id, customer_id, currency_code, due_day, state, n, due, due_base)
  select business_id, counted.customer_id, currency_code, due_day, state, count(*), sum(due), sum(due_base)
  from invoices i cross join lateral (values (0::bigint), (i.customer_id)) as counted (customer_id)
  where deleted_at is null and not exists (select 1 from open_days d where d.business_id = i.business_id)
  group by business_id, counted.customer_id, currency_code, due_day, state;
