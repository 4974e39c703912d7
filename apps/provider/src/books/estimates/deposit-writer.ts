import type { BooksTransaction } from '#books/command.ts'
import type { AppliedDeposit } from '#books/invoices/invoice-writer.ts'
import type { PaymentAccount } from '#books/payments/payment.ts'
import type {
  Estimate,
  EstimateId,
  EstimatePayment,
  EstimatePaymentId,
  EstimatePaymentMethod,
} from './estimate.ts'

/** A payment of a deposit as it is written. */
export type DepositPayment = {
  readonly amountMinor: bigint
  readonly account: PaymentAccount
  readonly paymentDate: string
  readonly paymentMethod: EstimatePaymentMethod
  readonly memo: string | null
}

/** Writes payments of deposits, inside a command: each with its entry, and with what its estimate has been paid. */
export type DepositWriter = {
  find(transaction: BooksTransaction, id: EstimatePaymentId): Promise<EstimatePayment | null>
  /** The oldest account for money in one of the currencies that is not archived. */
  findOldestMoneyAccount(
    transaction: BooksTransaction,
    currencyCodes: readonly string[],
  ): Promise<PaymentAccount | null>
  record(transaction: BooksTransaction, estimate: Estimate, payment: DepositPayment): Promise<EstimatePayment>
  /** Reverses what it entered, and enters it again. */
  change(
    transaction: BooksTransaction,
    estimate: Estimate,
    id: EstimatePaymentId,
    payment: DepositPayment,
  ): Promise<EstimatePayment>
  remove(transaction: BooksTransaction, estimate: Estimate, payment: EstimatePayment): Promise<void>
  /** What is paid for an estimate, in its currency and in that of the business. */
  paidFor(transaction: BooksTransaction, id: EstimateId): Promise<AppliedDeposit>
  /** Whether what was paid has been put to the invoice that was made of the estimate. */
  isApplied(transaction: BooksTransaction, estimate: Estimate): Promise<boolean>
}
