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

/** The statuses that lists of estimates are filtered by. */
export type EstimateListStatus =
  Exclude<EstimateShownStatus, 'DELETED'> | 'ACTIVE' | 'PAID' | 'PARTIAL' | 'UNPAID'
export type EstimateOrder = DocumentSort<'ESTIMATE'>

export type EstimateId = RowId<'Estimate'>
export type EstimatePaymentId = RowId<'EstimatePayment'>

/** The relations that the caller asked for. */
type EstimateEmbeds = {
  readonly attachments: boolean
  readonly payments: boolean
  readonly history: boolean
}

export const NOTHING_EMBEDDED: EstimateEmbeds = { attachments: false, payments: false, history: false }

/** An estimate as stored in the database. */
export type Estimate = SalesDocument<'Estimate'> &
  EstimateStanding & {
    readonly dontCarryOverNotesToInvoice: boolean
    readonly depositTotalMinor: bigint
    /** The status today, in the time zone of the business. */
    readonly status: EstimateShownStatus
    readonly deposit: DepositTerms
    /** The invoice that was made from the estimate; null if there is none. */
    readonly invoiceId: RowId<'Invoice'> | null
    readonly embeds: EstimateEmbeds
  }

export type EstimateItem = DocumentItem<'EstimateItem'>
export type EstimateItemTax = ItemTax

/** A payment of a deposit, in the currency of the estimate. */
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

/** An acceptance, rejection or reset in the history of an estimate. */
export type EstimateHistoryEntry = {
  readonly state: 'ACCEPTED' | 'REJECTED' | 'RESET'
  readonly entityType: 'BUSINESS_OWNER' | 'CUSTOMER'
  /** The wire id of the user or customer. */
  readonly entityId: string
  readonly name: string
  readonly email: string
  readonly timestamp: Date
}

export type EstimateFilter = DocumentFilter<EstimateListStatus, EstimateOrder>
export type EstimatePage = RowPage<Estimate>

/** Reads estimates for one request, in batches. */
export type EstimateReader = RowReader<'Estimate', Estimate, EstimateFilter> & {
  items(estimate: Estimate): Promise<readonly EstimateItem[]>
  itemTaxes(item: EstimateItem): Promise<readonly EstimateItemTax[]>
  /** Returns the active payments, oldest first. */
  payments(estimate: Estimate): Promise<readonly EstimatePayment[]>
  findPayment(books: Books, id: EstimatePaymentId): Promise<EstimatePayment | null>
  history(estimate: Estimate): Promise<readonly EstimateHistoryEntry[]>
}
