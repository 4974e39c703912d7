import { sql, type RawBuilder } from 'kysely'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { DatabaseTransaction } from '#database/database.ts'

/** Tables of the books, each behind those that it names. What the database keeps of them follows by itself. */
const TABLES = [
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
] as const
type Table = (typeof TABLES)[number]

/** Columns of each table that are written, in SQL. */
export type BookColumns = ReadonlyMap<string, readonly string[]>

/** Read from the database, so that a column that a migration adds is copied too. */
export async function readBookColumns(trx: DatabaseTransaction): Promise<BookColumns> {
  const { rows } = await sql<{ readonly name: string; readonly columns: readonly string[] }>`
    select table_name::text as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = current_schema() and is_generated = 'NEVER' and table_name = any(${[...TABLES]}::text[])
    group by table_name`.execute(trx)
  return new Map(rows.map(({ name, columns }) => [name, columns] as const))
}

/** What stands in a column instead of what is copied; `c` is the row. */
type Changes = Readonly<Record<string, RawBuilder<unknown>>>

/** Whoever knows one opens the page of a document: each copy has its own. */
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
    /** Tables and conditions behind `from`; has `c`. */
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
 * Gives businesses that have no books yet those of another one, all of them in one statement for each table. Ids stay: they
 * are the businesses' own.
 */
export async function copyBooks(
  trx: DatabaseTransaction,
  columns: BookColumns,
  {
    from,
    to,
    ownerId,
  }: { readonly from: BusinessId; readonly to: readonly BusinessId[]; readonly ownerId: UserId },
): Promise<void> {
  // They were made with the businesses.
  await sql`delete from accounts where business_id = any(${to}::uuid[])`.execute(trx)
  for (const table of TABLES) {
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
    const rows = sql`${sql.table(table)} c cross join unnest(${to}::uuid[]) as target (id) where c.business_id = ${from}`
    await copyInto(table, { columns, changes, from: rows }).execute(trx)
  }
}

/** Room between the ids of two documents: a copy of one stands behind it, with its lines and payments. */
const ID_STEP = 1024
/** Copies in one statement. */
const COPIES_AT_ONCE = 10

/**
 * Repeats the invoices of a business, with what they and their payments entered in the books, until there are `invoices` of
 * them. Those that came of an estimate are left alone.
 *
 * @param told is called with how many there are now
 */
export async function growBooks(
  trx: DatabaseTransaction,
  columns: BookColumns,
  {
    businessId,
    invoices,
    told,
  }: {
    readonly businessId: BusinessId
    readonly invoices: number
    readonly told: (count: number) => void
  },
): Promise<void> {
  const { had, repeated, entrySpan, numberSpan } = await markRepeated(trx, businessId)
  const missing = invoices - had
  const copies = Math.ceil(missing / repeated)
  for (let first = 1; first <= copies; first += COPIES_AT_ONCE) {
    const last = Math.min(copies, first + COPIES_AT_ONCE - 1)
    const each = sql`cross join generate_series(${first}::int, ${last}::int) as copy (k)
      where (copy.k - 1) * ${repeated}::int + g.rank <= ${missing}::int`
    const [later, entered] = [sql`copy.k::bigint * ${sql.lit(ID_STEP)}`, sql`copy.k * ${entrySpan}::bigint`]
    const number = sql`(g.number + copy.k * ${numberSpan}::bigint)`
    const laterId = { id: sql`c.id + ${later}` }
    const ofInvoice = { invoice_id: sql`c.invoice_id + ${later}` }
    const ownEntry = { entry_id: sql`c.entry_id + ${entered}` }
    const byInvoice = (table: Table) =>
      sql`repeated_invoices g join ${sql.table(table)} c on c.business_id = ${businessId} and c.invoice_id = g.id ${each}`
    const byEntry = (table: 'entries' | 'postings', id: string) => sql`repeated_invoices g
      join repeated_entries e on e.invoice_id = g.id
      join ${sql.table(table)} c on c.business_id = ${businessId} and ${sql.ref(id)} = e.id ${each}`
    const steps: readonly (readonly [Table, Changes, RawBuilder<unknown>])[] = [
      [
        'entries',
        {
          id: sql`c.id + ${entered}`,
          document_id: sql`c.document_id + ${later}`,
          description: sql`replace(c.description, g.number::text, ${number}::text)`,
        },
        byEntry('entries', 'c.id'),
      ],
      [
        'postings',
        { ...ownEntry, document_id: sql`c.document_id + ${later}` },
        byEntry('postings', 'c.entry_id'),
      ],
      [
        'invoices',
        { ...laterId, ...ownEntry, invoice_number: sql`${number}::text`, number_value: number },
        sql`repeated_invoices g join invoices c on c.business_id = ${businessId} and c.id = g.id ${each}`,
      ],
      ['invoice_items', { ...laterId, ...ofInvoice }, byInvoice('invoice_items')],
      ['invoice_item_taxes', ofInvoice, byInvoice('invoice_item_taxes')],
      ['invoice_payments', { ...laterId, ...ofInvoice, ...ownEntry }, byInvoice('invoice_payments')],
    ]
    for (const [table, changes, from] of steps) await copyInto(table, { columns, changes, from }).execute(trx)
    told(Math.min(invoices, had + last * repeated))
  }
}

/** Notes which invoices are repeated, and which entries with them, in tables that last as long as the transaction. */
async function markRepeated(trx: DatabaseTransaction, businessId: BusinessId) {
  await sql`
    create temporary table repeated_invoices on commit drop as
    select id, number_value::bigint as number, row_number() over (order by id)::int as rank
    from invoices where business_id = ${sql.lit(businessId)} and source_estimate_id is null and deleted_at is null
      and invoice_number = number_value::text`.execute(trx)
  await sql`
    create temporary table repeated_entries on commit drop as
    select e.id, coalesce(p.invoice_id, e.document_id) as invoice_id from entries e
    left join invoice_payments p on e.document_kind = 'INVOICE_PAYMENT' and p.business_id = e.business_id and p.id = e.document_id
    where e.business_id = ${sql.lit(businessId)} and e.document_kind in ('INVOICE', 'INVOICE_PAYMENT')`.execute(
    trx,
  )
  await sql`analyze repeated_invoices, repeated_entries`.execute(trx)
  const { rows } = await sql<{ had: number; repeated: number; entry_span: number; number_span: number }>`
    select (select count(*)::int from invoices where business_id = ${businessId}) as had, count(*)::int as repeated,
      (select (max(id) - min(id) + 1)::int from entries where business_id = ${businessId}) as entry_span,
      (select (max(number_value) - min(number_value) + 1)::int from invoices where business_id = ${businessId}) as number_span
    from repeated_invoices`.execute(trx)
  const [row] = rows
  if (row === undefined || row.repeated === 0) throw new Error('There are no invoices to repeat')
  return { had: row.had, repeated: row.repeated, entrySpan: row.entry_span, numberSpan: row.number_span }
}
