import {
  buildUpcomingPayments,
  type UpcomingPaymentsModel,
  type OpenInvoiceRow,
} from './upcoming-payments.ts'
import { buildAccountBalances, type AccountRow, type AccountBalancesModel } from './account-balances.ts'
import { orFailed, orUnavailable } from './or-unavailable.ts'
import { isNothing, type FigureCurrency } from './money-sum.ts'
import type { Unavailable } from './picture-facts.ts'
import type { WhoOwesYou } from './who-owes-you.ts'

/** Further pictures that stand among the first ones, because one of those cannot be drawn or has nothing to warn of. */
export interface MovedUp {
  readonly coming: UpcomingPaymentsModel | Unavailable | null
  readonly ladder: AccountBalancesModel | Unavailable | null
}

/**
 * What comes is shown before who owes when nobody is late; without transactions it and the ladder stand in the place of cash
 * and profit.
 *
 * @param rows.chart Undefined where it was not asked for.
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
