import type { Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import type { RowId } from '#books/book-ids.ts'
import type { AccountTypeValue } from '#books/reference/reference-data.ts'
import type { Row } from '#books/row-reader.ts'

export type InvoicePaymentId = RowId<'InvoicePayment'>

/** The payment methods. */
export type PaymentMethod =
  'BANK_TRANSFER' | 'CASH' | 'CHEQUE' | 'CREDIT_CARD' | 'OTHER' | 'PAYPAL' | 'UNSPECIFIED'

/** The user-written content that payments of invoices and of deposits share. */
export type PaymentContent = {
  readonly accountId: RowId<'Account'>
  /** The amount in the currency of the document; negative for a refund. */
  readonly amountMinor: bigint
  /** The day as `yyyy-MM-dd`. */
  readonly paymentDate: string
  readonly paymentMethod: PaymentMethod
  readonly memo: string | null
}

/** The kind of document of each kind of payment. */
export type DocumentOf = { readonly EstimatePayment: 'Estimate'; readonly InvoicePayment: 'Invoice' }

/** A payment of an invoice or of the deposit of an estimate, as stored in the database. */
export type DocumentPayment<Kind extends keyof DocumentOf> = Row<Kind> &
  PaymentContent & {
    readonly documentId: RowId<DocumentOf[Kind]>
    /** The currency of the document. */
    readonly currency: Currency
    readonly active: boolean
    readonly createdAt: Date
    readonly modifiedAt: Date
  }

/** A payment of an invoice. */
export type InvoicePayment = DocumentPayment<'InvoicePayment'> & {
  readonly customerId: RowId<'Customer'>
  /** Units of the business's currency for one unit of the invoice's. */
  readonly rate: Decimal
  readonly origin: 'MANUAL' | 'ESTIMATE_DEPOSIT'
  readonly entryId: RowId<'Transaction'> | null
}

/** A payment of an invoice ready to be stored, with its value in the currency of the business on its day. */
export type CompletePayment = PaymentContent &
  Pick<InvoicePayment, 'rate'> & { readonly baseReceivedMinor: bigint }

/** An account that payments can be made to or from. */
export type PaymentAccount = {
  readonly id: RowId<'Account'>
  readonly currencyCode: string
  readonly type: AccountTypeValue
  readonly isArchived: boolean
  /** True if only the system posts to the account. */
  readonly isSystem: boolean
}
