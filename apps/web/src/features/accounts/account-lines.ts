import { minorText, parseMinor, sumMinor } from '#figures/amount.ts'
import type { AccountQuery } from '#generated/operations.ts'

type Business = NonNullable<AccountQuery['business']>
export type OneAccount = NonNullable<Business['account']>
type Transaction = NonNullable<NonNullable<Business['transactions']>['edges'][number]['node']>

/** What one transaction did to an account: amounts are decimal text in the account's currency. */
interface AccountLine {
  readonly id: string
  readonly date: string
  readonly description: string
  readonly change: string
  /** What stood on the account after it; undefined while that is not known. */
  readonly after: string | undefined
}

/**
 * The lines of an account with what stood on it after each, latest first: today's balance, walked back. Lines of days to come are not
 * in the balance yet, and lines on cash alone are no part of it.
 *
 * @param today Where the business is.
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
  let stands = account.balance === null ? undefined : parseMinor(account.balance, exponent)
  return transactions
    .map((transaction) => ({ ...transaction, changed: changeOf(transaction) }))
    .filter(({ lines }) => lines.some(({ account: { id }, basis }) => id === account.id && basis !== 'CASH'))
    .map(({ id, date, description, changed }) => {
      const counts = date <= today
      const after = counts ? stands : undefined
      if (counts && stands !== undefined) stands = sumMinor([stands, -changed])
      return {
        ...{ id, date, description, change: minorText({ minor: changed, exponent }) },
        after: after === undefined ? undefined : minorText({ minor: after, exponent }),
      }
    })
}
