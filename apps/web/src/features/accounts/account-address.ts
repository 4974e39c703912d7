import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'

/** The variables of the query about one account: what moved on it is asked for where it is offered and may be seen. */
export function oneAccountVariables(
  { businessId, scopes }: Pick<ConnectionView, 'businessId' | 'scopes'>,
  { accountId, offers }: { readonly accountId: string; readonly offers: readonly string[] },
) {
  const withLines = offers.includes('transactions') && allowsScope(scopes, 'transaction:read')
  return { id: businessId, accountId, withLines }
}
