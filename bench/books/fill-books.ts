import type { Client } from 'pg'

/** The number of days over which invoices are spread; the same for every number of invoices, so that all businesses cover them. */
const DAYS = 420

/**
 * Writes the books of a business in bulk: customers, vendors, products, a tax, estimates, and `invoices` invoices of 14 months with
 * their items, entries and payments, in the proportions of a business that has most of them paid.
 */
export async function fillBooks(
  client: Client,
  { businessId, invoices }: { readonly businessId: string; readonly invoices: number },
): Promise<void> {
  const customers = Math.max(20, Math.round(invoices / 10))
  const parameters = [businessId, invoices, customers, DAYS]
  const run = (statement: string) => {
    const used = parameters.filter((_, index) => statement.includes(`$${index + 1}`))
    return client.query(statement, used)
  }
  // The query planner needs the table sizes for the following statements; it reads small tables completely.
  const analyze = () => (invoices < 1_000 ? undefined : client.query('analyze'))
  await run(`insert into customers (business_id, id, name, name_key, created_at, modified_at)
    select $1::uuid, n, 'Customer ' || md5(n::text), 'customer ' || md5(n::text), now(), now()
    from (select generate_series(1, ${customers}) as n) each`)
  await run(`insert into vendors (business_id, id, name, name_key, created_at, modified_at)
    select $1::uuid, n, 'Vendor ' || md5(n::text), 'vendor ' || md5(n::text), now(), now()
    from (select generate_series(1, ${customers}) as n) each`)
  await run(`insert into accounts (business_id, id, system_key, name, name_key, currency_code, subtype, type, can_archive,
      created_at, modified_at)
    select $1::uuid, 1, 'TAX:1', 'HST', 'hst', 'CAD', 'SALES_TAX', 'LIABILITY', false, now(), now()`)
  await run(`insert into sales_taxes (business_id, id, account_id, name, name_key, abbreviation, abbreviation_key,
      show_tax_number_on_invoices, is_compound, is_recoverable, created_at, modified_at)
    select $1::uuid, 1, 1, 'HST', 'hst', 'HST', 'hst', false, false, true, now(), now()`)
  await run(`insert into products (business_id, id, name, name_key, unit_price, income_account_id, created_at, modified_at, is_archived)
    select $1::uuid, n, 'Work ' || md5(n::text), 'work ' || md5(n::text), 100, case when n % 10 < 7 then a.id end, now(), now(), n % 2 = 0
    from accounts a cross join generate_series(1, ${customers * 2}) n where a.business_id = $1::uuid and a.name = 'Sales'`)
  await run(
    `create temporary table planned as
    select n, case when n % 5 = 0 then 2 else (n * 7919) % ${customers} + 1 end as customer, (n::bigint * 15485863) % 97 as tint,
      least(current_date, current_date - ((($1 - n)::bigint * $2) / $1)::int + ((n::bigint * 104729) % 7)::int - 3) as day,
      100 * (1 + (n::bigint * 31337) % 500) as price, (n::bigint * 48271) % 100 as luck
    from generate_series(1, $1) n`
      .replaceAll('$2', String(DAYS))
      .replaceAll('$1', String(invoices)),
  )
  await run(`insert into entries (business_id, id, kind, day, description, document_kind, document_id, created_at)
    select $1::uuid, n, 'INVOICE', day, 'Invoice ' || n, 'INVOICE', n, now() from planned where luck >= 5`)
  await run(`insert into invoices (business_id, id, anonymous_id, customer_id, currency_code, exchange_rate, invoice_number,
      number_value, invoice_day, due_day, life, title, item_title, unit_title, price_title, amount_title, hide_amount,
      hide_description, hide_name, hide_price, hide_unit, disable_amex_payments, disable_bank_payments,
      disable_credit_card_payments, require_terms_of_service, subtotal, discount_total, tax_total, total, total_base, paid,
      settled_base, entry_id, approved_at, created_at, modified_at)
    select $1::uuid, n, md5($1 || n::text), customer, case when tint < 20 then 'USD' else 'CAD' end, 1, n::text, n, day, day + 30,
      case when luck < 5 then 'DRAFT' when luck % 2 = 0 then 'SENT' else 'VIEWED' end,
      'Invoice', 'Items', 'Quantity', 'Price', 'Amount', false, false, false, false, false, false, false, false, false,
      price * 200, 0, price * 26, price * 226, price * 226,
      case when luck < 15 then 0 when luck < 20 then price * 100 else price * 226 end,
      case when luck < 15 then 0 when luck < 20 then price * 100 else price * 226 end,
      case when luck < 5 then null else n end, case when luck < 5 then null else now() end,
      now() - (${invoices} - n) * interval '1 second', now() - (${invoices} - n) * interval '1 second'
    from planned`)
  await run(`insert into invoice_items (business_id, invoice_id, position, id, product_id, account_id, quantity, unit_price,
      subtotal, discount_share, total)
    select $1::uuid, n, place, n * 2 + place, 1, p.income_account_id, 1, price, price * 100, 0, price * 113
    from planned cross join generate_series(0, 1) place join products p on p.business_id = $1::uuid and p.id = 1`)
  await run(`insert into invoice_item_taxes (business_id, invoice_id, item_position, position, sales_tax_id, is_compound, rate, amount)
    select $1::uuid, n, place, 0, 1, false, 0.13, price * 13 from planned cross join generate_series(0, 1) place`)
  await analyze()
  await run(`insert into postings (business_id, entry_id, position, kind, account_id, day, book, amount, base_amount, customer_id,
      document_id)
    select $1::uuid, n, line.position, 'INVOICE', line.account_id, day, 1, line.share * price, line.share * price, customer, n
    from planned cross join (
      select 0 as position, id as account_id, 226 as share from accounts
        where business_id = $1::uuid and system_key = 'RECEIVABLE:CAD'
      union all select 1, id, -200 from accounts where business_id = $1::uuid and name = 'Sales'
      union all select 2, 1, -26
    ) line where luck >= 5`)
  await analyze()
  await run(`create temporary table paid as
    select n, customer, price, case when luck < 20 then price * 100 else price * 226 end as amount,
      least(current_date, day + 1 + ((n::bigint * 15485863) % 60)::int) as day
    from planned where luck >= 15`)
  await run(`insert into entries (business_id, id, kind, day, description, document_kind, document_id, created_at)
    select $1::uuid, ${invoices} + n, 'INVOICE_PAYMENT', day, 'Payment of invoice ' || n, 'INVOICE_PAYMENT', n, now() from paid`)
  await run(`insert into postings (business_id, entry_id, position, kind, account_id, day, book, amount, base_amount, customer_id,
      document_id)
    select $1::uuid, ${invoices} + n, line.position, 'INVOICE_PAYMENT', line.account_id, day, line.book, line.sign * amount,
      line.sign * amount, customer, n
    from paid cross join (
      select 0 as position, id as account_id, 0 as book, 1 as sign from accounts
        where business_id = $1::uuid and name = 'Cash on Hand'
      union all select 1, id, 1, -1 from accounts where business_id = $1::uuid and system_key = 'RECEIVABLE:CAD'
      union all select 2, id, 2, -1 from accounts where business_id = $1::uuid and name = 'Sales'
    ) line`)
  await run(`insert into estimates (business_id, id, anonymous_id, customer_id, currency_code, exchange_rate, estimate_number,
      number_value, estimate_day, due_day, life, title, item_title, unit_title, price_title, amount_title, hide_amount,
      hide_description, hide_name, hide_price, hide_unit, disable_amex_payments, disable_bank_payments,
      disable_credit_card_payments, require_terms_of_service, leave_notes_behind, deposit_status, deposit_amount,
      deposit_total, subtotal, discount_total, tax_total, total, paid, due, created_at, modified_at)
    select $1::uuid, n, md5($1 || 'estimate' || n::text), customer, case when tint < 20 then 'USD' else 'CAD' end, 1, n::text, n, day, day + 30,
      (array['DRAFT', 'APPROVED', 'SENT', 'VIEWED', 'ACCEPTED', 'REJECTED'])[tint % 6 + 1],
      'Estimate', 'Items', 'Quantity', 'Price', 'Amount', false, false, false, false, false, false, false, false, false,
      false, case when tint % 5 < 3 then 'ENABLED_OPTIONAL' else 'DISABLED' end, case when tint % 5 < 3 then price * 20 end,
      case when tint % 5 < 3 then price * 20 else 0 end, price * 200, 0, price * 26, price * 226,
      (tint % 5) * price * 10 * (1 - (tint % 5) / 3), price * 226 - (tint % 5) * price * 10 * (1 - (tint % 5) / 3),
      now() - (${invoices} - n) * interval '1 second', now() - (${invoices} - n) * interval '1 second'
    from planned where n % ${Math.round(invoices / customers)} = 3`)
  await run(`drop table paid`)
  await run(`drop table planned`)
}
