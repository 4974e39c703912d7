import type { EntryKind } from '#books/ledger/entry.ts'

/** How a line changes its account: by its side, or by the direction of the balance. */
export type LineDirection = 'CREDIT' | 'DEBIT' | 'DECREASE' | 'INCREASE'

/** A sales tax of a line, named by its id or by its abbreviation. */
export type DraftTax = {
  readonly place: readonly string[]
  readonly named: { readonly by: 'id' | 'abbreviation'; readonly sent: string }
  /** Decimal text in the currency of the anchor. */
  readonly amount: string
}

/** A change of an account as it was asked for. */
export type DraftLine = {
  /** Where it is in the input. */
  readonly place: readonly string[]
  readonly accountSent: string
  /** Decimal text in the currency of the anchor. */
  readonly amount: string
  readonly direction: LineDirection
  readonly customerSent: string | undefined
  readonly description: string | undefined
  readonly taxes: readonly DraftTax[]
}

/** A requested deposit or withdrawal: the first line is the anchor, whose currency all amounts have. */
export type MoneyDraft = {
  /** Where it is in the input. */
  readonly place: readonly string[]
  readonly kind: EntryKind & ('DEPOSIT' | 'WITHDRAWAL')
  readonly day: string
  readonly description: string
  readonly notes: string | undefined
  readonly externalId: string | undefined
  readonly origin: 'MANUAL' | 'ZAPIER' | undefined
  readonly createdAt: Date | undefined
  readonly lines: readonly [DraftLine, ...DraftLine[]]
}
