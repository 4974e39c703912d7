import type { RowId } from '#books/book-ids.ts'
import type { DocumentFilter, DocumentItem, ItemTax, SalesDocument } from '#books/documents/document.ts'
import type { DocumentPayment } from '#books/payments/payment.ts'
import type { RowPage } from '#books/row-reader.ts'
import type { DepositTerms } from './deposit-terms.ts'
import type { EstimateShownStatus, EstimateStanding } from './estimate-life.ts'

/** The statuses that lists of estimates are filtered by. */
export type EstimateListStatus =
  Exclude<EstimateShownStatus, 'DELETED'> | 'ACTIVE' | 'PAID' | 'PARTIAL' | 'UNPAID'

export type EstimateId = RowId<'Estimate'>
export type EstimatePaymentId = RowId<'EstimatePayment'>

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
    /** The relations that the caller asked for. */
    readonly embeds: {
      readonly attachments: boolean
      readonly payments: boolean
      readonly history: boolean
    }
  }

export type EstimateItem = DocumentItem<'EstimateItem'>
export type EstimateItemTax = ItemTax

/** A payment of a deposit, in the currency of the estimate. */
export type EstimatePayment = DocumentPayment<'EstimatePayment'> & {
  /** The id in the address of the customer's page of the estimate. */
  readonly anonymousId: string
  readonly entryId: RowId<'Transaction'>
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

export type EstimateFilter = DocumentFilter<EstimateListStatus>
export type EstimatePage = RowPage<Estimate>
