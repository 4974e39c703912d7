import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql, type RawBuilder } from 'kysely'
import type { BooksTransaction } from '#books/command.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import type { DocumentKind, AnyDocument } from './document.ts'
import {
  printDocument,
  type DocumentOnPaper,
  type ItemOnPaper,
  type PaymentOnPaper,
  type TaxOnPaper,
} from './document-on-paper.ts'

type Handle = Database | DatabaseTransaction

type PrintedKey = { readonly noun: DocumentKind; readonly businessId: BusinessId; readonly id: string }

/** The names that differ between the tables of invoices and estimates. `d` is a document, `i` an item, `p` its product. */
const OF_KIND = {
  invoice: {
    kind: 'INVOICE',
    amountDue: sql`d.due::text`,
    itemName: sql`p.name`,
  },
  estimate: {
    kind: 'ESTIMATE',
    amountDue: sql`case when d.deposit_total > 0 then greatest(d.deposit_total - d.paid, 0)::text end`,
    itemName: sql`coalesce(i.name, p.name)`,
  },
} as const satisfies Record<
  DocumentKind,
  { kind: string; amountDue: RawBuilder<unknown>; itemName: RawBuilder<unknown> }
>

/**
 * Reads an invoice or estimate as its customer sees it now. Inside a command, `handle` is the transaction.
 *
 * @throws Error if the document does not exist
 */
export async function readPrintedDocument(handle: Handle, key: PrintedKey): Promise<PrintedDocument> {
  // One after the other: a transaction has one connection.
  const head = await readHead(handle, key)
  const items = await readItems(handle, key)
  const taxes = await readTaxes(handle, key)
  const payments = await readPayments(handle, key)
  return printDocument({ ...head, items, taxes, payments })
}

/** Returns the known e-mail address of the customer of a document. */
export async function findCustomerAddress(
  { trx, books }: BooksTransaction,
  { customerId }: Pick<AnyDocument, 'customerId'>,
): Promise<string | null> {
  const { rows } = await sql<{ readonly email: string | null }>`
    select email from customers where business_id = ${books.businessId} and id = ${customerId}::bigint`.execute(
    trx,
  )
  return rows[0]?.email ?? null
}

type Head = Omit<DocumentOnPaper, 'items' | 'payments' | 'taxes'>

const place = (of: 'b' | 'c') =>
  sql.raw(`json_build_object('line1', ${of}.address_line1, 'line2', ${of}.address_line2, 'city', ${of}.city,
    'postalCode', ${of}.postal_code, 'provinceCode', ${of}.province_code, 'countryCode', ${of}.country_code)`)

async function readHead(handle: Handle, { noun, businessId, id }: PrintedKey): Promise<Head> {
  const { kind, amountDue } = OF_KIND[noun]
  const { rows } = await sql<Omit<Head, 'kind'>>`
    select ${sql.ref(`d.${noun}_number`)} as number, d.po_number as "poNumber", ${sql.ref(`d.${noun}_day`)}::text as day,
      d.due_day::text as "dueDay", d.currency_code as "currencyCode", d.title, d.subhead, d.memo, d.footer,
      json_build_object('item', d.item_title, 'unit', d.unit_title, 'price', d.price_title, 'amount', d.amount_title,
        'hidesName', d.hide_name, 'hidesDescription', d.hide_description, 'hidesUnit', d.hide_unit,
        'hidesPrice', d.hide_price, 'hidesAmount', d.hide_amount) as columns, d.subtotal::text as subtotal,
      d.discount_total::text as "discountTotal", d.discount_name as "discountName",
      d.discount_percentage::text as "discountPercentage", d.total::text as total, ${amountDue} as "amountDue",
      json_build_object('name', b.name, 'phone', b.phone, 'website', b.website, 'taxNumber', b.tax_number,
        'paymentDetails', b.payment_details, 'accentColor', b.invoice_accent_color,
        'logoUrl', b.invoice_logo_url, 'place', ${place('b')}) as business,
      json_build_object('name', c.name, 'email', c.email, 'place', ${place('c')}) as customer
    from ${sql.table(`${noun}s`)} d join businesses b on b.id = d.business_id
      join customers c on c.business_id = d.business_id and c.id = d.customer_id
    where d.business_id = ${businessId} and d.id = ${id}::bigint`.execute(handle)
  const [row] = rows
  if (row === undefined) throw new Error(`There is no ${noun} ${id} to print`)
  return { ...row, kind }
}

async function readItems(handle: Handle, { noun, businessId, id }: PrintedKey) {
  const { itemName } = OF_KIND[noun]
  const { rows } = await sql<ItemOnPaper>`
    select ${itemName} as name, i.description, i.quantity::text as quantity, i.unit_price::text as "unitPrice",
      i.subtotal::text as subtotal
    from ${sql.table(`${noun}_items`)} i join products p on p.business_id = i.business_id and p.id = i.product_id
    where i.business_id = ${businessId} and ${sql.ref(`i.${noun}_id`)} = ${id}::bigint order by i.position`.execute(
    handle,
  )
  return rows
}

async function readTaxes(handle: Handle, { noun, businessId, id }: PrintedKey) {
  const { rows } = await sql<TaxOnPaper>`
    select s.abbreviation, case when s.show_tax_number_on_invoices then s.tax_number end as "taxNumber",
      t.rate::text as rate, sum(t.amount)::text as amount
    from ${sql.table(`${noun}_item_taxes`)} t
    join sales_taxes s on s.business_id = t.business_id and s.id = t.sales_tax_id
    where t.business_id = ${businessId} and ${sql.ref(`t.${noun}_id`)} = ${id}::bigint
    group by s.id, s.abbreviation, s.tax_number, s.show_tax_number_on_invoices, t.rate
    order by min(t.item_position), min(t.position)`.execute(handle)
  return rows
}

async function readPayments(handle: Handle, { noun, businessId, id }: PrintedKey) {
  const { rows } = await sql<PaymentOnPaper>`
    select day::text as day, amount::text as amount from ${sql.table(`${noun}_payments`)}
    where business_id = ${businessId} and ${sql.ref(`${noun}_id`)} = ${id}::bigint and deleted_at is null
    order by day, id`.execute(handle)
  return rows
}
