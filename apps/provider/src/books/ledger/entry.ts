import type { RowId } from '#books/book-ids.ts'
import { AmountTooLargeError, isTooLarge } from '#books/book-limits.ts'

/** The event that an entry records. */
export type EntryKind =
  | 'DEPOSIT'
  | 'DEPOSIT_APPLIED'
  | 'ESTIMATE_PAYMENT'
  | 'INVOICE'
  | 'INVOICE_PAYMENT'
  | 'REVERSAL'
  | 'WITHDRAWAL'

/** The document of an entry. */
type EntryDocument =
  | { readonly kind: 'ESTIMATE'; readonly id: RowId<'Estimate'> }
  | { readonly kind: 'ESTIMATE_PAYMENT'; readonly id: RowId<'EstimatePayment'> }
  | { readonly kind: 'INVOICE'; readonly id: RowId<'Invoice'> }
  | { readonly kind: 'INVOICE_PAYMENT'; readonly id: RowId<'InvoicePayment'> }

/** The bases on which a line counts: 0 for accrual and cash, 1 for accrual only, 2 for cash only. */
export type Book = 0 | 1 | 2

/** A change of one account. Debits are positive. */
export type EntryLine = {
  readonly accountId: RowId<'Account'>
  readonly book: Book
  /** The amount in the currency of the account. */
  readonly amountMinor: bigint
  /** The amount in the currency of the business. */
  readonly baseMinor: bigint
  readonly description?: string | undefined
  readonly customerId?: RowId<'Customer'> | undefined
  /** The invoice or estimate whose amount due the entry changes. */
  readonly documentId?: RowId<'Estimate'> | RowId<'Invoice'> | undefined
}

/** An entry without its lines. */
export type EntryHead = {
  readonly kind: EntryKind
  /** The day as `yyyy-MM-dd`. */
  readonly day: string
  readonly description: string
  readonly notes?: string | undefined
  readonly document?: EntryDocument | undefined
  /** The id that the caller gave to the entry, unique in a business. */
  readonly externalId?: string | undefined
  /** The digest of the input, to distinguish a repetition from another input with the same `externalId`. */
  readonly requestDigest?: string | undefined
  /** The origin as reported by the caller. */
  readonly origin?: 'MANUAL' | 'ZAPIER' | undefined
  /** The time at which the entry was recorded elsewhere; undefined means now. */
  readonly createdAt?: Date | undefined
}

/** An entry whose lines balance on accrual and on cash basis. Only {@link buildEntry} creates one. */
export type Entry = EntryHead & { readonly lines: readonly EntryLine[]; readonly [balanced]: true }

declare const balanced: unique symbol

/**
 * Builds an entry without lines of zero; it may have no lines left.
 *
 * @throws AmountTooLargeError if a line is larger than `MAX_AMOUNT_MINOR`
 * @throws RangeError if the lines do not balance on accrual or cash basis: callers validate the input before
 */
export function buildEntry(head: EntryHead, lines: readonly EntryLine[]): Entry {
  const kept = lines.filter(({ amountMinor, baseMinor }) => amountMinor !== 0n || baseMinor !== 0n)
  if (sumOf(kept, 1) !== 0n) throw new RangeError('The entry does not balance on accrual')
  if (sumOf(kept, 2) !== 0n) throw new RangeError('The entry does not balance on cash')
  for (const { amountMinor, baseMinor } of kept) {
    if (isTooLarge(amountMinor) || isTooLarge(baseMinor)) throw new AmountTooLargeError('A line is too large')
  }
  return { ...head, lines: kept } as unknown as Entry
}

/** Returns the sum, in the currency of the business, of lines that count on accrual (1) or cash (2) basis. */
function sumOf(lines: readonly EntryLine[], book: 1 | 2): bigint {
  return lines.reduce((sum, line) => (line.book === 0 || line.book === book ? sum + line.baseMinor : sum), 0n)
}
