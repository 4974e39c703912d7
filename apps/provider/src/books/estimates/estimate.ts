import type { Currency } from '@counterfoil/money/currencies'
import type { RowId } from '#books/book-ids.ts'
import type { Books } from '#books/open-books.ts'
import type { Row, RowPage, RowReader } from '#books/row-reader.ts'
import type { DocumentFlags } from '#books/documents/document-texts.ts'
import type { DocumentAmounts, DocumentItem, SalesDocument } from '#books/documents/document.ts'
import type { KeptItemTax } from '#books/documents/document-lines.ts'
import type { DepositTerms } from './deposit-terms.ts'
import type { EstimateShownStatus, EstimateStanding } from './estimate-life.ts'

/** How a payment came in; the enum of the schema. */
export type EstimatePaymentMethod =
  'BANK_TRANSFER' | 'CASH' | 'CHEQUE' | 'CREDIT_CARD' | 'OTHER' | 'PAYPAL' | 'UNSPECIFIED'

/** What lists of estimates are filtered and ordered by. */
export type EstimateListStatus =
  Exclude<EstimateShownStatus, 'DELETED'> | 'ACTIVE' | 'PAID' | 'PARTIAL' | 'UNPAID'
export type EstimateOrder = `${EstimateOrderKey}_${'ASC' | 'DESC'}`
type EstimateOrderKey =
  | 'AMOUNT_DUE'
  | 'AMOUNT_PAID'
  | 'CREATED_AT'
  | 'CUSTOMER_NAME'
  | 'DUE_AT'
  | 'ESTIMATE_DATE'
  | 'ESTIMATE_NUMBER'
  | 'MODIFIED_AT'
  | 'STATUS'
  | 'TOTAL'

export type EstimateId = RowId<'Estimate'>
export type EstimatePaymentId = RowId<'EstimatePayment'>

/** What is shown and allowed, by the names of the schema. */
export type EstimateFlags = DocumentFlags & { readonly dontCarryOverNotesToInvoice: boolean }

export type EstimateAmounts = DocumentAmounts & { readonly depositTotalMinor: bigint }

/** Which relations the caller asked to have answered. */
type EstimateEmbeds = {
  readonly attachments: boolean
  readonly payments: boolean
  readonly history: boolean
}

export const NOTHING_EMBEDDED: EstimateEmbeds = { attachments: false, payments: false, history: false }

/** An estimate as the database has it. */
export type Estimate = Row<'Estimate'> &
  EstimateStanding &
  EstimateFlags &
  EstimateAmounts &
  SalesDocument & {
    readonly estimateNumber: string
    /** `yyyy-MM-dd` */
    readonly estimateDate: string
    /** What is true today, where the business is. */
    readonly status: EstimateShownStatus
    readonly deposit: DepositTerms
    /** Made of it; null before. */
    readonly invoiceId: RowId<'Invoice'> | null
    readonly embeds: EstimateEmbeds
  }

/** One line of an estimate. */
export type EstimateItem = Row<'EstimateItem'> &
  DocumentItem & {
    readonly estimateId: EstimateId
    readonly position: number
    /** Shown instead of the name of the product. */
    readonly name: string | null
  }

/** A tax on one line, at the rate of the day of the estimate. */
export type EstimateItemTax = KeptItemTax

/** Money that came in for a deposit; in the currency of the estimate. */
export type EstimatePayment = Row<'EstimatePayment'> & {
  readonly estimateId: EstimateId
  readonly anonymousId: string
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly accountId: RowId<'Account'>
  readonly paymentDate: string
  readonly paymentMethod: EstimatePaymentMethod
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

/** Which estimates of a business, and in which order; null filters nothing. */
export type EstimateFilter = {
  readonly amountDue: string | null
  readonly currencyCode: string | null
  /** `none` for an id that no customer can have. */
  readonly customerId: RowId<'Customer'> | 'none' | null
  readonly estimateDateStart: string | null
  readonly estimateDateEnd: string | null
  readonly estimateNumber: string | null
  readonly modifiedAtAfter: Date | null
  readonly modifiedAtBefore: Date | null
  readonly status: EstimateListStatus | null
  readonly sort: EstimateOrder
}

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
