-- Covering indexes: lists with a filter or a second order read the ids of a page from an index alone, which includes the columns
-- of the filters by status and currency. The list of a currency is read from the index of all.

drop index invoices_currency, invoices_live, invoices_customer, invoices_day, invoices_total, invoices_paid, invoices_due;

create index invoices_live on invoices (business_id, id) include (state, due_day, currency_code)
  where deleted_at is null;

create index invoices_customer on invoices (business_id, customer_id, id) include (state, due_day, currency_code, total)
  where deleted_at is null;

create index invoices_day on invoices (business_id, invoice_day, id) include (state, due_day, currency_code)
  where deleted_at is null;

create index invoices_total on invoices (business_id, total, id) include (state, due_day, currency_code)
  where deleted_at is null;

create index invoices_paid on invoices (business_id, paid, id) include (state, due_day, currency_code)
  where deleted_at is null;

create index invoices_due on invoices (business_id, due, id) include (state, due_day, currency_code)
  where deleted_at is null;
