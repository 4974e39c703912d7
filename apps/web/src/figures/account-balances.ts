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
  /** The balance as decimal text, positive on the side on which the account grows; null if the provider gives none. */
  readonly balanceInBusinessCurrency: string | null
}

interface AccountBalanceRow {
  readonly id: string
  readonly name: string
  /** The balance in minor units, positive if it adds to its type; null if it is unknown. */
  readonly minor: number | null
  readonly isArchived: boolean
}

export interface AccountGroup {
  readonly type: BalanceType
  readonly totalMinor: number
  /** The accounts, largest first, unknown ones last; without accounts whose balance is zero. */
  readonly rows: readonly AccountBalanceRow[]
  /** The number of accounts with a balance of zero. */
  readonly zero: number
}

export interface AccountBalancesModel extends PictureFacts {
  readonly form: 'full' | 'empty'
  readonly groups: readonly AccountGroup[]
  /** The assets less the liabilities, in minor units. */
  readonly worthMinor: number
  /** The income less the expenses of all years that are not closed, including this year. */
  readonly profitMinor: number
  /** The equity including the profit. */
  readonly equityMinor: number
  /** `worthMinor - equityMinor`: zero in books that balance. */
  readonly differenceMinor: number
  /** The number of accounts without a balance from the provider. */
  readonly unknown: number
}

/**
 * Builds P11: the balances of all accounts, in the currency of the business. Archived accounts with a balance count.
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

/** The side on which the accounts of each type grow. */
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
      // A contra account, such as depreciation, grows on the other side.
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
