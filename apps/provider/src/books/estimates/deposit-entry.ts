import { exchangeMoney } from '@counterfoil/money/money'
import type { RowId } from '#books/book-ids.ts'
import { entryWords } from '#books/printing/printed-words.ts'
import { buildEntry, type Entry } from '#books/ledger/entry.ts'
import type { PaymentAccount } from '#books/payments/payment.ts'
import type { Estimate, EstimatePaymentId } from './estimate.ts'

/** Money that came in for a deposit. Until there is an invoice, the business owes it to the customer. */
type DepositFacts = {
  readonly paymentId: EstimatePaymentId
  readonly estimate: Pick<Estimate, 'id' | 'books' | 'customerId' | 'currency' | 'rate' | 'number'>
  /** `yyyy-MM-dd` */
  readonly day: string
  /** In the currency of the estimate. */
  readonly amountMinor: bigint
  /** Kept in the currency of the estimate or of the business. */
  readonly paymentAccount: Pick<PaymentAccount, 'id' | 'currencyCode'>
  /** Of the credits of customers in the currency of the estimate. */
  readonly creditsAccountId: RowId<'Account'>
}

/** What a deposit is worth in the currency of the business, at the rate of its estimate. */
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
