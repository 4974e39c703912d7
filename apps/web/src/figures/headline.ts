import type { CashLine } from './cash-line.ts'
import type { MoneySum } from './money-sum.ts'
import type { PictureFacts } from './picture-facts.ts'
import type { WhoOwesYou } from './who-owes-you.ts'

/** The sentence that answers first: what there is, what is owed, what of it is late. */
export interface Headline {
  /** Null while it is not known. */
  readonly cash: HeadlineAmount | null
  readonly owed: HeadlineAmount | null
  readonly late: HeadlineAmount | null
}

export interface HeadlineAmount extends MoneySum {
  /** True while rows are missing: it is at least that. */
  readonly atLeast: boolean
  /** True if amounts in other currencies were converted. */
  readonly isAbout?: boolean
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
      ? { ...owed.total, ...certaintyOf(owed) }
      : owed.form === 'empty'
        ? { minor: 0, atLeast: false }
        : null,
    late: isOwed ? { ...owed.late, ...certaintyOf(owed) } : null,
  }
}

function certaintyOf({ partial, isAbout = false }: PictureFacts) {
  return { atLeast: partial, isAbout }
}
