import type { CashLine } from './cash-line.ts'
import type { WhoOwesYou } from './who-owes-you.ts'

/** The sentence that answers first: what there is, what is owed, what of it is late. */
export interface Headline {
  /** Null while it is not known. */
  readonly cash: HeadlineAmount | null
  readonly owed: HeadlineAmount | null
  readonly late: (HeadlineAmount & { readonly count: number }) | null
}

export interface HeadlineAmount {
  readonly minor: number
  /** True while rows are missing: it is at least that. */
  readonly atLeast: boolean
}

/** Says the numbers of P1 and P3, and no others. */
export function buildHeadline(cash: CashLine, owed: WhoOwesYou): Headline {
  const isOwed = owed.form === 'full'
  return {
    cash:
      cash.form === 'full' || cash.form === 'accounts'
        ? { minor: cash.endMinor, atLeast: cash.partial }
        : null,
    owed: isOwed
      ? { minor: owed.totalMinor, atLeast: owed.partial }
      : owed.form === 'empty'
        ? { minor: 0, atLeast: false }
        : null,
    late: isOwed ? { minor: owed.lateMinor, atLeast: owed.partial, count: owed.lateCount } : null,
  }
}
