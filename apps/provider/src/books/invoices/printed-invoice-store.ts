import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import { printInvoice, type InvoiceOnPaper, type PrintedAddress } from './printed-invoice.ts'
import type { InvoicePrinter } from './invoice-messages.ts'
import type { InvoiceId } from './invoice.ts'
import type { PrintedColumns, PrintedDocument } from '#books/printing/printed-document.ts'

type InvoiceKey = { readonly businessId: BusinessId; readonly id: InvoiceId }

/** An invoice that the holder of its address may read. */
export type SharedInvoice = InvoiceKey & { readonly document: PrintedDocument }

/** What customers do with an invoice on its page. */
export type SharedInvoiceStore = {
  /** By what stands in its address. Undefined for a draft and for one that was deleted, as for one that never was. */
  find(anonymousId: string): Promise<SharedInvoice | undefined>
  /** The customer opened it. */
  markViewed(invoice: InvoiceKey): Promise<void>
  /** Whether this person is a member of the business: then the customer did not open it. */
  isMember(businessId: BusinessId, userId: string): Promise<boolean>
}

export function createSharedInvoiceStore(db: Database, clock: () => number): SharedInvoiceStore {
  return {
    async find(anonymousId) {
      const { rows } = await sql<InvoiceKey>`
        select business_id as "businessId", id::text as id from invoices
        where anonymous_id = ${anonymousId} and deleted_at is null and life <> 'DRAFT'`.execute(db)
      const [key] = rows
      return key && { ...key, document: await readPrintedInvoice(db, key) }
    },

    async markViewed({ businessId, id }) {
      const now = new Date(clock())
      await db.transaction().execute(async (trx) => {
        // One writer at a time has the books of a business.
        await sql`select 1 from book_settings where business_id = ${businessId} for update`.execute(trx)
        await sql`
          update invoices set last_viewed_at = ${now}, life = 'VIEWED',
            modified_at = case when life = 'VIEWED' then modified_at else ${now} end
          where business_id = ${businessId} and id = ${id}::bigint and deleted_at is null and life <> 'DRAFT'`.execute(
          trx,
        )
      })
    },

    async isMember(businessId, userId) {
      const { rows } = await sql`
        select 1 from memberships where business_id = ${businessId} and user_id = ${userId}`.execute(db)
      return rows.length > 0
    },
  }
}

/**
 * An invoice as its customer sees it now. Inside a command `handle` is the transaction's own.
 *
 * @throws Error when there is none
 */
export async function readPrintedInvoice(
  handle: Database | DatabaseTransaction,
  key: InvoiceKey,
): Promise<PrintedDocument> {
  // One after the other: inside a transaction there is one connection.
  const head = await readHead(handle, key)
  const items = await readItems(handle, key)
  const taxes = await readTaxes(handle, key)
  const payments = await readPayments(handle, key)
  return printInvoice({ ...head, items, taxes, payments })
}

/** Prints inside the transaction of a command. */
export const invoicePrinter: InvoicePrinter = {
  print: ({ trx }, invoice) => readPrintedInvoice(trx, invoice),
}

type Head = Omit<InvoiceOnPaper, 'items' | 'taxes' | 'payments'>
type HeadRow = Omit<Head, 'business' | 'customer' | 'columns'> &
  PrintedColumns & {
    readonly business: Head['business']
    readonly customerName: string
    readonly customerAddress: PrintedAddress
  }

const address = (of: 'b' | 'c') =>
  sql.raw(`json_build_object('line1', ${of}.address_line1, 'line2', ${of}.address_line2, 'city', ${of}.city,
    'postalCode', ${of}.postal_code, 'provinceCode', ${of}.province_code, 'countryCode', ${of}.country_code)`)

async function readHead(
  handle: Database | DatabaseTransaction,
  { businessId, id }: InvoiceKey,
): Promise<Head> {
  const { rows } = await sql<HeadRow>`
    select i.invoice_number as "invoiceNumber", i.po_number as "poNumber", i.invoice_day::text as day,
      i.due_day::text as "dueDay", i.currency_code as "currencyCode", i.title, i.subhead, i.memo, i.footer,
      i.item_title as item, i.unit_title as unit, i.price_title as price, i.amount_title as amount,
      i.hide_name as "hidesName", i.hide_description as "hidesDescription", i.hide_unit as "hidesUnit",
      i.hide_price as "hidesPrice", i.hide_amount as "hidesAmount", i.subtotal::text as subtotal,
      i.discount_total::text as "discountTotal", i.discount_name as "discountName",
      i.discount_percentage::text as "discountPercentage", i.total::text as total, i.due::text as due,
      json_build_object('name', b.name, 'phone', b.phone, 'website', b.website, 'accentColor', b.invoice_accent_color,
        'logoUrl', b.invoice_logo_url, 'address', ${address('b')}) as business,
      c.name as "customerName", ${address('c')} as "customerAddress"
    from invoices i join businesses b on b.id = i.business_id
      join customers c on c.business_id = i.business_id and c.id = i.customer_id
    where i.business_id = ${businessId} and i.id = ${id}::bigint`.execute(handle)
  const [row] = rows
  if (row === undefined) throw new Error(`There is no invoice ${id} to print`)
  const { item, unit, price, amount, customerName, customerAddress, ...rest } = row
  const { hidesName, hidesDescription, hidesUnit, hidesPrice, hidesAmount } = row
  return {
    ...rest,
    columns: { item, unit, price, amount, hidesName, hidesDescription, hidesUnit, hidesPrice, hidesAmount },
    customer: { name: customerName, address: customerAddress },
  }
}

async function readItems(handle: Database | DatabaseTransaction, { businessId, id }: InvoiceKey) {
  const { rows } = await sql<InvoiceOnPaper['items'][number]>`
    select p.name, i.description, i.quantity::text as quantity, i.unit_price::text as "unitPrice",
      i.subtotal::text as subtotal
    from invoice_items i join products p on p.business_id = i.business_id and p.id = i.product_id
    where i.business_id = ${businessId} and i.invoice_id = ${id}::bigint order by i.position`.execute(handle)
  return rows
}

async function readTaxes(handle: Database | DatabaseTransaction, { businessId, id }: InvoiceKey) {
  const { rows } = await sql<InvoiceOnPaper['taxes'][number]>`
    select s.abbreviation as name, case when s.show_tax_number_on_invoices then s.tax_number end as number,
      t.rate::text as rate, sum(t.amount)::text as amount
    from invoice_item_taxes t join sales_taxes s on s.business_id = t.business_id and s.id = t.sales_tax_id
    where t.business_id = ${businessId} and t.invoice_id = ${id}::bigint
    group by s.id, s.abbreviation, s.tax_number, s.show_tax_number_on_invoices, t.rate
    order by min(t.item_position * 100 + t.position)`.execute(handle)
  return rows
}

async function readPayments(handle: Database | DatabaseTransaction, { businessId, id }: InvoiceKey) {
  const { rows } = await sql<InvoiceOnPaper['payments'][number]>`
    select day::text as day, amount::text as amount, method from invoice_payments
    where business_id = ${businessId} and invoice_id = ${id}::bigint and deleted_at is null order by day, id`.execute(
    handle,
  )
  return rows
}
