import type { BusinessWireId, UserWireId } from '@counterfoil/oauth/ids'
import type { Identity } from '#connections/connection.ts'
import type { TokenSet } from '#connections/token-set.ts'
import type { IdentityProbe } from '#provider/identity-probe-client.ts'
import type { Names } from '#provider/token-outcome.ts'

export type LookedUp =
  /** Two answers about one token that name two people: neither can be believed. */
  | { readonly kind: 'contradiction' }
  | { readonly kind: 'identity'; readonly identity: Identity; readonly isPlanInactive: boolean }

/** Asks the provider for the names of the person and the business that `tokens` are said to be for, where they are not known. */
export async function lookUpIdentity(
  probe: Pick<IdentityProbe, 'askUser' | 'askBusiness'>,
  tokens: Pick<TokenSet, 'accessToken' | 'scopes'>,
  { userId, businessId, names }: LookedFor,
): Promise<LookedUp> {
  const [user, business] = await Promise.all([
    names.email === undefined ? probe.askUser(tokens) : undefined,
    businessId !== null && names.businessName === undefined
      ? probe.askBusiness(tokens, businessId)
      : undefined,
  ])
  if (user?.kind === 'value' && user.value.userId !== userId) return { kind: 'contradiction' }
  return {
    kind: 'identity',
    identity: {
      ...{ userId, businessId },
      email: (user?.kind === 'value' ? user.value.email : names.email) ?? null,
      businessName: (business?.kind === 'value' ? business.value.name : names.businessName) ?? null,
    },
    isPlanInactive: user?.kind === 'plan_inactive' || business?.kind === 'plan_inactive',
  }
}

interface LookedFor {
  readonly userId: UserWireId
  readonly businessId: BusinessWireId | null
  readonly names: Names
}
