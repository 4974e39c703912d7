import type { Clock } from '@counterfoil/service/values/clock'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import { createToday } from '#books/business-day.ts'
import type { Customer } from '#books/customers/customer.ts'
import { findItemTaxes } from '#books/documents/document-lines-store.ts'
import type { Books } from '#books/open-books.ts'
import { keyOf, type Extent, type RowStore } from '#books/row-reader.ts'
import { askedRows, readRowsOf } from '#books/row-store.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import type { CurrencyDebt } from './customer-debt.ts'
import { relatedOf, pageBeside, partsOf, type Related, type RowWithRelated } from './invoice-related-store.ts'
import { createInvoicePages, type ListInvoices } from './invoice-page-store.ts'
import {
  BRIEF_INVOICE_COLUMNS,
  INVOICE_COLUMNS,
  readBriefInvoiceRow,
  readInvoiceRow,
  type BriefInvoiceRow,
  type InvoiceRow,
} from './invoice-row.ts'
import type { BriefInvoice, Invoice, InvoiceFilter, InvoiceItem, InvoiceItemTax } from './invoice.ts'

/** What belongs to something, by `keyOf` its owner. */
type ByOwner<Value> = ReadonlyMap<string, readonly Value[]>

/** Reads invoices of several businesses in one statement each. */
export type InvoiceStore = RowStore<'Invoice', Invoice, InvoiceFilter> & {
  /** One for each currency. */
  debtsOf(customers: readonly Customer[]): Promise<ByOwner<CurrencyDebt>>
  itemsOf(invoices: readonly BriefInvoice[]): Promise<ByOwner<InvoiceItem>>
  taxesOf(items: readonly InvoiceItem[]): Promise<ByOwner<InvoiceItemTax>>
}

export function createInvoiceStore(db: Database, clock: Clock): InvoiceStore {
  const todayOf = createToday(clock)
  const pages = createInvoicePages(db, todayOf)
  const whole = {
    columns: INVOICE_COLUMNS,
    readRow: (row: InvoiceRow, books: Books) => readInvoiceRow(row, books, todayOf(books)),
    list: pages.listWhole,
  }
  const brief = {
    columns: BRIEF_INVOICE_COLUMNS,
    readRow: (row: BriefInvoiceRow, books: Books) =>
      readBriefInvoiceRow(row, books, todayOf(books)) as Invoice,
    list: pages.listBrief,
  }
  const listBeside = createBesideLists(pages.listAs)
  const partOf = (extent: Extent) => (extent === 'brief' ? brief : whole)

  return {
    async findMany(asked, extent) {
      const { columns, readRow } = partOf(extent)
      const { rows } = await sql<InvoiceRow>`
        select ${sql.raw(columns)} from invoices i
        join ${askedRows(asked)} on asked.business_id = i.business_id and asked.id = i.id
        where i.deleted_at is null`.execute(db)
      return readRowsOf(
        asked.map(({ books }) => books),
        rows,
        readRow,
      )
    },

    async listMany(books, filter, page, extent) {
      if (typeof extent === 'object') {
        const rows = await listBeside(relatedOf(extent.briefFields))(books, filter, page)
        return readRowsOf(books, rows, (row, own) => {
          const invoice = brief.readRow(row, own)
          return Object.assign(invoice, { isListed: true, beside: partsOf(row, invoice) })
        })
      }
      const { list, readRow } = partOf(extent)
      const rows = await list(books, filter, page)
      return readRowsOf(books, rows, readRow).map((invoice) => ({ ...invoice, isListed: true }))
    },

    countMany: pages.count,

    async debtsOf(customers) {
      const { rows } = await sql<DebtRow>`
        select d.business_id, d.customer_id::text as id, d.currency_code, sum(d.due)::text as due,
          sum(d.due_base)::text as due_base,
          coalesce(sum(d.due) filter (where d.due_day < asked.today), 0)::text as overdue,
          coalesce(sum(d.due_base) filter (where d.due_day < asked.today), 0)::text as overdue_base
        from unnest(${customers.map(({ businessId }) => businessId)}::uuid[], ${customers.map(({ id }) => id)}::bigint[],
          ${customers.map(({ books }) => todayOf(books))}::date[]) as asked (business_id, id, today)
        join open_days d on d.business_id = asked.business_id and d.customer_id = asked.id
        where d.state in ('PARTIAL', 'SAVED', 'SENT', 'VIEWED')
        group by d.business_id, d.customer_id, d.currency_code`.execute(db)
      const debts = Map.groupBy(rows, ({ business_id: businessId, id }) => keyOf({ businessId, id }))
      return new Map([...debts].map(([key, own]) => [key, own.map(readDebtRow)]))
    },

    itemsOf: (invoices) => findItems(db, invoices),
    taxesOf: (items) => findItemTaxes(db, 'invoice', items),
  }
}

/** One for each of the few things that can be asked for, so that its statements are made once. */
function createBesideLists(listAs: ReturnType<typeof createInvoicePages>['listAs']) {
  const lists = new Map<string, ListInvoices<RowWithRelated>>()
  return (beside: Related) => {
    const key = Object.values(beside).join()
    const list = lists.get(key) ?? listAs(pageBeside(beside))
    lists.set(key, list)
    return list
  }
}

type DebtRow = {
  readonly business_id: BusinessId
  readonly id: string
  readonly currency_code: string
  readonly due: string
  readonly due_base: string
  readonly overdue: string
  readonly overdue_base: string
}

function readDebtRow(row: DebtRow): CurrencyDebt {
  return {
    currencyCode: row.currency_code,
    dueMinor: BigInt(row.due),
    dueBaseMinor: BigInt(row.due_base),
    overdueMinor: BigInt(row.overdue),
    overdueBaseMinor: BigInt(row.overdue_base),
  }
}

type ItemRow = {
  readonly id: RowId<'InvoiceItem'>
  /** Which of the asked invoices has it, from 1. */
  readonly place: number
  readonly product_id: RowId<'Product'>
  readonly account_id: RowId<'Account'>
  readonly description: string | null
  readonly quantity: string
  readonly unit_price: string
  readonly subtotal: string
  readonly total: string
}

type ItemOwner = Pick<BriefInvoice, 'books' | 'businessId' | 'currency' | 'id'>

/** The lines of invoices, in their order, by `keyOf` the invoice. */
export async function findItems(
  db: Database | DatabaseTransaction,
  invoices: readonly ItemOwner[],
): Promise<ByOwner<InvoiceItem>> {
  const { rows } = await sql<ItemRow>`
    select asked.place, t.id::text as id, t.product_id::text as product_id, t.account_id::text as account_id,
      t.description, t.quantity::text as quantity, t.unit_price::text as unit_price, t.subtotal::text as subtotal,
      t.total::text as total
    from unnest(${invoices.map(({ businessId }) => businessId)}::uuid[], ${invoices.map(({ id }) => id)}::bigint[])
      with ordinality as asked (business_id, id, place)
    join invoice_items t on t.business_id = asked.business_id and t.invoice_id = asked.id
    order by t.position`.execute(db)
  const items = invoices.map((): InvoiceItem[] => [])
  for (const row of rows) {
    const owner = invoices[row.place - 1]
    if (owner !== undefined) items[row.place - 1]?.push(readItemRow(row, owner))
  }
  return new Map(invoices.map((invoice, index) => [keyOf(invoice), items[index] ?? []]))
}

function readItemRow(row: ItemRow, { books, businessId, currency, id }: ItemOwner): InvoiceItem {
  return {
    businessId,
    id: row.id,
    books,
    invoiceId: id,
    currency,
    productId: row.product_id,
    accountId: row.account_id,
    description: row.description,
    quantity: row.quantity,
    unitPrice: row.unit_price,
    subtotalMinor: BigInt(row.subtotal),
    totalMinor: BigInt(row.total),
  }
}
