import type { Clock } from '@counterfoil/service/values/clock'
import { knownCurrency } from '@counterfoil/money/currencies'
import { sql } from 'kysely'
import { createToday } from '#books/business-day.ts'
import { findItemTaxes } from '#books/documents/document-lines-store.ts'
import type { Books } from '#books/open-books.ts'
import { keyOf, type AskedRow, type RowStore, readNamed } from '#books/row-reader.ts'
import { askedRows, readRowsOf, type KeyColumns, type ColumnsOf } from '#books/row-store.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import type {
  Estimate,
  EstimateFilter,
  EstimateHistoryEntry,
  EstimateItem,
  EstimateItemTax,
  EstimatePayment,
} from './estimate.ts'
import { createEstimatePages } from './estimate-page-store.ts'
import { ESTIMATE_COLUMNS, readEstimateRow, type EstimateRow } from './estimate-row.ts'
import { PAYMENT_COLUMNS, readPaymentRow, type EstimatePaymentRow } from './estimate-payment-row.ts'

/** What belongs to estimates, by {@link keyOf} of the estimate. */
type ByEstimate<Value> = ReadonlyMap<string, readonly Value[]>

/** Reads estimates of several businesses in one statement each. */
export type EstimateStore = RowStore<'Estimate', Estimate, EstimateFilter> & {
  itemsOf(estimates: readonly Estimate[]): Promise<ByEstimate<EstimateItem>>
  /** By estimate; `position` is that of the item. */
  taxesOf(items: readonly EstimateItem[]): Promise<ReadonlyMap<string, readonly EstimateItemTax[]>>
  paymentsOf(estimates: readonly Estimate[]): Promise<ByEstimate<EstimatePayment>>
  findPayments(asked: readonly AskedRow<'EstimatePayment'>[]): Promise<readonly EstimatePayment[]>
  historyOf(estimates: readonly Estimate[]): Promise<ByEstimate<EstimateHistoryEntry>>
}

export function createEstimateStore(db: Database, clock: Clock): EstimateStore {
  const todayOf = createToday(clock)
  const readRow = (row: EstimateRow, books: Books) => readEstimateRow(row, books, todayOf(books))
  const pages = createEstimatePages(db, todayOf)

  return {
    async findMany(asked) {
      const { rows } = await sql<EstimateRow>`
        select ${sql.raw(ESTIMATE_COLUMNS)} from estimates r
        join ${askedRows(asked)} on asked.business_id = r.business_id and asked.id = r.id`.execute(db)
      return readRowsOf(booksOf(asked), rows, readRow)
    },

    async listMany(books, filter, page) {
      const rows = await pages.list(books, filter, page)
      return readRowsOf(books, rows, readRow)
    },

    countMany: pages.count,

    itemsOf: (estimates) => findItems(db, estimates),

    taxesOf: (items) => findItemTaxes(db, 'estimate', items),

    async paymentsOf(estimates) {
      const { rows } = await sql<EstimatePaymentRow>`
        select ${sql.raw(PAYMENT_COLUMNS)} from estimate_payments p
        join ${askedRows(estimates)} on asked.business_id = p.business_id and asked.id = p.estimate_id
        join estimates e on e.business_id = p.business_id and e.id = p.estimate_id
        where p.deleted_at is null order by p.day, p.id`.execute(db)
      return grouped(readRowsOf(booksOf(estimates), rows, readPaymentRow), ({ businessId, estimateId }) => ({
        businessId,
        id: estimateId,
      }))
    },

    async findPayments(asked) {
      const { rows } = await sql<EstimatePaymentRow>`
        select ${sql.raw(PAYMENT_COLUMNS)} from estimate_payments p
        join ${askedRows(asked)} on asked.business_id = p.business_id and asked.id = p.id
        join estimates e on e.business_id = p.business_id and e.id = p.estimate_id`.execute(db)
      return readRowsOf(booksOf(asked), rows, readPaymentRow)
    },

    async historyOf(estimates) {
      const { rows } = await sql<HistoryRow>`
        select h.business_id, h.estimate_id::text as id, h.state, h.entity_type as "entityType",
          h.entity_id as "entityId", h.name, h.email, h.created_at as timestamp
        from estimate_history h
        join ${askedRows(estimates)} on asked.business_id = h.business_id and asked.id = h.estimate_id
        order by h.position`.execute(db)
      return grouped(rows, ({ business_id: businessId, id }) => ({ businessId, id }))
    },
  }
}

type HistoryRow = EstimateHistoryEntry & KeyColumns<'Estimate'>

type ItemRow = Omit<ColumnsOf<'EstimateItem', EstimateItem>, 'currency' | 'subtotalMinor' | 'totalMinor'> & {
  readonly currency_code: string
  readonly subtotal: string
  readonly total: string
}

/** The lines of estimates, in their order. */
export async function findItems(
  db: Database | DatabaseTransaction,
  estimates: readonly AskedRow<'Estimate'>[],
): Promise<ByEstimate<EstimateItem>> {
  const { rows } = await sql<ItemRow>`
    select i.business_id, i.id::text as id, i.estimate_id::text as "estimateId", i.position, e.currency_code,
      i.product_id::text as "productId", i.account_id::text as "accountId", i.name, i.description,
      i.quantity::text as quantity, i.unit_price::text as "unitPrice", i.subtotal::text as subtotal, i.total::text as total
    from estimate_items i
    join ${askedRows(estimates)} on asked.business_id = i.business_id and asked.id = i.estimate_id
    join estimates e on e.business_id = i.business_id and e.id = i.estimate_id
    order by i.position`.execute(db)
  const items = readRowsOf(booksOf(estimates), rows, readItemRow)
  return grouped(items, ({ businessId, estimateId }) => ({ businessId, id: estimateId }))
}

function readItemRow({ currency_code: code, subtotal, total, ...row }: ItemRow, books: Books): EstimateItem {
  return {
    ...readNamed(row, books),
    currency: knownCurrency(code),
    subtotalMinor: BigInt(subtotal),
    totalMinor: BigInt(total),
  }
}

function booksOf(asked: readonly { readonly books: Books }[]): readonly Books[] {
  return asked.map(({ books }) => books)
}

function grouped<Value>(
  values: readonly Value[],
  estimateOf: (value: Value) => { readonly businessId: string; readonly id: string },
): ByEstimate<Value> {
  return Map.groupBy(values, (value) => keyOf(estimateOf(value)))
}
