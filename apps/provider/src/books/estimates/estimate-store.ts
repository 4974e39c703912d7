import type { Clock } from '@counterfoil/service/values/clock'
import { knownCurrency } from '@counterfoil/money/currencies'
import { sql } from 'kysely'
import { createToday } from '#books/business-day.ts'
import { findItems, findItemTaxes, type ByOwner } from '#books/documents/document-lines-store.ts'
import { createDocumentPages } from '#books/documents/document-pages-store.ts'
import type { Books } from '#books/open-books.ts'
import { keyOf, type AskedRow, type RowStore, readNamed } from '#books/row-reader.ts'
import { askedRows, booksOf, readRowsOf, type KeyColumns, type ColumnsOf } from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import type {
  Estimate,
  EstimateFilter,
  EstimateHistoryEntry,
  EstimateItem,
  EstimateItemTax,
  EstimatePayment,
} from './estimate.ts'
import { ESTIMATE_LIST } from './estimate-list-store.ts'
import { ESTIMATE_COLUMNS, readEstimateRow, type EstimateRow } from './estimate-row.ts'

/** Reads estimates of several businesses in one statement each. */
export type EstimateStore = RowStore<'Estimate', Estimate, EstimateFilter> & {
  itemsOf(estimates: readonly Estimate[]): Promise<ByOwner<EstimateItem>>
  /** Returns the taxes on items, by `keyOf` the item. */
  taxesOf(items: readonly EstimateItem[]): Promise<ReadonlyMap<string, readonly EstimateItemTax[]>>
  paymentsOf(estimates: readonly Estimate[]): Promise<ByOwner<EstimatePayment>>
  findPayments(asked: readonly AskedRow<'EstimatePayment'>[]): Promise<readonly EstimatePayment[]>
  historyOf(estimates: readonly Estimate[]): Promise<ByOwner<EstimateHistoryEntry>>
}

export function createEstimateStore(db: Database, clock: Clock): EstimateStore {
  const todayOf = createToday(clock)
  const readRow = (row: EstimateRow, books: Books) => readEstimateRow(row, books, todayOf(books))
  const pages = createDocumentPages(db, todayOf, ESTIMATE_LIST)
  const list = pages.listAs({
    columns: ESTIMATE_COLUMNS,
    readRows: (rows) => rows as readonly EstimateRow[],
  })

  return {
    async findMany(asked) {
      const { rows } = await sql<EstimateRow>`
        select ${sql.raw(ESTIMATE_COLUMNS)} from estimates d
        join ${askedRows(asked)} on asked.business_id = d.business_id and asked.id = d.id`.execute(db)
      return readRowsOf(booksOf(asked), rows, readRow)
    },

    async listMany(books, filter, page) {
      return readRowsOf(books, await list(books, filter, page), readRow)
    },

    countMany: pages.count,

    itemsOf: (estimates) => findItems(db, 'estimate', estimates),

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

/** The columns read of `estimate_payments`, here as `p`. The estimate is `e`. */
export const PAYMENT_COLUMNS = `p.business_id, p.id::text as id, p.estimate_id::text as "estimateId",
  e.anonymous_id as "anonymousId", e.currency_code, p.amount::text as amount, p.account_id::text as "accountId",
  p.day::text as "paymentDate", p.method as "paymentMethod", p.memo, p.entry_id::text as "entryId",
  p.deleted_at is null as active, p.created_at as "createdAt", p.modified_at as "modifiedAt"`

export type EstimatePaymentRow = Omit<
  ColumnsOf<'EstimatePayment', EstimatePayment>,
  'amountMinor' | 'currency'
> & {
  readonly currency_code: string
  readonly amount: string
}

export function readPaymentRow(
  { currency_code: code, amount, ...row }: EstimatePaymentRow,
  books: Books,
): EstimatePayment {
  return { ...readNamed(row, books), currency: knownCurrency(code), amountMinor: BigInt(amount) }
}

function grouped<Value>(
  values: readonly Value[],
  estimateOf: (value: Value) => { readonly businessId: string; readonly id: string },
): ByOwner<Value> {
  return Map.groupBy(values, (value) => keyOf(estimateOf(value)))
}
