import type { BusinessWireId, UserWireId } from '@counterfoil/oauth/ids'
import { allowsScope } from '@counterfoil/oauth/scope'
import type { Identity } from '#connections/connection.ts'
import type { TokenSet } from '#connections/token-set.ts'
import type { IdentityProbe } from '#provider/identity-probe-client.ts'

export type LookedUp =
  /** Two answers about one token that name two people: neither can be believed. */
  | { readonly kind: 'contradiction' }
  | { readonly kind: 'identity'; readonly identity: Identity; readonly isPlanInactive: boolean }

/** Asks the provider for the names of the person and the business that `tokens` are said to be for. */
export async function lookUpIdentity(
  probe: IdentityProbe,
  tokens: Pick<TokenSet, 'accessToken' | 'scopes'>,
  { userId, businessId }: { readonly userId: UserWireId; readonly businessId: BusinessWireId | null },
): Promise<LookedUp> {
  const { accessToken, scopes } = tokens
  const mayAskBusiness = businessId !== null && allowsScope(scopes, 'business:read')
  const [user, business] = await Promise.all([
    allowsScope(scopes, 'user:read') ? probe.askUser(accessToken) : undefined,
    mayAskBusiness ? probe.askBusiness(accessToken, businessId) : undefined,
  ])
  if (user?.kind === 'value' && user.value.userId !== userId) return { kind: 'contradiction' }
  return {
    kind: 'identity',
    identity: {
      ...{ userId, businessId },
      email: user?.kind === 'value' ? user.value.email : null,
      businessName: business?.kind === 'value' ? business.value.name : null,
    },
    isPlanInactive: user?.kind === 'plan_inactive' || business?.kind === 'plan_inactive',
  }
}
