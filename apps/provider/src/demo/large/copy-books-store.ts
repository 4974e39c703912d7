import { sql, type RawBuilder } from 'kysely'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { DatabaseTransaction } from '#database/database.ts'
import { RECEIVABLE_TRIGGERS } from '../books/stored-totals-store.ts'

/** The tables of the books, including those of stored totals. */
export const BOOK_TABLES = [
  'book_settings',
  'accounts',
  'customers',
  'vendors',
  'sales_taxes',
  'sales_tax_rates',
  'products',
  'product_taxes',
  'exchange_rates',
  'entries',
  'postings',
  'estimates',
  'estimate_items',
  'estimate_item_taxes',
  'estimate_payments',
  'estimate_history',
  'invoices',
  'invoice_items',
  'invoice_item_taxes',
  'invoice_payments',
  'account_days',
  'account_months',
  'transaction_counts',
  'open_days',
  'receivable_days',
  'receivable_months',
] as const
type Table = (typeof BOOK_TABLES)[number]

/** The tables of totals that triggers update for each entry, by their keys. */
export const ADDED_TABLES = ['account_days', 'account_months', 'transaction_counts', 'open_days'] as const

/** The triggers that create the initial books of a business, and that check or add up entries. A copy needs none of them. */
export const COPY_TRIGGERS = [
  ['businesses', 'businesses_begin_books'],
  ['entries', 'entries_count'],
  ['postings', 'postings_balance'],
  ['postings', 'postings_totals'],
  ['invoices', 'invoices_counted'],
  ...RECEIVABLE_TRIGGERS,
] as const

/** The columns to write, by table. */
export type BookColumns = ReadonlyMap<string, readonly string[]>

/** Reads the columns from the database, so that columns of later migrations are copied too. */
export async function readBookColumns(trx: DatabaseTransaction): Promise<BookColumns> {
  const { rows } = await sql<{ readonly name: string; readonly columns: readonly string[] }>`
    select table_name::text as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = current_schema() and is_generated = 'NEVER' and table_name = any(${[...BOOK_TABLES]}::text[])
    group by table_name`.execute(trx)
  return new Map(rows.map(({ name, columns }) => [name, columns] as const))
}

/** SQL values of columns that are not copied. `c` is the copied row. */
type Changes = Readonly<Record<string, RawBuilder<unknown>>>

/** The id in the public address of a document, which gives access to it: each copy gets its own. */
const NEW_ANONYMOUS_ID = sql`replace(gen_random_uuid()::text, '-', '')`

function copyInto(
  table: Table,
  {
    columns,
    changes,
    from,
  }: {
    readonly columns: BookColumns
    readonly changes: Changes
    /** The tables and conditions after `from`, with the copied row as `c`. */
    readonly from: RawBuilder<unknown>
  },
): RawBuilder<unknown> {
  const names = columns.get(table) ?? []
  const all: Changes =
    table === 'invoices' || table === 'estimates' ? { anonymous_id: NEW_ANONYMOUS_ID, ...changes } : changes
  return sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => all[name] ?? sql.ref(`c.${name}`)))} from ${from}`
}

/**
 * Copies the books of some businesses into temporary tables, so that {@link copyBooks} reads them without an index of the tables
 * that it writes to. The tables last until the end of the transaction.
 */
export async function putAside(trx: DatabaseTransaction, businessIds: readonly BusinessId[]): Promise<void> {
  for (const table of BOOK_TABLES) {
    const aside = asideOf(table)
    await sql`
      create temporary table ${aside} on commit drop as select * from ${sql.table(table)}
      where business_id = any(${sql.lit(`{${businessIds.join(',')}}`)}::uuid[])`.execute(trx)
    await sql`create index on ${aside} (business_id)`.execute(trx)
  }
}

const asideOf = (table: Table) => sql.table(`aside_${table}`)

/** A business without books, and the business whose books it gets. */
export type BookCopy = { readonly id: BusinessId; readonly from: BusinessId }

/**
 * Copies books that were {@link putAside} to other businesses, with one statement for each table. Ids stay the same, because they
 * are unique in a business only. {@link COPY_TRIGGERS} are disabled meanwhile.
 */
export async function copyBooks(
  trx: DatabaseTransaction,
  columns: BookColumns,
  { copies, ownerId }: { readonly copies: readonly BookCopy[]; readonly ownerId: UserId },
): Promise<void> {
  const [to, from] = [copies.map((copy) => copy.id), copies.map((copy) => copy.from)]
  for (const table of BOOK_TABLES) {
    const changes = {
      business_id: sql`target.id`,
      ...(table === 'entries' ? { user_id: sql`${ownerId}::uuid` } : {}),
      ...(table === 'estimate_history'
        ? {
            entity_id: sql`replace(encode(convert_to(replace(
        convert_from(decode(c.entity_id, 'base64'), 'UTF8'), c.business_id::text, target.id::text), 'UTF8'), 'base64'), E'\n', '')`,
          }
        : {}),
    }
    // The order of the businesses is that of their ids, because rows in the order of their keys are indexed faster.
    const rows = sql`unnest(${to}::uuid[], ${from}::uuid[]) as target (id, from_id)
      cross join lateral (select * from ${asideOf(table)} where business_id = target.from_id offset 0) c`
    await copyInto(table, { columns, changes, from: rows }).execute(trx)
  }
}

/** The distance between the ids of two documents: a copy follows its original, with its lines and payments. */
const ID_STEP = 1024
/** The number of copies in one statement. */
const COPIES_AT_ONCE = 40

/**
 * Repeats the invoices of a business, with the entries of them and their payments, until it has `invoices` of them. Invoices of
 * estimates are not repeated.
 *
 * @param onProgress Called with the present number of invoices.
 */
export async function growBooks(
  trx: DatabaseTransaction,
  columns: BookColumns,
  {
    businessId,
    invoices,
    onProgress,
  }: {
    readonly businessId: BusinessId
    readonly invoices: number
    readonly onProgress: (count: number) => void
  },
): Promise<void> {
  const { had, repeated, entrySpan, numberSpan } = await markRepeated(trx, businessId)
  const missing = invoices - had
  const copies = Math.ceil(missing / repeated)
  const [later, entered] = [sql`copy.k::bigint * ${sql.lit(ID_STEP)}`, sql`copy.k * ${entrySpan}::bigint`]
  const number = sql`(c.repeated_number + copy.k * ${numberSpan}::bigint)`
  const laterId = { id: sql`c.id + ${later}` }
  const laterDocument = { document_id: sql`c.document_id + ${later}` }
  const ofInvoice = { invoice_id: sql`c.invoice_id + ${later}` }
  const ownEntry = { entry_id: sql`c.entry_id + ${entered}` }
  const description = sql`replace(c.description, c.repeated_number::text, ${number}::text)`
  const changes: Readonly<Record<Repeated, Changes>> = {
    entries: { ...laterDocument, id: sql`c.id + ${entered}`, description },
    postings: { ...laterDocument, ...ownEntry },
    invoices: { ...laterId, ...ownEntry, invoice_number: sql`${number}::text`, number_value: number },
    invoice_items: { ...laterId, ...ofInvoice },
    invoice_item_taxes: ofInvoice,
    invoice_payments: { ...laterId, ...ofInvoice, ...ownEntry },
  }
  for (let first = 1; first <= copies; first += COPIES_AT_ONCE) {
    const last = Math.min(copies, first + COPIES_AT_ONCE - 1)
    for (const table of REPEATED) {
      const from = sql`${sql.table(`repeated_${table}`)} c cross join generate_series(${first}::int, ${last}::int) as copy (k)
        where (copy.k - 1) * ${repeated}::int + c.repeated_rank <= ${missing}::int`
      await copyInto(table, { columns, changes: changes[table], from }).execute(trx)
    }
    onProgress(Math.min(invoices, had + last * repeated))
  }
}

/** The tables with rows of an invoice or of its entries. */
const REPEATED = [
  'entries',
  'postings',
  'invoices',
  'invoice_items',
  'invoice_item_taxes',
  'invoice_payments',
] as const
type Repeated = (typeof REPEATED)[number]

/** Updates statistics for query plans: the embedded database never does it by itself, and PostgreSQL does it a minute later. */
export async function analyzeBooks(trx: DatabaseTransaction): Promise<void> {
  await sql`analyze ${sql.join(BOOK_TABLES.map((table) => sql.table(table)))}`.execute(trx)
}

/** Creates temporary tables of the rows to repeat, each with the number and rank of its invoice. */
async function markRepeated(trx: DatabaseTransaction, businessId: BusinessId) {
  const own = sql.lit(businessId)
  await sql`
    create temporary table repeated on commit drop as
    select id, number_value::bigint as repeated_number, row_number() over (order by id)::int as repeated_rank
    from invoices where business_id = ${own} and source_estimate_id is null and deleted_at is null
      and invoice_number = number_value::text`.execute(trx)
  await sql`
    create temporary table repeated_entry on commit drop as
    select e.id, coalesce(p.invoice_id, e.document_id) as invoice_id from entries e
    left join invoice_payments p on e.document_kind = 'INVOICE_PAYMENT' and p.business_id = e.business_id and p.id = e.document_id
    where e.business_id = ${own} and e.document_kind in ('INVOICE', 'INVOICE_PAYMENT')`.execute(trx)
  const byInvoice = (id: string) => sql`repeated on repeated.id = ${sql.ref(id)}`
  const byEntry = (id: string) =>
    sql`repeated_entry e on e.id = ${sql.ref(id)} join ${byInvoice('e.invoice_id')}`
  const joins: Readonly<Record<Repeated, RawBuilder<unknown>>> = {
    entries: byEntry('c.id'),
    postings: byEntry('c.entry_id'),
    invoices: byInvoice('c.id'),
    invoice_items: byInvoice('c.invoice_id'),
    invoice_item_taxes: byInvoice('c.invoice_id'),
    invoice_payments: byInvoice('c.invoice_id'),
  }
  for (const table of REPEATED) {
    await sql`
      create temporary table ${sql.table(`repeated_${table}`)} on commit drop as
      select c.*, repeated_number, repeated_rank from ${sql.table(table)} c join ${joins[table]}
      where c.business_id = ${own}`.execute(trx)
  }
  const { rows } = await sql<{ had: number; repeated: number; entry_span: number; number_span: number }>`
    select (select count(*)::int from invoices where business_id = ${businessId}) as had, count(*)::int as repeated,
      (select (max(id) - min(id) + 1)::int from entries where business_id = ${businessId}) as entry_span,
      (select (max(number_value) - min(number_value) + 1)::int from invoices where business_id = ${businessId}) as number_span
    from repeated`.execute(trx)
  const [row] = rows
  if (row === undefined || row.repeated === 0) throw new Error('There are no invoices to repeat')
  return { had: row.had, repeated: row.repeated, entrySpan: row.entry_span, numberSpan: row.number_span }
}
