-- The daily changes of what customers owe, by due day, in the currency of the business: aged receivables of any day are the sum
-- of whole months and of the days of one. `credit`, below zero, is of invoices that were overpaid by then. The database itself
-- updates both tables, in the transaction that enters something or changes the due day of an invoice.

create table receivable_days (
  business_id uuid not null references businesses (id) on delete cascade,
  day date not null,
  due_day date not null,
  owed bigint not null,
  credit bigint not null,
  primary key (business_id, day, due_day)
);

-- month is its first day.
create table receivable_months (
  business_id uuid not null references businesses (id) on delete cascade,
  month date not null,
  due_day date not null,
  owed bigint not null,
  credit bigint not null,
  primary key (business_id, month, due_day)
);

create function keep_receivables_after_entry() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select 1 from added where document_id is not null) then
    return null;
  end if;
  with entered as (
    select p.business_id, p.document_id, p.day, sum(p.amount) as due, sum(p.base_amount) as base
    from added p
    join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'RECEIVABLE:%'
    where p.book in (0, 1) and p.document_id is not null
      and exists (select 1 from invoices i where i.business_id = p.business_id and i.id = p.document_id)
    group by p.business_id, p.document_id, p.day
  ), stood as (
    select business_id, document_id, day, sum(sum(due)) over by_day as due, sum(sum(base)) over by_day as base,
      sum(sum(due) - sum(due_entered)) over by_day as due_before,
      sum(sum(base) - sum(base_entered)) over by_day as base_before
    from (
      select p.business_id, p.document_id, p.day, p.amount as due, p.base_amount as base, 0 as due_entered, 0 as base_entered
      from (select distinct business_id, document_id from entered) documents
      join postings p using (business_id, document_id)
      join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'RECEIVABLE:%'
      where p.book in (0, 1) and p.document_id is not null
      union all
      select business_id, document_id, day, 0, 0, due, base from entered
    ) both_of_them
    group by business_id, document_id, day
    window by_day as (partition by business_id, document_id order by day)
  ), leveled as (
    select business_id, document_id, day,
      case when due < 0 then 0 else base end - case when due_before < 0 then 0 else base_before end as owed,
      case when due < 0 then base else 0 end - case when due_before < 0 then base_before else 0 end as credit
    from stood
  ), steps as (
    select business_id, document_id, day,
      owed - lag(owed, 1, 0::numeric) over by_day as owed, credit - lag(credit, 1, 0::numeric) over by_day as credit
    from leveled window by_day as (partition by business_id, document_id order by day)
  ), changed as (
    select s.business_id, s.day, i.due_day, s.owed, s.credit
    from steps s join invoices i on i.business_id = s.business_id and i.id = s.document_id
    where s.owed <> 0 or s.credit <> 0
  ), by_month as (
    insert into receivable_months as kept (business_id, month, due_day, owed, credit)
      select business_id, date_trunc('month', day::timestamp)::date as month, due_day, sum(owed), sum(credit)
      from changed group by business_id, month, due_day order by business_id, month, due_day
      on conflict (business_id, month, due_day) do update set
        owed = kept.owed + excluded.owed, credit = kept.credit + excluded.credit
  )
  insert into receivable_days as kept (business_id, day, due_day, owed, credit)
    select business_id, day, due_day, sum(owed), sum(credit)
    from changed group by business_id, day, due_day order by business_id, day, due_day
    on conflict (business_id, day, due_day) do update set
      owed = kept.owed + excluded.owed, credit = kept.credit + excluded.credit;
  return null;
end $$;

create trigger postings_receivables after insert on postings referencing new table as added
  for each statement execute function keep_receivables_after_entry();

create function move_receivables() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  with documents (business_id, document_id) as (values (new.business_id, new.id)),
  leveled as (
    select business_id, document_id, day, case when due < 0 then 0 else base end as owed,
      case when due < 0 then base else 0 end as credit
    from (
      select p.business_id, p.document_id, p.day, sum(sum(p.amount)) over by_day as due,
        sum(sum(p.base_amount)) over by_day as base
      from documents join postings p using (business_id, document_id)
      join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'RECEIVABLE:%'
      where p.book in (0, 1) and p.document_id is not null group by p.business_id, p.document_id, p.day
      window by_day as (partition by p.business_id, p.document_id order by p.day)
    ) stood
  ), steps as (
    select business_id, document_id, day,
      owed - lag(owed, 1, 0::numeric) over by_day as owed, credit - lag(credit, 1, 0::numeric) over by_day as credit
    from leveled window by_day as (partition by business_id, document_id order by day)
  ), changed as (
    select s.business_id, s.day, moved.due_day, s.owed * moved.sign as owed, s.credit * moved.sign as credit
    from steps s cross join (values (old.due_day, -1), (new.due_day, 1)) as moved (due_day, sign)
    where s.owed <> 0 or s.credit <> 0
  ), by_month as (
    insert into receivable_months as kept (business_id, month, due_day, owed, credit)
      select business_id, date_trunc('month', day::timestamp)::date as month, due_day, sum(owed), sum(credit)
      from changed group by business_id, month, due_day order by business_id, month, due_day
      on conflict (business_id, month, due_day) do update set
        owed = kept.owed + excluded.owed, credit = kept.credit + excluded.credit
  )
  insert into receivable_days as kept (business_id, day, due_day, owed, credit)
    select business_id, day, due_day, sum(owed), sum(credit)
    from changed group by business_id, day, due_day order by business_id, day, due_day
    on conflict (business_id, day, due_day) do update set
      owed = kept.owed + excluded.owed, credit = kept.credit + excluded.credit;
  return null;
end $$;

create trigger invoices_due_day after update of due_day on invoices
  for each row when (old.due_day is distinct from new.due_day) execute function move_receivables();

-- Counts what was written while the triggers were absent.
create function count_receivables(of_business uuid) returns void language plpgsql as $$
begin
  delete from receivable_days where business_id = of_business;
  delete from receivable_months where business_id = of_business;
  with documents as (select business_id, id as document_id from invoices where business_id = of_business),
  leveled as (
    select business_id, document_id, day, case when due < 0 then 0 else base end as owed,
      case when due < 0 then base else 0 end as credit
    from (
      select p.business_id, p.document_id, p.day, sum(sum(p.amount)) over by_day as due,
        sum(sum(p.base_amount)) over by_day as base
      from documents join postings p using (business_id, document_id)
      join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'RECEIVABLE:%'
      where p.book in (0, 1) and p.document_id is not null group by p.business_id, p.document_id, p.day
      window by_day as (partition by p.business_id, p.document_id order by p.day)
    ) stood
  ), steps as (
    select business_id, document_id, day,
      owed - lag(owed, 1, 0::numeric) over by_day as owed, credit - lag(credit, 1, 0::numeric) over by_day as credit
    from leveled window by_day as (partition by business_id, document_id order by day)
  ), changed as (
    select s.business_id, s.day, i.due_day, s.owed, s.credit
    from steps s join invoices i on i.business_id = s.business_id and i.id = s.document_id
    where s.owed <> 0 or s.credit <> 0
  ), by_month as (
    insert into receivable_months as kept (business_id, month, due_day, owed, credit)
      select business_id, date_trunc('month', day::timestamp)::date as month, due_day, sum(owed), sum(credit)
      from changed group by business_id, month, due_day order by business_id, month, due_day
      on conflict (business_id, month, due_day) do update set
        owed = kept.owed + excluded.owed, credit = kept.credit + excluded.credit
  )
  insert into receivable_days as kept (business_id, day, due_day, owed, credit)
    select business_id, day, due_day, sum(owed), sum(credit)
    from changed group by business_id, day, due_day order by business_id, day, due_day
    on conflict (business_id, day, due_day) do update set
      owed = kept.owed + excluded.owed, credit = kept.credit + excluded.credit;
end $$;
