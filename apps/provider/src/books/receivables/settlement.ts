import type { Currency } from '@counterfoil/money/currencies'
import { divideRounded } from '@counterfoil/money/decimal'
import { shareByWeight } from '@counterfoil/money/share'
import type { RowId } from '#books/book-ids.ts'
import { entryWords } from '#books/printing/printed-words.ts'
import { moveHolding, NO_HOLDING, type Holding, type MovedHolding } from '#books/ledger/average-cost.ts'
import { buildEntry, type Entry, type EntryLine } from '#books/ledger/entry.ts'
import { exchangeMinor, type InvoiceFacts } from './invoice-entry.ts'

/** The data of a payment for its entry. A refund is negative. */
export type PaymentFacts = {
  readonly paymentId: RowId<'InvoicePayment'>
  /** The day as `yyyy-MM-dd`. */
  readonly day: string
  /** The amount in the currency of the invoice; never zero. */
  readonly amountMinor: bigint
  /** The value in the currency of the business on the day of the payment. */
  readonly baseReceivedMinor: bigint
  /** The account of the payment, in the currency of the invoice or of the business. */
  readonly account: { readonly id: RowId<'Account'>; readonly currency: Currency }
  /** The origin of the money: the customer's credits for the deposit of an estimate, else from outside. */
  readonly origin: 'MANUAL' | 'ESTIMATE_DEPOSIT'
}

type SettlementAccounts = {
  readonly creditsAccountId: RowId<'Account'>
  readonly gainAccountId: RowId<'Account'>
  readonly lossAccountId: RowId<'Account'>
}

export type SettledPayment = {
  readonly paymentId: RowId<'InvoicePayment'>
  /** The amount settled, in the currency of the business at the exchange rate of the invoice. */
  readonly baseSettledMinor: bigint
  readonly entry: Entry
}

/** The amount paid so far, and its share for each line of the invoice. */
type Progress = {
  readonly paidMinor: bigint
  readonly settledBaseMinor: bigint
  readonly chargedMinor: readonly bigint[]
  /** The overpaid amount that is owed to the customer. */
  readonly credit: Holding
}

/**
 * Builds the entries of the payments of an invoice, in the order of their days. Each entry is the settlement of all payments so
 * far minus the settlement before it. So nothing remains once all is paid, in either currency and on either basis.
 *
 * @param payments Sorted by day, then by id.
 */
export function settlePayments(
  invoice: InvoiceFacts,
  payments: readonly PaymentFacts[],
  accounts: SettlementAccounts,
): readonly SettledPayment[] {
  let before: Progress = {
    paidMinor: 0n,
    settledBaseMinor: 0n,
    chargedMinor: [],
    credit: NO_HOLDING,
  }
  return payments.map((payment) => {
    const advanced = advance(invoice, before.paidMinor + payment.amountMinor)
    const cash = splitCash(payment, { before, chargedMinor: advanced.chargedMinor })
    const settled = settleOne(invoice, payment, {
      baseSettledMinor: advanced.settledBaseMinor - before.settledBaseMinor,
      cash,
      accounts,
    })
    before = { ...advanced, credit: cash.moved.holding }
    return settled
  })
}

/** Returns the state of an invoice after a paid amount. */
function advance(invoice: InvoiceFacts, paidMinor: bigint): Omit<Progress, 'credit'> {
  const { totalMinor, charged } = invoice
  const towardsTotal = towards(totalMinor, paidMinor)
  return {
    paidMinor,
    settledBaseMinor:
      totalMinor === 0n
        ? exchangeMinor(invoice, paidMinor)
        : divideRounded(exchangeMinor(invoice, totalMinor) * paidMinor, totalMinor),
    chargedMinor: shareByWeight(
      towardsTotal,
      charged.map(({ amountMinor }) => amountMinor),
    ),
  }
}

/** Returns the part of the paid amount that pays the invoice. The rest is overpaid. */
function towards(totalMinor: bigint, paidMinor: bigint): bigint {
  const [least, most] = totalMinor < 0n ? [totalMinor, 0n] : [0n, totalMinor]
  if (paidMinor < least) return least
  return paidMinor > most ? most : paidMinor
}

/** The parts of a payment on cash basis: its share for each line, and the credit of the customer. */
type CashParts = {
  readonly sharesMinor: readonly bigint[]
  readonly shareBasesMinor: readonly bigint[]
  readonly overpaidMinor: bigint
  readonly moved: MovedHolding
}

function splitCash(
  { amountMinor, baseReceivedMinor }: PaymentFacts,
  { before, chargedMinor }: { readonly before: Progress; readonly chargedMinor: readonly bigint[] },
): CashParts {
  const sharesMinor = chargedMinor.map((minor, index) => minor - (before.chargedMinor[index] ?? 0n))
  const earnedMinor = sharesMinor.reduce((sum, share) => sum + share, 0n)
  const overpaidMinor = amountMinor - earnedMinor
  const earnedBaseMinor = divideRounded(baseReceivedMinor * earnedMinor, amountMinor)
  return {
    sharesMinor,
    shareBasesMinor: shareByWeight(earnedBaseMinor, sharesMinor),
    overpaidMinor,
    moved: moveHolding(before.credit, {
      amountMinor: overpaidMinor,
      baseMinor: baseReceivedMinor - earnedBaseMinor,
    }),
  }
}

function settleOne(
  invoice: InvoiceFacts,
  payment: PaymentFacts,
  {
    baseSettledMinor,
    cash,
    accounts,
  }: {
    readonly baseSettledMinor: bigint
    readonly cash: CashParts
    readonly accounts: SettlementAccounts
  },
): SettledPayment {
  const { amountMinor, baseReceivedMinor } = payment
  const about = { customerId: invoice.customerId, documentId: invoice.invoiceId } as const
  const isInItsCurrency = payment.account.currency.code === invoice.currency.code
  const received: EntryLine = {
    accountId: payment.account.id,
    book: 0,
    amountMinor: isInItsCurrency ? amountMinor : baseReceivedMinor,
    baseMinor: baseReceivedMinor,
    ...about,
  }
  const accrual: readonly EntryLine[] = [
    {
      accountId: invoice.receivableAccountId,
      book: 1,
      amountMinor: -amountMinor,
      baseMinor: -baseSettledMinor,
      ...about,
    },
    { ...exchangeLine(accounts, baseReceivedMinor - baseSettledMinor), book: 1, ...about },
  ]
  const entry = buildEntry(
    {
      kind: payment.origin === 'ESTIMATE_DEPOSIT' ? 'DEPOSIT_APPLIED' : 'INVOICE_PAYMENT',
      day: payment.day,
      description: entryWords(invoice.locale)[amountMinor < 0n ? 'REFUND' : 'PAYMENT'](invoice.invoiceNumber),
      document: { kind: 'INVOICE_PAYMENT', id: payment.paymentId },
    },
    [received, ...accrual, ...cashLines(invoice, cash, accounts)],
  )
  return { paymentId: payment.paymentId, baseSettledMinor, entry }
}

/** Returns the lines of a payment on cash basis, in proportion to the invoice. An overpaid amount is owed to the customer. */
function cashLines(
  invoice: InvoiceFacts,
  { shareBasesMinor, overpaidMinor, moved }: CashParts,
  accounts: SettlementAccounts,
): readonly EntryLine[] {
  const about = { book: 2, customerId: invoice.customerId, documentId: invoice.invoiceId } as const
  return [
    ...invoice.charged.map(({ accountId }, index) => {
      const baseMinor = -(shareBasesMinor[index] ?? 0n)
      return { accountId, amountMinor: baseMinor, baseMinor, ...about }
    }),
    {
      accountId: accounts.creditsAccountId,
      amountMinor: -overpaidMinor,
      baseMinor: -moved.baseMinor,
      ...about,
    },
    { ...exchangeLine(accounts, moved.gainMinor), ...about },
  ]
}

/** Returns the line of an exchange gain (positive) or loss. */
function exchangeLine({ gainAccountId, lossAccountId }: SettlementAccounts, gainMinor: bigint) {
  const accountId = gainMinor > 0n ? gainAccountId : lossAccountId
  return { accountId, amountMinor: -gainMinor, baseMinor: -gainMinor }
}
