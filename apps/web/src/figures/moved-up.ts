import { type AccountBalancesModel, type AccountRow, buildAccountBalances } from './account-balances.ts'
import { type FigureCurrency, isNothing } from './amount.ts'
import { orFailed, orUnavailable, type Unavailable } from './picture-facts.ts'
import { buildUpcomingPayments, type UpcomingPaymentsModel } from './upcoming-payments.ts'
import type { OpenInvoiceRow, WhoOwesYou } from './who-owes-you.ts'

/** The further pictures that are shown among the first ones, because a first one cannot be drawn or has nothing to warn of. */
export interface MovedUp {
  readonly coming: UpcomingPaymentsModel | Unavailable | null
  readonly ladder: AccountBalancesModel | Unavailable | null
}

/**
 * Builds the moved pictures: upcoming payments if nobody is late; without transactions they and the account balances replace cash
 * and profit.
 *
 * @param rows.chart Undefined if it was not requested.
 */
export function buildMovedUp(
  figures: {
    readonly today: string
    readonly currency: FigureCurrency
    readonly whoOwesYou: WhoOwesYou
  },
  rows: {
    readonly open: readonly OpenInvoiceRow[] | undefined
    readonly isPart: boolean
    readonly chart: { readonly rows: readonly AccountRow[]; readonly isPart: boolean } | undefined
    readonly offersTransactions: boolean
  },
): MovedUp {
  const { whoOwesYou, today, currency } = figures
  const isNobodyLate =
    whoOwesYou.form === 'empty' || (whoOwesYou.form === 'full' && isNothing(whoOwesYou.late))
  const { open, chart } = rows
  const hasComing = open !== undefined && (isNobodyLate || !rows.offersTransactions)
  return {
    coming: hasComing
      ? orFailed(
          orUnavailable(() =>
            buildUpcomingPayments(open, { today, currency, habits: [], partial: rows.isPart }),
          ),
        )
      : null,
    ladder:
      chart === undefined
        ? null
        : orUnavailable(() =>
            buildAccountBalances(chart.rows, { exponent: currency.exponent, partial: chart.isPart }),
          ),
  }
}

export type FirstPicture = 'cash' | 'owed' | 'flow' | 'profit' | 'coming' | 'ladder'

/** Returns the first pictures in their order. Those that cannot be drawn come last and name what they need. */
export function orderFirst(figures: {
  readonly cashLine: { readonly form: string }
  readonly whoOwesYou: WhoOwesYou
  readonly movedUp?: MovedUp
}): readonly FirstPicture[] {
  const { movedUp, cashLine, whoOwesYou } = figures
  const isLate = whoOwesYou.form === 'full' && !isNothing(whoOwesYou.late)
  const coming = movedUp?.coming == null ? [] : (['coming'] as const)
  const owed = isLate ? (['owed', ...coming] as const) : ([...coming, 'owed'] as const)
  const ladder = movedUp?.ladder == null ? [] : (['ladder'] as const)
  return cashLine.form === 'full'
    ? ['cash', ...owed, 'flow', 'profit', ...ladder]
    : [...owed, 'flow', ...ladder, 'cash', 'profit']
}
