import type { Currency } from '@counterfoil/money/currencies'
import type { RowId } from '#books/book-ids.ts'
import type { Books } from '#books/open-books.ts'
import type { Row, RowPage, RowReader } from '#books/row-reader.ts'
import type {
  DocumentFilter,
  DocumentItem,
  DocumentSort,
  ItemTax,
  SalesDocument,
} from '#books/documents/document.ts'
import type { PaymentMethod } from '#books/payments/payment.ts'
import type { DepositTerms } from './deposit-terms.ts'
import type { EstimateShownStatus, EstimateStanding } from './estimate-life.ts'

/** What lists of estimates are filtered and ordered by. */
export type EstimateListStatus =
  Exclude<EstimateShownStatus, 'DELETED'> | 'ACTIVE' | 'PAID' | 'PARTIAL' | 'UNPAID'
export type EstimateOrder = DocumentSort<'ESTIMATE'>

export type EstimateId = RowId<'Estimate'>
export type EstimatePaymentId = RowId<'EstimatePayment'>

/** Which relations the caller asked to have answered. */
type EstimateEmbeds = {
  readonly attachments: boolean
  readonly payments: boolean
  readonly history: boolean
}

export const NOTHING_EMBEDDED: EstimateEmbeds = { attachments: false, payments: false, history: false }

/** An estimate as the database has it. */
export type Estimate = SalesDocument<'Estimate'> &
  EstimateStanding & {
    readonly dontCarryOverNotesToInvoice: boolean
    readonly depositTotalMinor: bigint
    /** What is true today, where the business is. */
    readonly status: EstimateShownStatus
    readonly deposit: DepositTerms
    /** Made of it; null before. */
    readonly invoiceId: RowId<'Invoice'> | null
    readonly embeds: EstimateEmbeds
  }

export type EstimateItem = DocumentItem<'EstimateItem'>
export type EstimateItemTax = ItemTax

/** Money that came in for a deposit; in the currency of the estimate. */
export type EstimatePayment = Row<'EstimatePayment'> & {
  readonly estimateId: EstimateId
  readonly anonymousId: string
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly accountId: RowId<'Account'>
  readonly paymentDate: string
  readonly paymentMethod: PaymentMethod
  readonly memo: string | null
  readonly entryId: RowId<'Transaction'>
  readonly active: boolean
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/** Somebody accepted, rejected or reset an estimate. */
export type EstimateHistoryEntry = {
  readonly state: 'ACCEPTED' | 'REJECTED' | 'RESET'
  readonly entityType: 'BUSINESS_OWNER' | 'CUSTOMER'
  /** On the wire: of the user or of the customer. */
  readonly entityId: string
  readonly name: string
  readonly email: string
  readonly timestamp: Date
}

export type EstimateFilter = DocumentFilter<EstimateListStatus, EstimateOrder>
export type EstimatePage = RowPage<Estimate>

/** Reads estimates for one request: what is asked for at once is read at once. */
export type EstimateReader = RowReader<'Estimate', Estimate, EstimateFilter> & {
  items(estimate: Estimate): Promise<readonly EstimateItem[]>
  itemTaxes(item: EstimateItem): Promise<readonly EstimateItemTax[]>
  /** Those that count, the oldest first. */
  payments(estimate: Estimate): Promise<readonly EstimatePayment[]>
  findPayment(books: Books, id: EstimatePaymentId): Promise<EstimatePayment | null>
  history(estimate: Estimate): Promise<readonly EstimateHistoryEntry[]>
}
