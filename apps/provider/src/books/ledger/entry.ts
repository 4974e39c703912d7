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

/** 0 counts on accrual and on cash, 1 on accrual alone, 2 on cash alone. */
export type Book = 0 | 1 | 2

/** One change of one account. A debit is positive. */
export type EntryLine = {
  readonly accountId: RowId<'Account'>
  readonly book: Book
  /** In the currency of the account. */
  readonly amountMinor: bigint
  /** In the currency of the business. */
  readonly baseMinor: bigint
  readonly description?: string | undefined
  readonly customerId?: RowId<'Customer'> | undefined
  /** The invoice or estimate whose amount due the entry changes. */
  readonly documentId?: RowId<'Estimate'> | RowId<'Invoice'> | undefined
}

/** An entry without its lines. */
export type EntryHead = {
  readonly kind: EntryKind
  /** `yyyy-MM-dd` */
  readonly day: string
  readonly description: string
  readonly notes?: string | undefined
  readonly document?: EntryDocument | undefined
  /** The caller's own id; unique in a business. */
  readonly externalId?: string | undefined
  /** Digest of the input, to distinguish a repetition from another input with the same `externalId`. */
  readonly requestDigest?: string | undefined
  /** Origin as reported by the caller. */
  readonly origin?: 'MANUAL' | 'ZAPIER' | undefined
  /** When it was recorded elsewhere; else it is now. */
  readonly createdAt?: Date | undefined
}

/** Lines that balance on accrual and on cash; only {@link buildEntry} makes one. */
export type Entry = EntryHead & { readonly lines: readonly EntryLine[]; readonly [balanced]: true }

declare const balanced: unique symbol

/**
 * Builds an entry. Lines of zero are dropped; an entry may have none left.
 *
 * @throws AmountTooLargeError when a line is larger than `MAX_AMOUNT_MINOR`
 * @throws RangeError when the lines do not balance on accrual or on cash: callers validate the input before
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

/** The lines that undo these. */
export function reverseLines(lines: readonly EntryLine[]): readonly EntryLine[] {
  return lines.map((line) => ({ ...line, amountMinor: -line.amountMinor, baseMinor: -line.baseMinor }))
}

/** Returns the sum in the currency of the business, of lines that count on accrual (1) or on cash (2). */
function sumOf(lines: readonly EntryLine[], book: 1 | 2): bigint {
  return lines.reduce((sum, line) => (line.book === 0 || line.book === book ? sum + line.baseMinor : sum), 0n)
}
