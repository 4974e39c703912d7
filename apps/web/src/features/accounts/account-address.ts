import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import type { AccountsQuery } from '#generated/operations.ts'
import type { ListAddress, ListShape } from '#lists/list-address.ts'

type Business = NonNullable<AccountsQuery['business']>
/** An account. Its balances are decimal text; null if the provider has none. */
export type AccountRow = NonNullable<NonNullable<Business['accounts']>['edges'][number]['node']>

/** The list of accounts has no filters: there are few accounts, shown in groups. */
export const ACCOUNT_LIST: ListShape = { filters: {}, sorts: ['name'] }

export function accountVariables(_: ListAddress, { businessId }: Pick<ConnectionView, 'businessId'>) {
  return { id: businessId }
}

export const pickAccounts = ({ business }: AccountsQuery) => business?.accounts

/** Returns the query variables for one account. Transactions are requested only if the provider offers them and scopes allow it. */
export function oneAccountVariables(
  { businessId, scopes }: Pick<ConnectionView, 'businessId' | 'scopes'>,
  { accountId, offers }: { readonly accountId: string; readonly offers: readonly string[] },
) {
  const withLines = offers.includes('transactions') && allowsScope(scopes, 'transaction:read')
  return { id: businessId, accountId, withLines }
}
