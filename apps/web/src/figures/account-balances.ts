import { parseMinor, sumMinor } from './amount.ts'
import { compareTexts, NOTHING_EXCLUDED, type PictureFacts } from './picture-facts.ts'

type BalanceType = 'ASSET' | 'LIABILITY' | 'EQUITY' | 'INCOME' | 'EXPENSE'
export const BALANCE_TYPES: readonly BalanceType[] = ['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE']

export interface AccountRow {
  readonly id: string
  readonly name: string
  readonly isArchived: boolean
  readonly type: { readonly value: string }
  readonly normalBalanceType: string
  /** Decimal text, positive on the side on which the account grows; null where the provider does not say. */
  readonly balanceInBusinessCurrency: string | null
}

interface AccountBalanceRow {
  readonly id: string
  readonly name: string
  /** Minor units, positive where it adds to its type; null where nothing is known. */
  readonly minor: number | null
  readonly isArchived: boolean
}

export interface AccountGroup {
  readonly type: BalanceType
  readonly totalMinor: number
  /** Largest first, unknown last; without those on which nothing is. */
  readonly rows: readonly AccountBalanceRow[]
  /** Accounts on which nothing is. */
  readonly zero: number
}

export interface AccountBalancesModel extends PictureFacts {
  readonly form: 'full' | 'empty'
  readonly groups: readonly AccountGroup[]
  /** What the business has, less what it owes. */
  readonly worthMinor: number
  /** Earned less spent, of all years that are not closed, this one among them. */
  readonly profitMinor: number
  /** Equity with the profit. */
  readonly equityMinor: number
  /** `worthMinor - equityMinor`: zero in books that balance. */
  readonly differenceMinor: number
  /** Accounts whose balance the provider did not say. */
  readonly unknown: number
}

/**
 * How everything is spread over the accounts, in the currency of the business. Archived ones with a balance count.
 *
 * @param about.exponent Digits after the decimal point of the business's currency.
 */
export function buildAccountBalances(
  rows: readonly AccountRow[],
  about: { readonly exponent: number; readonly partial: boolean },
): AccountBalancesModel {
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
  const groups = BALANCE_TYPES.map((type) => buildGroup(type, { rows: unique, exponent: about.exponent }))
  const totals = new Map(groups.map(({ type, totalMinor }) => [type, totalMinor]))
  const of = (type: BalanceType) => totals.get(type) ?? 0
  const shown = groups.flatMap((group) => group.rows)
  const worthMinor = sumMinor([of('ASSET'), -of('LIABILITY')])
  const profitMinor = sumMinor([of('INCOME'), -of('EXPENSE')])
  const equityMinor = sumMinor([of('EQUITY'), profitMinor])
  const unknown = shown.filter(({ minor }) => minor === null).length
  return {
    form: shown.every(({ minor }) => minor === null) ? 'empty' : 'full',
    groups,
    worthMinor,
    profitMinor,
    equityMinor,
    differenceMinor: sumMinor([worthMinor, -equityMinor]),
    from: { accounts: groups.reduce((sum, group) => sum + group.rows.length + group.zero, 0) },
    excluded: NOTHING_EXCLUDED,
    unknown,
    partial: about.partial,
  }
}

/** The side on which each type grows. */
const GROWS_BY: Readonly<Record<BalanceType, 'DEBIT' | 'CREDIT'>> = {
  ASSET: 'DEBIT',
  LIABILITY: 'CREDIT',
  EQUITY: 'CREDIT',
  INCOME: 'CREDIT',
  EXPENSE: 'DEBIT',
}

function buildGroup(
  type: BalanceType,
  about: { readonly rows: readonly AccountRow[]; readonly exponent: number },
): AccountGroup {
  const all = about.rows
    .filter((row) => row.type.value === type)
    .map((row): AccountBalanceRow => {
      const { balanceInBusinessCurrency: balance } = row
      // An account that lessens its type, such as the wear of a machine, grows on the other side.
      const sign = row.normalBalanceType === GROWS_BY[type] ? 1 : -1
      return {
        id: row.id,
        name: row.name,
        minor: balance === null ? null : sumMinor([sign * parseMinor(balance, about.exponent)]),
        isArchived: row.isArchived,
      }
    })
  const rows = all
    .filter(({ minor }) => minor !== 0)
    .toSorted(
      (one, other) =>
        (other.minor ?? Number.NEGATIVE_INFINITY) - (one.minor ?? Number.NEGATIVE_INFINITY) ||
        compareTexts(one.name, other.name) ||
        compareTexts(one.id, other.id),
    )
  return {
    type,
    totalMinor: sumMinor(rows.map(({ minor }) => minor ?? 0)),
    rows,
    zero: all.length - rows.length,
  }
}
