import { useSession } from '#data/session/session.tsx'
import { minorText, parseMinor, sumMinor } from '#figures/amount.ts'
import { AccountDocument, type AccountQuery } from '#generated/operations.ts'
import { DetailScreen, type RecordOfConnection } from '#lists/detail-screen.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath, PATHS } from '#navigation/paths.ts'
import { Card } from '#ui/card.tsx'
import { Rich } from '#ui/rich.tsx'
import { useToday } from '#words/use-today.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { oneAccountVariables } from './account-address.ts'

export function AccountScreen({ connection, id }: RecordOfConnection) {
  const { session } = useSession()
  const { format, words } = useWords('accounts')
  return (
    <DetailScreen
      connection={connection}
      id={id}
      needs="account:read"
      document={AccountDocument}
      variables={oneAccountVariables(connection, { accountId: id, offers: session.provider.offers })}
      pick={({ business }) => business?.account}
      title={({ name }) => name}
      lede={({ balance, currency }) =>
        balance === null ? undefined : <Rich text={words.has(format.amount(balance, currency.code))} />
      }
      listPath={PATHS.accounts}
      texts={words}
    >
      {(found, { business }) => <AccountLedger account={found} business={business} />}
    </DetailScreen>
  )
}

type Business = NonNullable<AccountQuery['business']>

function AccountLedger(props: {
  readonly account: OneAccount
  readonly business: Business | null | undefined
}) {
  const { account, business } = props
  const today = useToday(business?.timezone)
  const words = usePartWords('accounts')
  const list = business?.transactions
  if (!list)
    return (
      <Card title={words.lines}>
        <p className="muted">{words.notOffered}</p>
      </Card>
    )
  const transactions = list.edges.flatMap(({ node }) => node ?? [])
  const lines = runningLines(account, transactions, { today })
  const isPart = (list.pageInfo.totalCount ?? 0) > transactions.length
  return (
    <Card title={words.lines} note={isPart ? words.onlyLatest : undefined}>
      {lines.length === 0 && !isPart && <p className="muted">{words.noLines}</p>}
      {lines.length > 0 && <LinesTable lines={lines} currency={account.currency.code} />}
    </Card>
  )
}

function LinesTable(props: { readonly lines: ReturnType<typeof runningLines>; readonly currency: string }) {
  const { format, words } = useWords('accounts')
  const amount = (value: string) => format.amount(value, props.currency)
  return (
    <table className="detail-ledger running">
      <thead>
        <tr>
          <th scope="col" className="wide-only">
            {words.day}
          </th>
          <th scope="col">{words.what}</th>
          <th scope="col" className="number">
            {words.change}
          </th>
          <th scope="col" className="number">
            {words.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {props.lines.map((line) => (
          <tr key={line.id}>
            <td className="wide-only">{format.day(line.date)}</td>
            <td>
              <span className="line">
                <AppLink to={detailPath('transaction', line.id)}>
                  <bdi>{line.description}</bdi>
                </AppLink>
              </span>
              <span className="phone-only note">{format.day(line.date)}</span>
            </td>
            <td className="number">{amount(line.change)}</td>
            <td className="number muted">{line.after === undefined ? '–' : amount(line.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type OneAccount = NonNullable<Business['account']>
type Transaction = NonNullable<NonNullable<Business['transactions']>['edges'][number]['node']>

/** The change of an account's balance by one transaction. Amounts are decimal text in the account's currency. */
interface AccountLine {
  readonly id: string
  readonly date: string
  readonly description: string
  readonly change: string
  /** The balance after the transaction; undefined if unknown. */
  readonly after: string | undefined
}

/**
 * Returns the lines of an account with the balance after each, latest first, counted back from today's balance. Lines in the future
 * are not in the balance yet, and lines of the cash basis alone are left out.
 *
 * @param today The day in the time zone of the business.
 * @throws AmountRefused for an amount that cannot be held exactly
 */
export function runningLines(
  account: Pick<OneAccount, 'id' | 'balance' | 'normalBalanceType' | 'currency'>,
  transactions: readonly Transaction[],
  { today }: { readonly today: string },
): readonly AccountLine[] {
  const { exponent } = account.currency
  const changeOf = ({ lines }: Transaction) =>
    sumMinor(
      lines
        .filter((line) => line.account.id === account.id && line.basis !== 'CASH')
        .map(({ amount, side }) => {
          const minor = parseMinor(amount, exponent)
          return side === account.normalBalanceType ? minor : -minor
        }),
    )
  let balance = account.balance === null ? undefined : parseMinor(account.balance, exponent)
  return transactions
    .map((transaction) => ({ ...transaction, changed: changeOf(transaction) }))
    .filter(({ lines }) => lines.some(({ account: { id }, basis }) => id === account.id && basis !== 'CASH'))
    .map(({ id, date, description, changed }) => {
      const counts = date <= today
      const after = counts ? balance : undefined
      if (counts && balance !== undefined) balance = sumMinor([balance, -changed])
      return {
        ...{ id, date, description, change: minorText({ minor: changed, exponent }) },
        after: after === undefined ? undefined : minorText({ minor: after, exponent }),
      }
    })
}
