import type { EntryKind } from '#books/ledger/entry.ts'

/** The direction of a line: debit or credit, or increase or decrease of the account's balance. */
export type LineDirection = 'CREDIT' | 'DEBIT' | 'DECREASE' | 'INCREASE'

/** A sales tax of a line, named by its id or by its abbreviation. */
export type DraftTax = {
  readonly place: readonly string[]
  readonly named: { readonly by: 'id' | 'abbreviation'; readonly sent: string }
  /** The amount as decimal text in the currency of the anchor. */
  readonly amount: string
}

/** A parsed line that changes an account. */
export type DraftLine = {
  /** The path in the input. */
  readonly place: readonly string[]
  readonly accountSent: string
  /** The amount as decimal text in the currency of the anchor. */
  readonly amount: string
  readonly direction: LineDirection
  readonly customerSent: string | undefined
  readonly description: string | undefined
  readonly taxes: readonly DraftTax[]
}

/** A requested deposit or withdrawal. Its first line is the anchor, whose currency applies to all amounts. */
export type MoneyDraft = {
  /** The path in the input. */
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
