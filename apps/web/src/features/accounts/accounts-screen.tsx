import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { minorText, parseMinor, sumMinor } from '#figures/amount.ts'
import { AccountsDocument, type AccountsQuery } from '#generated/operations.ts'
import { List, ListScreen } from '#lists/list.tsx'
import { useBookList, useWholeList } from '#lists/use-list.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath } from '#navigation/paths.ts'
import { Card } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { ACCOUNT_LIST, type AccountRow, accountVariables, pickAccounts } from './account-address.ts'

type Currency = NonNullable<AccountsQuery['business']>['currency']

export function AccountsScreen({ connection }: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('accounts')
  return <ListScreen {...{ connection, title }} needs="account:read" list={Accounts} />
}

const LIST = {
  shape: ACCOUNT_LIST,
  document: AccountsDocument,
  variablesOf: accountVariables,
  pick: pickAccounts,
}
const ALL = (rows: readonly AccountRow[]) => rows

function Accounts({ connection }: { readonly connection: ConnectionView }) {
  const words = usePartWords('accounts')
  const { view, reading } = useBookList(LIST, connection)
  const currency = reading.first.data?.business?.currency
  return (
    <List<AccountsQuery, AccountRow>
      {...{ connection, view, reading, words }}
      parts={{
        columns: [],
        linkTo: () => undefined,
        file: [
          { label: words.name, field: ({ name }) => ({ text: name }) },
          { label: words.type, field: ({ type }) => ({ value: type.value }) },
          { label: words.balance, field: ({ balance }) => ({ value: balance ?? '' }) },
          { label: words.currency, field: (row) => ({ value: row.currency.code }) },
          {
            label: words.inBusinessCurrency(currency?.code ?? ''),
            field: ({ balanceInBusinessCurrency }) => ({ value: balanceInBusinessCurrency ?? '' }),
          },
        ],
      }}
      active={[]}
      shown={useWholeList(reading, ALL)}
      draw={(rows) => currency && <Groups rows={rows} currency={currency} isWhole={reading.isComplete} />}
    />
  )
}

/** @param props.isWhole True if all accounts were read. Otherwise no sums are shown. */
function Groups(props: {
  readonly rows: readonly AccountRow[]
  readonly currency: Currency
  readonly isWhole: boolean
}) {
  const { rows, currency, isWhole } = props
  const { format } = useWords()
  const words = usePartWords('accounts')
  const { groups, worth, isPartial } = groupAccounts(rows, currency.exponent)
  return (
    <>
      {isWhole && isPartial && <p className="note">{words.atLeast}</p>}
      {groups.map((group) => (
        <Group key={group.name} group={group} currency={currency.code} isWhole={isWhole} />
      ))}
      {isWhole && (
        <dl className="beside beside-total">
          <dt>{words.worth}</dt>
          <dd className="amount">{format.amount(worth, currency.code)}</dd>
        </dl>
      )}
    </>
  )
}

function Group(props: {
  readonly group: AccountGroup
  readonly currency: string
  readonly isWhole: boolean
}) {
  const { group, currency } = props
  const { format } = useWords()
  const words = usePartWords('accounts')
  const name = words.groups[group.name]
  return (
    <Card title={name}>
      <table className="detail-ledger">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.balance}</th>
          </tr>
        </thead>
        <tbody>
          {group.rows.map((row) => (
            <tr key={row.id}>
              <td>
                <AppLink to={detailPath('account', row.id)}>
                  <bdi>{row.name}</bdi>
                </AppLink>
                {row.isArchived && <span className="note">{` ${words.archived}`}</span>}
              </td>
              <td className="number">
                <Balance row={row} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
        {props.isWhole && (
          <tfoot>
            <tr className="sum sum-sub">
              <th scope="row">{words.together(name)}</th>
              <td className="number">{format.amount(group.sum, currency)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </Card>
  )
}

/** Shows a balance in the currency of the business and, if the account has another currency, below it in that one. */
function Balance({ row, currency }: { readonly row: AccountRow; readonly currency: string }) {
  const { format } = useWords()
  const { missing } = usePartWords('accounts')
  const balance = balanceInGroup(row)
  if (balance === null)
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{missing}</span>
      </>
    )
  return (
    <>
      {format.amount(balance, currency)}
      {row.currency.code !== currency && row.balance !== null && (
        <span className="line note">{format.amount(row.balance, row.currency.code)}</span>
      )}
    </>
  )
}

const GROUPS = ['cash', 'asset', 'liability', 'equity', 'income', 'expense'] as const
type AccountGroupName = (typeof GROUPS)[number]

/** Accounts of one kind, with the sum of their balances as decimal text in the currency of the business. */
interface AccountGroup {
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
