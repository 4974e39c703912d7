import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import type { AccountsQuery } from '#generated/operations.ts'
import type { ListAddress, ListShape } from '#lists/list-address.ts'

type Business = NonNullable<AccountsQuery['business']>
/** One account; balances are decimal text, null where the provider has none. */
export type AccountRow = NonNullable<NonNullable<Business['accounts']>['edges'][number]['node']>

/** The accounts have no filters: there are few, and they stand in groups. */
export const ACCOUNT_LIST: ListShape = { filters: {}, sorts: ['name'] }

export function accountVariables(_: ListAddress, { businessId }: Pick<ConnectionView, 'businessId'>) {
  return { id: businessId }
}

export const pickAccounts = ({ business }: AccountsQuery) => business?.accounts

/** The variables of the query about one account: what moved on it is asked for where it is offered and may be seen. */
export function oneAccountVariables(
  { businessId, scopes }: Pick<ConnectionView, 'businessId' | 'scopes'>,
  { accountId, offers }: { readonly accountId: string; readonly offers: readonly string[] },
) {
  const withLines = offers.includes('transactions') && allowsScope(scopes, 'transaction:read')
  return { id: businessId, accountId, withLines }
}
