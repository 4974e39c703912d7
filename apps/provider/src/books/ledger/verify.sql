-- The stored values and invariants that are checked against the postings. Each check is one statement, and thus one snapshot,
-- that selects the inconsistent rows of the business $1, described as `example`.

-- check: trial balance
select 'book ' || books.book || ': ' || sum(p.base_amount) as example
from postings p cross join (values (1), (2)) as books (book)
where p.business_id = $1 and p.book in (0, books.book)
group by books.book having sum(p.base_amount) <> 0;

-- check: balanced entries
select 'entry ' || entry_id as example from postings where business_id = $1
group by entry_id
having sum(base_amount) filter (where book in (0, 1)) <> 0 or sum(base_amount) filter (where book in (0, 2)) <> 0;

-- check: postings of their entry
select 'entry ' || e.id || ', position ' || p.position as example
from postings p join entries e on e.business_id = p.business_id and e.id = p.entry_id
where p.business_id = $1 and (p.day <> e.day or p.kind <> e.kind);

-- check: one currency, one amount
select 'entry ' || p.entry_id || ', position ' || p.position as example
from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
join businesses b on b.id = p.business_id
where p.business_id = $1 and a.currency_code = b.currency_code and p.amount <> p.base_amount;

-- check: money in other currencies
-- A foreign-currency account with a zero balance has a zero value. Receivables are checked by invoice.
select 'account ' || a.id as example from accounts a
join businesses b on b.id = a.business_id and b.currency_code <> a.currency_code
join postings p on p.business_id = a.business_id and p.account_id = a.id and p.book in (0, 1)
where a.business_id = $1 and a.system_key is null
group by a.id having sum(p.amount) = 0 and sum(p.base_amount) <> 0;

-- check: reversals
select 'entry ' || e.id as example
from entries e
join postings undone on undone.business_id = e.business_id and undone.entry_id = e.reverses_id
left join postings p on p.business_id = e.business_id and p.entry_id = e.id and p.position = undone.position
where e.business_id = $1 and (p.amount, p.base_amount, p.account_id, p.book, p.day)
  is distinct from (-undone.amount, -undone.base_amount, undone.account_id, undone.book, undone.day);

-- check: account days
select 'account ' || account_id || ', book ' || book || ', ' || at as example
from (
  select account_id, book, day as at, debit, credit, net from account_days where business_id = $1
) kept
full join (
  select account_id, book, day as at, sum(greatest(base_amount, 0)) as debit,
    sum(greatest(-base_amount, 0)) as credit, sum(amount) as net
  from postings where business_id = $1 group by account_id, book, day
) found using (account_id, book, at)
where (kept.debit, kept.credit, kept.net) is distinct from (found.debit, found.credit, found.net);

-- check: account months
select 'account ' || account_id || ', book ' || book || ', ' || at as example
from (
  select account_id, book, month as at, debit, credit, net from account_months where business_id = $1
) kept
full join (
  select account_id, book, date_trunc('month', day::timestamp)::date as at, sum(greatest(base_amount, 0)) as debit,
    sum(greatest(-base_amount, 0)) as credit, sum(amount) as net
  from postings where business_id = $1 group by account_id, book, date_trunc('month', day::timestamp)::date
) found using (account_id, book, at)
where (kept.debit, kept.credit, kept.net) is distinct from (found.debit, found.credit, found.net);

-- check: totals of invoices
select 'invoice ' || d.id as example from invoices d
left join (
  select invoice_id as id, sum(subtotal) as subtotal, sum(discount_share) as discount, sum(total) as total
  from invoice_items where business_id = $1 group by invoice_id
) item using (id)
left join (
  select invoice_id as id, sum(amount) as tax from invoice_item_taxes where business_id = $1 group by invoice_id
) taxed using (id)
where d.business_id = $1 and (d.total <> d.subtotal - d.discount_total + d.tax_total
  or (d.subtotal, d.discount_total, d.tax_total, d.subtotal + d.tax_total) is distinct from
    (coalesce(item.subtotal, 0), coalesce(item.discount, 0), coalesce(taxed.tax, 0), coalesce(item.total, 0)));

-- check: totals of estimates
select 'estimate ' || d.id as example from estimates d
left join (
  select estimate_id as id, sum(subtotal) as subtotal, sum(discount_share) as discount, sum(total) as total
  from estimate_items where business_id = $1 group by estimate_id
) item using (id)
left join (
  select estimate_id as id, sum(amount) as tax from estimate_item_taxes where business_id = $1 group by estimate_id
) taxed using (id)
where d.business_id = $1 and (d.total <> d.subtotal - d.discount_total + d.tax_total
  or (d.subtotal, d.discount_total, d.tax_total, d.subtotal + d.tax_total) is distinct from
    (coalesce(item.subtotal, 0), coalesce(item.discount, 0), coalesce(taxed.tax, 0), coalesce(item.total, 0)));

-- check: deposits that are asked for
-- The stored deposit of an estimate and its paid part.
select 'estimate ' || id as example from estimates
where business_id = $1 and deposit_total <> case
  when deposit_status = 'DISABLED' then 0
  when deposit_amount is not null then deposit_amount
  else coalesce(round(greatest(total, 0) * deposit_percentage / 100), 0) end;

-- check: estimates and their payments
select 'estimate ' || e.id as example from estimates e
left join lateral (
  select sum(amount) as paid from estimate_payments p
  where p.business_id = e.business_id and p.estimate_id = e.id and p.deleted_at is null
) payments on true
where e.business_id = $1 and (e.paid <> coalesce(payments.paid, 0)
  or (e.life in ('DRAFT', 'DELETED') and e.paid <> 0));

-- check: deposits and credits
-- Until it is applied to an invoice, a deposit is a credit of the customer: each payment has one live entry.
select 'estimate payment ' || p.id as example from estimate_payments p
left join lateral (
  select sum(posted.amount) as amount, sum(posted.base_amount) as base
  from entries e
  join postings posted on posted.business_id = e.business_id and posted.entry_id = e.id and posted.book = 0
    and posted.document_id = p.estimate_id
  join accounts a on a.business_id = posted.business_id and a.id = posted.account_id and a.system_key like 'CREDITS:%'
  where e.business_id = p.business_id and e.id = p.entry_id and e.document_kind = 'ESTIMATE_PAYMENT' and e.document_id = p.id
    and not exists (select 1 from entries undone where undone.business_id = e.business_id and undone.reverses_id = e.id)
) owed on true
where p.business_id = $1 and (coalesce(owed.amount, 0), coalesce(owed.base, 0))
  <> (case when p.deleted_at is null then -p.amount else 0 end, case when p.deleted_at is null then -p.amount_base else 0 end);

-- check: credits by customer and currency
-- Credits by customer and currency: deposits less applied ones. On cash, overpayments of invoices are added. No credit is
-- negative.
with documents as (
  select e.customer_id, e.currency_code, -p.amount as accrual, -p.amount as cash
  from estimate_payments p join estimates e on e.business_id = p.business_id and e.id = p.estimate_id
  where p.business_id = $1 and p.deleted_at is null
  union all
  select i.customer_id, i.currency_code, p.amount, p.amount
  from invoice_payments p join invoices i on i.business_id = p.business_id and i.id = p.invoice_id
  where p.business_id = $1 and p.deleted_at is null and p.origin = 'ESTIMATE_DEPOSIT'
  union all
  select customer_id, currency_code, 0, -(paid - greatest(least(paid, greatest(total, 0)), least(total, 0)))
  from invoices where business_id = $1 and deleted_at is null and life <> 'DRAFT'
), due as (
  select customer_id, currency_code, sum(accrual) as accrual, sum(cash) as cash
  from documents group by customer_id, currency_code
), posted as (
  select p.customer_id, a.currency_code, coalesce(sum(p.amount) filter (where p.book in (0, 1)), 0) as accrual,
    coalesce(sum(p.amount) filter (where p.book in (0, 2)), 0) as cash
  from postings p
  join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'CREDITS:%'
  where p.business_id = $1 group by p.customer_id, a.currency_code
)
select 'customer ' || coalesce(due.customer_id, posted.customer_id, 0) || ', '
  || coalesce(due.currency_code, posted.currency_code) as example
from due full join posted
  on posted.currency_code = due.currency_code and posted.customer_id is not distinct from due.customer_id
where (coalesce(due.accrual, 0), coalesce(due.cash, 0)) <> (coalesce(posted.accrual, 0), coalesce(posted.cash, 0))
  or due.accrual > 0;

-- check: estimates and their invoices
-- An estimate and its invoice refer to each other; waiting and applied deposits add up to the paid ones.
select 'estimate ' || e.id as example from estimates e
left join invoices i on i.business_id = e.business_id and i.id = e.invoice_id
where e.business_id = $1 and ((e.life = 'CONVERTED' and i.id is null)
  or (e.invoice_id is not null and (e.life not in ('CONVERTED', 'DELETED') or i.source_estimate_id is distinct from e.id))
  or (i.deleted_at is null and (i.life = 'DRAFT' or exists (
      select 1 from invoice_payments p where p.business_id = i.business_id and p.invoice_id = i.id
        and p.origin = 'ESTIMATE_DEPOSIT' and p.deleted_at is null))
    and i.deposit <> e.paid)
  or (i.deleted_at is null and i.deposit > 0
    and (i.currency_code, i.customer_id) is distinct from (e.currency_code, e.customer_id)))
union all
select 'invoice payment ' || p.id from invoice_payments p
join invoices i on i.business_id = p.business_id and i.id = p.invoice_id
where p.business_id = $1 and p.origin = 'ESTIMATE_DEPOSIT' and p.deleted_at is null and p.amount > i.deposit;

-- check: invoices and their payments
-- The stored payments of an invoice, and its balance on receivables.
select 'invoice ' || i.id as example from invoices i
left join lateral (
  select sum(amount) as paid, sum(base_settled) as settled from invoice_payments p
  where p.business_id = i.business_id and p.invoice_id = i.id and p.deleted_at is null
) payments on true
where i.business_id = $1 and i.deleted_at is null and i.life <> 'DRAFT'
  and (i.paid, i.settled_base) is distinct from (coalesce(payments.paid, 0), coalesce(payments.settled, 0));

-- check: invoices and receivables
select 'invoice ' || coalesce(i.id, posted.document_id) as example
from (select id, due, due_base from invoices
  where business_id = $1 and deleted_at is null and life <> 'DRAFT') i
full join (
  select p.document_id, sum(p.amount) as due, sum(p.base_amount) as due_base from postings p
  join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'RECEIVABLE:%'
  where p.business_id = $1 and p.book in (0, 1) group by p.document_id
) posted on posted.document_id = i.id
where (coalesce(i.due, 0), coalesce(i.due_base, 0)) <> (coalesce(posted.due, 0), coalesce(posted.due_base, 0));

-- check: open days
select 'customer ' || customer_id || ', ' || due_day || ', ' || state as example
from (select customer_id, currency_code, due_day, state, n, due, due_base from open_days where business_id = $1) kept
full join (
  select counted.customer_id, i.currency_code, i.due_day, i.state, count(*) as n, sum(i.due) as due, sum(i.due_base) as due_base
  from invoices i cross join lateral (values (0::bigint), (i.customer_id)) as counted (customer_id)
  where i.business_id = $1 and i.deleted_at is null
  group by counted.customer_id, i.currency_code, i.due_day, i.state
) found using (customer_id, currency_code, due_day, state)
where (kept.n, kept.due, kept.due_base) is distinct from (found.n, found.due, found.due_base);

-- check: receivables by day
with stood as (
  select p.document_id, p.day, i.due_day, sum(sum(p.amount)) over by_day as due, sum(sum(p.base_amount)) over by_day as base
  from postings p
  join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'RECEIVABLE:%'
  join invoices i on i.business_id = p.business_id and i.id = p.document_id
  where p.business_id = $1 and p.book in (0, 1)
  group by p.document_id, p.day, i.due_day
  window by_day as (partition by p.document_id order by p.day)
), leveled as (
  select document_id, day, due_day, case when due < 0 then 0 else base end as owed, case when due < 0 then base else 0 end as credit
  from stood
), steps as (
  select day, due_day, owed - lag(owed, 1, 0::numeric) over by_day as owed,
    credit - lag(credit, 1, 0::numeric) over by_day as credit
  from leveled window by_day as (partition by document_id order by day)
), found as (
  select day, due_day, sum(owed) as owed, sum(credit) as credit from steps group by day, due_day
), found_months as (
  select date_trunc('month', day::timestamp)::date as month, due_day, sum(owed) as owed, sum(credit) as credit
  from found group by month, due_day
)
select 'day ' || day || ', due ' || due_day as example
from (select day, due_day, owed, credit from receivable_days where business_id = $1) kept
full join found using (day, due_day)
where (coalesce(kept.owed, 0), coalesce(kept.credit, 0)) <> (coalesce(found.owed, 0), coalesce(found.credit, 0))
union all
select 'month ' || month || ', due ' || due_day
from (select month, due_day, owed, credit from receivable_months where business_id = $1) kept
full join found_months found using (month, due_day)
where (coalesce(kept.owed, 0), coalesce(kept.credit, 0)) <> (coalesce(found.owed, 0), coalesce(found.credit, 0));

-- check: transaction counts
select coalesce(kept.day, found.day) || ', account ' || coalesce(kept.account_id, found.account_id) as example
from (select account_id, kind, day, n from transaction_counts where business_id = $1) kept
full join (
  select 0::bigint as account_id, kind, day, count(*) as n from entries where business_id = $1 group by kind, day
  union all
  select account_id, kind, day, count(distinct entry_id) from postings where business_id = $1
  group by account_id, kind, day
) found using (account_id, kind, day)
where kept.n is distinct from found.n;
