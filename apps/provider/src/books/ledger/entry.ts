import { MAX_AMOUNT_MINOR } from '@counterfoil/money/document-totals'
import type { RowId } from '#books/book-ids.ts'
import { AmountTooLargeError } from '#books/book-limits.ts'

/** What was entered: the event in the life of a business that changed its books. */
export type EntryKind =
  | 'DEPOSIT'
  | 'DEPOSIT_APPLIED'
  | 'ESTIMATE_PAYMENT'
  | 'INVOICE'
  | 'INVOICE_PAYMENT'
  | 'REVERSAL'
  | 'WITHDRAWAL'

/** What an entry was made for. */
export type EntryDocument =
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
  /** The invoice or estimate whose amount due it changes. */
  readonly documentId?: RowId<'Estimate'> | RowId<'Invoice'> | undefined
}

/** What is known of an entry before its lines. */
export type EntryHead = {
  readonly kind: EntryKind
  /** `yyyy-MM-dd` */
  readonly day: string
  readonly description: string
  readonly notes?: string | undefined
  readonly document?: EntryDocument | undefined
  /** What the caller knows it by; one entry of a business has it. */
  readonly externalId?: string | undefined
  /** Of the input it was made from, to tell a repetition from another one with the same `externalId`. */
  readonly requestDigest?: string | undefined
  /** What the caller says that it came from. */
  readonly origin?: 'MANUAL' | 'ZAPIER' | undefined
  /** When it was recorded elsewhere; else it is now. */
  readonly createdAt?: Date | undefined
}

/** Lines that balance on accrual and on cash; only {@link buildEntry} makes one. */
export type Entry = EntryHead & { readonly lines: readonly EntryLine[]; readonly [balanced]: true }

declare const balanced: unique symbol

/**
 * Puts lines together. Those of nothing fall away; an entry may have none left.
 *
 * @throws AmountTooLargeError when a line is larger than {@link MAX_AMOUNT_MINOR}
 * @throws RangeError when the lines do not balance on accrual or on cash: what was asked for has to be judged before
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

/** In the currency of the business, of what counts on accrual (1) or on cash (2). */
function sumOf(lines: readonly EntryLine[], book: 1 | 2): bigint {
  return lines.reduce((sum, line) => (line.book === 0 || line.book === book ? sum + line.baseMinor : sum), 0n)
}

function isTooLarge(minorUnits: bigint): boolean {
  return minorUnits > MAX_AMOUNT_MINOR || minorUnits < -MAX_AMOUNT_MINOR
}
