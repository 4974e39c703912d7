import type { BusinessWireId, UserWireId } from '@counterfoil/oauth/ids'
import type { JsonObject } from '@counterfoil/service/http/json-object'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import { readId, type GivenTokens } from './given-tokens.ts'
import type { VerifiedIdToken } from './id-token-client.ts'
import { readPath } from './identity-probe.ts'
import type { Names } from './token-outcome.ts'
import type { Bearer, IdentityProbe } from './identity-probe-client.ts'

type Identified =
  | {
      readonly kind: 'identified'
      readonly userId: UserWireId
      readonly businessId: BusinessWireId | undefined
      readonly names: Names
    }
  /** The owner of the tokens could not be determined. `isPassing`: a retry may help. */
  | { readonly kind: 'failed'; readonly cause: string; readonly isPassing: boolean }

/** Determines whose the new tokens are, by the rules of the profile. Never throws. */
export type IdentifyPerson = (exchanged: {
  readonly given: GivenTokens
  /** The members of the token response. */
  readonly response: JsonObject
  readonly nonce: string | undefined
}) => Promise<Identified>

export function createIdentifyPerson(deps: {
  readonly profile: Pick<ProviderProfile, 'name' | 'identity' | 'business' | 'scopes'>
  readonly probe: Pick<IdentityProbe, 'askUser' | 'findBusiness'>
  readonly verifyIdToken: (idToken: unknown, nonce: string | undefined) => Promise<VerifiedIdToken>
}): IdentifyPerson {
  const { name: providerName, identity, business, scopes } = deps.profile
  type Person = { readonly userId: UserWireId; readonly email?: string | null }
  type Failed = Extract<Identified, { kind: 'failed' }>

  async function findPerson(
    { given, response, nonce }: Parameters<IdentifyPerson>[0],
    bearer: Bearer,
  ): Promise<Person | Failed> {
    switch (identity.from) {
      case 'tokenResponse': {
        const { userId } = given
        if (userId === undefined) return failed(`missing or odd: ${identity.userId}`)
        return identity.email === undefined ? { userId } : { userId, email: textOf(response[identity.email]) }
      }
      case 'idToken': {
        const verified = await deps.verifyIdToken(response['id_token'], nonce)
        if (verified.kind === 'refused') return failed(verified.cause, verified.isPassing)
        const userId = readId<UserWireId>(readPath(verified.claims, identity.userId))
        const email = textOf(readPath(verified.claims, identity.email ?? 'email'))
        return userId === undefined ? failed(`id_token: ${identity.userId}`) : { userId, email }
      }
      case 'userinfo':
      case 'graphql': {
        const asked = await deps.probe.askUser(bearer)
        return asked.kind === 'value'
          ? asked.value
          : failed(`${identity.from}: ${asked.kind}`, isPassing(asked.kind))
      }
    }
  }

  return async (exchanged) => {
    const { given } = exchanged
    const bearer = { accessToken: given.accessToken, scopes: given.scopes ?? scopes }
    const person = await findPerson(exchanged, bearer)
    if ('kind' in person) return person
    const { userId, ...names } = person
    const known = { kind: 'identified', userId, businessId: given.businessId } as const
    // Without businesses people connect their account, which has the provider's name everywhere.
    if (business === undefined) return { ...known, names: { ...names, businessName: providerName } }
    if (business.from === 'tokenResponse') return { ...known, names }
    const found = await deps.probe.findBusiness(bearer)
    if (found.kind !== 'value') return failed(`business: ${found.kind}`, isPassing(found.kind))
    const { businessId, name } = found.value
    return { ...known, businessId, names: { ...names, businessName: name } }
  }
}

const isPassing = (kind: string): boolean => kind === 'provider_down' || kind === 'rate_limited'
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function failed(cause: string, passing = false): Extract<Identified, { kind: 'failed' }> {
  return { kind: 'failed', cause, isPassing: passing }
}
