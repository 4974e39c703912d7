import { sql } from 'kysely'
import type { Database } from '#database/database.ts'

type Of = { readonly db: Database; readonly businessId: string }

const run = (db: Database, statement: string) => sql.raw(statement).execute(db)

/** Inserts customers, vendors or products with the ids of the SQL query `ids`. Many have equal names and times. */
export async function addNamed(
  { db, businessId }: Of,
  table: 'customers' | 'products' | 'vendors',
  ids: string,
): Promise<void> {
  const [column, value] = table === 'products' ? [', unit_price', ', 1'] : ['', '']
  await run(
    db,
    `insert into ${table} (business_id, id, name, name_key, created_at, modified_at ${column})
    select '${businessId}', n, name, name, now(),
      timestamptz '2026-02-01 00:00:00.001+00' + n * 31337 % 97 * interval '7.001 seconds' ${value}
    from (select n, chr((97 + n * 7919 % 26)::integer) || n * 104729 % 40 as name from (${ids}) ids (n)) drawn`,
  )
}

const ALIKE = `title, item_title, unit_title, price_title, amount_title, hide_amount, hide_description, hide_name, hide_price,
  hide_unit, disable_amex_payments, disable_bank_payments, disable_credit_card_payments, require_terms_of_service,
  discount_total, tax_total, created_at`
const ALIKE_VALUES = `'x', 'x', 'x', 'x', 'x', false, false, false, false, false, false, false, false, false, 0, 0, now()`
/** The numeric part of the invoice number, by `n`. Some invoices have none. */
const NUMBER_VALUE = `case when n % 11 = 0 then null when n % 3 = 0 then n % 50 else n * 10::numeric ^ 15 end`
const MODIFIED_AT = `timestamptz '2026-02-01 00:00:00.001+00' + n * 31337 % 97 * interval '7.001 seconds'`

/**
 * Inserts invoices with these ids for the customers 1 to `customers`. Most are paid; many days and amounts
 * are equal.
 */
export async function addInvoices(
  { db, businessId }: Of,
  ids: string,
  { customers }: { readonly customers: number },
): Promise<void> {
  await run(
    db,
    `insert into invoices (${ALIKE}, business_id, id, anonymous_id, customer_id, currency_code, exchange_rate, invoice_number,
      number_value, invoice_day, due_day, life, subtotal, total, total_base, paid, settled_base, approved_at, modified_at)
    select ${ALIKE_VALUES}, '${businessId}', n, md5('${businessId}' || n), 1 + n * 48271 % ${customers}, 'CAD', 1, n::text,
      ${NUMBER_VALUE}, date '2026-01-01' + (n * 7919 % 40)::integer, date '2026-02-01' + (n * 104729 % 40)::integer,
      case when n % 5 = 0 then 'DRAFT' else 'SENT' end, total, total, total,
      case when n % 5 in (0, 1) then 0 else total end, 0, case when n % 5 = 0 then null else now() end, ${MODIFIED_AT}
    from (select n, n * 31337 % 90 as total from (${ids}) ids (n)) drawn`,
  )
}

/** Inserts estimates with these ids in every status, for the customers 1 to `customers`. */
export async function addEstimates(
  { db, businessId }: Of,
  ids: string,
  { customers }: { readonly customers: number },
): Promise<void> {
  await run(
    db,
    `insert into estimates (${ALIKE}, business_id, id, anonymous_id, customer_id, currency_code, exchange_rate, estimate_number,
      number_value, estimate_day, due_day, life, leave_notes_behind, deposit_status, deposit_total, subtotal, total, paid, due,
      modified_at)
    select ${ALIKE_VALUES}, '${businessId}', n, md5('${businessId}e' || n), 1 + n * 48271 % ${customers}, 'CAD', 1, n::text,
      ${NUMBER_VALUE}, date '2026-01-01' + (n * 7919 % 40)::integer, date '2026-02-01' + (n * 104729 % 40)::integer,
      (array['DRAFT', 'APPROVED', 'SENT', 'VIEWED', 'ACCEPTED', 'REJECTED', 'CONVERTED'])[n % 7 + 1], false, 'DISABLED', 0,
      total, total, paid, total - paid, ${MODIFIED_AT}
    from (select n, n * 31337 % 90 as total, n * 48271 % 4 as paid from (${ids}) ids (n)) drawn`,
  )
}
