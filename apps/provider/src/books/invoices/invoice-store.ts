import type { Clock } from '@counterfoil/service/values/clock'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { createToday } from '#books/business-day.ts'
import type { Customer } from '#books/customers/customer.ts'
import { findItems, findItemTaxes, type ByOwner } from '#books/documents/document-lines-store.ts'
import type { ListDocuments } from '#books/documents/document-pages-store.ts'
import type { Books } from '#books/open-books.ts'
import { keyOf, type Extent, type RowStore } from '#books/row-reader.ts'
import { askedRows, booksOf, readRowsOf } from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import type { CurrencyDebt } from './customer-debt.ts'
import { relatedOf, pageBeside, partsOf, type Related, type RowWithRelated } from './invoice-related-store.ts'
import { createInvoicePages } from './invoice-list-store.ts'
import {
  BRIEF_INVOICE_COLUMNS,
  INVOICE_COLUMNS,
  readBriefInvoiceRow,
  readInvoiceRow,
  type BriefInvoiceRow,
  type InvoiceRow,
} from './invoice-row.ts'
import type { BriefInvoice, Invoice, InvoiceFilter, InvoiceItem, InvoiceItemTax } from './invoice.ts'

/** Reads invoices of several businesses in one statement each. */
export type InvoiceStore = RowStore<'Invoice', Invoice, InvoiceFilter> & {
  /** Returns the debts of customers, one for each currency. */
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
        select ${sql.raw(columns)} from invoices d
        join ${askedRows(asked)} on asked.business_id = d.business_id and asked.id = d.id
        where d.deleted_at is null`.execute(db)
      return readRowsOf(booksOf(asked), rows, readRow)
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

    itemsOf: (invoices) => findItems(db, 'invoice', invoices),
    taxesOf: (items) => findItemTaxes(db, 'invoice', items),
  }
}

/** Caches a list for each combination of related rows, so that its SQL text is built only once. */
function createBesideLists(listAs: ReturnType<typeof createInvoicePages>['listAs']) {
  const lists = new Map<string, ListDocuments<InvoiceFilter, RowWithRelated>>()
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
