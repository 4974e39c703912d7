import { minorText, parseMinor, sumMinor } from '#figures/amount.ts'
import type { AccountRow } from './account-address.ts'

const GROUPS = ['cash', 'asset', 'liability', 'equity', 'income', 'expense'] as const
type AccountGroupName = (typeof GROUPS)[number]

/** Accounts of one kind, with the sum of their balances as decimal text in the currency of the business. */
export interface AccountGroup {
  readonly name: AccountGroupName
  readonly rows: readonly AccountRow[]
  readonly sum: string
}

const GROUP_OF: Readonly<Record<string, AccountGroupName>> = {
  ASSET: 'asset',
  LIABILITY: 'liability',
  EQUITY: 'equity',
  INCOME: 'income',
  EXPENSE: 'expense',
}

/**
 * Groups accounts by kind, in the order of a balance sheet. An archived account is shown only while its balance is not zero.
 *
 * @param exponent The number of decimal places of the currency of the business.
 * @throws AmountRefused for a balance that cannot be held exactly
 */
export function groupAccounts(
  rows: readonly AccountRow[],
  exponent: number,
): {
  readonly groups: readonly AccountGroup[]
  /** The net worth of the business: cash and assets minus liabilities. */
  readonly worth: string
  /** True if the balance of an account is unknown. */
  readonly isPartial: boolean
} {
  const minor = (row: AccountRow) => sideOf(row) * parseMinor(row.balanceInBusinessCurrency ?? '0', exponent)
  const shown = rows.filter((row) => !row.isArchived || minor(row) !== 0)
  const sumOf = (names: readonly AccountGroupName[]) =>
    sumMinor(shown.filter((row) => names.includes(groupOf(row))).map(minor))
  const groups = GROUPS.map((name) => ({
    name,
    rows: shown.filter((row) => groupOf(row) === name),
    sum: minorText({ minor: sumOf([name]), exponent }),
  }))
  return {
    groups: groups.filter((group) => group.rows.length > 0),
    worth: minorText({ minor: sumOf(['cash', 'asset']) - sumOf(['liability']), exponent }),
    isPartial: shown.some(({ balanceInBusinessCurrency }) => balanceInBusinessCurrency === null),
  }
}

/** Returns the balance of an account as it counts in its group: discounts, which are income accounts, reduce the sum. */
export function balanceInGroup(row: AccountRow): string | null {
  const { balanceInBusinessCurrency: balance } = row
  if (balance === null || sideOf(row) === 1) return balance
  return balance.startsWith('-') ? balance.slice(1) : /[1-9]/.test(balance) ? `-${balance}` : balance
}

/** Returns -1 for a contra account, whose normal balance is on the opposite side of its type; else 1. */
function sideOf({ type, normalBalanceType }: AccountRow): 1 | -1 {
  const own = type.value === 'ASSET' || type.value === 'EXPENSE' ? 'DEBIT' : 'CREDIT'
  return normalBalanceType === own ? 1 : -1
}

function groupOf({ type, subtype }: AccountRow): AccountGroupName {
  if (subtype.value === 'CASH_AND_BANK') return 'cash'
  return GROUP_OF[type.value] ?? 'asset'
}
