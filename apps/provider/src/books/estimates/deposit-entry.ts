import { exchangeMoney } from '@counterfoil/money/money'
import type { RowId } from '#books/book-ids.ts'
import { entryWords } from '#books/printing/printed-words.ts'
import { buildEntry, type Entry } from '#books/ledger/entry.ts'
import type { PaymentAccount } from '#books/payments/payment.ts'
import type { Estimate, EstimatePaymentId } from './estimate.ts'

/** A deposit payment. Until there is an invoice, the business owes the money to the customer. */
type DepositFacts = {
  readonly paymentId: EstimatePaymentId
  readonly estimate: Pick<Estimate, 'id' | 'books' | 'customerId' | 'currency' | 'rate' | 'number'>
  /** The day as `yyyy-MM-dd`. */
  readonly day: string
  /** The amount in minor units of the currency of the estimate. */
  readonly amountMinor: bigint
  /** An account in the currency of the estimate or of the business. */
  readonly paymentAccount: Pick<PaymentAccount, 'id' | 'currencyCode'>
  /** The system account of customer credits in the currency of the estimate. */
  readonly creditsAccountId: RowId<'Account'>
}

/** Returns the value of a deposit in the currency of the business, at the exchange rate of its estimate. */
export function depositBaseMinor(
  { books, currency, rate }: Pick<Estimate, 'books' | 'currency' | 'rate'>,
  amountMinor: bigint,
): bigint {
  return exchangeMoney({ minorUnits: amountMinor, currency }, rate, books.currency).minorUnits
}

export function buildDepositEntry(facts: DepositFacts): Entry {
  const { estimate, paymentAccount, amountMinor } = facts
  const baseMinor = depositBaseMinor(estimate, amountMinor)
  const isInItsCurrency = paymentAccount.currencyCode === estimate.currency.code
  const about = { book: 0, customerId: estimate.customerId, documentId: estimate.id } as const
  return buildEntry(
    {
      kind: 'ESTIMATE_PAYMENT',
      day: facts.day,
      description: entryWords(estimate.books.locale).DEPOSIT(estimate.number),
      document: { kind: 'ESTIMATE_PAYMENT', id: facts.paymentId },
    },
    [
      {
        accountId: paymentAccount.id,
        amountMinor: isInItsCurrency ? amountMinor : baseMinor,
        baseMinor,
        ...about,
      },
      {
        accountId: facts.creditsAccountId,
        amountMinor: -amountMinor,
        baseMinor: -baseMinor,
        ...about,
      },
    ],
  )
}
