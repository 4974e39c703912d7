import type { Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import type { RowId } from '#books/book-ids.ts'
import type { Invoice, InvoiceId } from '#books/invoices/invoice.ts'
import type { Books } from '#books/open-books.ts'
import type { AccountTypeValue } from '#books/reference/reference-data.ts'
import type { Row } from '#books/row-reader.ts'

export type InvoicePaymentId = RowId<'InvoicePayment'>

/** The payment methods. */
export type PaymentMethod =
  'BANK_TRANSFER' | 'CASH' | 'CHEQUE' | 'CREDIT_CARD' | 'OTHER' | 'PAYPAL' | 'UNSPECIFIED'

/** The user-written content of a payment. */
type PaymentContent = {
  readonly accountId: RowId<'Account'>
  /** The amount in the currency of the invoice; negative for a refund. */
  readonly amountMinor: bigint
  /** Units of the business's currency for one unit of the invoice's. */
  readonly rate: Decimal
  /** The day as `yyyy-MM-dd`. */
  readonly paymentDate: string
  readonly paymentMethod: PaymentMethod
  readonly memo: string | null
}

/** A payment ready to be stored, with its value in the currency of the business on its day. */
export type CompletePayment = PaymentContent & { readonly baseReceivedMinor: bigint }

/** A payment of an invoice as stored in the database. */
export type InvoicePayment = Row<'InvoicePayment'> &
  PaymentContent & {
    readonly invoiceId: InvoiceId
    readonly customerId: RowId<'Customer'>
    /** The currency of the invoice. */
    readonly currency: Currency
    readonly origin: 'MANUAL' | 'ESTIMATE_DEPOSIT'
    readonly entryId: RowId<'Transaction'> | null
    readonly active: boolean
    readonly createdAt: Date
    readonly modifiedAt: Date
  }

/** Reads payments for one request, in batches. */
export interface PaymentReader {
  /** Null for an id that is not of a payment of this business. */
  find(books: Books, id: InvoicePaymentId): Promise<InvoicePayment | null>
  /** Returns the active payments of an invoice, by date. */
  ofInvoice(invoice: Invoice): Promise<readonly InvoicePayment[]>
}

/** An account that payments can be made to or from. */
export type PaymentAccount = {
  readonly id: RowId<'Account'>
  readonly currencyCode: string
  readonly type: AccountTypeValue
  readonly isArchived: boolean
  /** True if only the system posts to the account. */
  readonly isSystem: boolean
}
