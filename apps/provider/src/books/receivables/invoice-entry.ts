import { type Decimal, divideRounded } from '@counterfoil/money/decimal'
import type { Currency } from '@counterfoil/money/currencies'
import { shareByLargestRemainder } from '@counterfoil/money/share'
import type { RowId } from '#books/book-ids.ts'
import { entryWords } from '#books/printing/printed-words.ts'
import type { DocumentLocale } from '#books/printing/printed-document.ts'
import { buildEntry, type Entry, type EntryLine } from '#books/ledger/entry.ts'

/** The amount that an invoice charges on one account: positive for income and taxes, negative for a discount. */
export type ChargedLine = { readonly accountId: RowId<'Account'>; readonly amountMinor: bigint }

/** The data of an approved invoice for its entry. Amounts are in the currency of the invoice. */
export type InvoiceFacts = {
  readonly invoiceId: RowId<'Invoice'>
  readonly invoiceNumber: string
  readonly customerId: RowId<'Customer'>
  /** The day as `yyyy-MM-dd`. */
  readonly day: string
  readonly currency: Currency
  /** Units of the business's currency for one unit of the invoice's. */
  readonly rate: Decimal
  readonly baseCurrency: Currency
  /** The language of the business. */
  readonly locale: DocumentLocale
  readonly totalMinor: bigint
  readonly receivableAccountId: RowId<'Account'>
  /** The charged lines, whose sum is the total. */
  readonly charged: readonly ChargedLine[]
}

/** Converts an amount from the currency of the invoice to that of the business, with one rounding. */
export function exchangeMinor(
  { currency, baseCurrency, rate }: Pick<InvoiceFacts, 'baseCurrency' | 'currency' | 'rate'>,
  amountMinor: bigint,
): bigint {
  const { numerator, denominator } = rateFraction({ currency, baseCurrency, rate })
  return divideRounded(amountMinor * numerator, denominator)
}

/**
 * Builds the entry of an approved invoice: the customer owes the total, and the accounts earn it. Nothing counts on cash basis
 * yet. The total is converted once and then divided among the lines.
 */
export function buildInvoiceEntry(facts: InvoiceFacts): Entry {
  const { invoiceId, customerId, totalMinor, charged } = facts
  const totalBaseMinor = exchangeMinor(facts, totalMinor)
  const { numerator, denominator } = rateFraction(facts)
  const bases = shareByLargestRemainder(totalBaseMinor, {
    numerators: charged.map(({ amountMinor }) => amountMinor * numerator),
    denominator,
  })
  const about = { book: 1, customerId, documentId: invoiceId } as const
  const receivable: EntryLine = {
    accountId: facts.receivableAccountId,
    amountMinor: totalMinor,
    baseMinor: totalBaseMinor,
    ...about,
  }
  return buildEntry(
    {
      kind: 'INVOICE',
      day: facts.day,
      description: entryWords(facts.locale).INVOICE(facts.invoiceNumber),
      document: { kind: 'INVOICE', id: invoiceId },
    },
    [
      receivable,
      // These accounts are in the currency of the business, so both amounts are the same.
      ...charged.map(({ accountId }, index) => {
        const baseMinor = -(bases[index] ?? 0n)
        return { accountId, amountMinor: baseMinor, baseMinor, ...about }
      }),
    ],
  )
}

/** Returns the minor units of the business's currency for one minor unit of the invoice's, as a fraction. */
function rateFraction({
  currency,
  baseCurrency,
  rate,
}: Pick<InvoiceFacts, 'baseCurrency' | 'currency' | 'rate'>) {
  return {
    numerator: rate.units * 10n ** BigInt(baseCurrency.exponent),
    denominator: 10n ** BigInt(rate.scale + currency.exponent),
  }
}
