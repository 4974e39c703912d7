import type { ConnectionRecord } from '#connections/connection.ts'
import type { IdentityProbe } from '#provider/identity-probe-client.ts'
import type { AccessTokens } from '#refresh/access-tokens.ts'

type LetterAddress =
  | { readonly kind: 'verified'; readonly email: string }
  /** The provider names no address, or has not verified it. */
  | { readonly kind: 'none' }
  /** The reader has to mend the connection first, for example by reconnecting. */
  | { readonly kind: 'connection' }
  /** The provider does not return the address at present. */
  | { readonly kind: 'provider' }

export type FindLetterAddress = (record: ConnectionRecord) => Promise<LetterAddress>

/** Creates the function that asks the provider for the present email address of the person. */
export function createFindLetterAddress(deps: {
  readonly tokens: Pick<AccessTokens, 'get' | 'renew'>
  readonly probe: Pick<IdentityProbe, 'askUser'>
}): FindLetterAddress {
  const { tokens, probe } = deps
  return async ({ id, principalId, scopes }) => {
    let token = await tokens.get(id, principalId)
    for (let isFirst = true; token.kind === 'use'; isFirst = false) {
      const { accessToken } = token
      const user = await probe.askUser({ accessToken, scopes })
      if (user.kind === 'value') {
        const { email, isEmailVerified } = user.value
        return email !== null && isEmailVerified ? { kind: 'verified', email } : { kind: 'none' }
      }
      if (user.kind === 'not_asked' || user.kind === 'permission_missing') return { kind: 'none' }
      if (user.kind !== 'unauthenticated' || !isFirst) return { kind: 'provider' }
      token = await tokens.renew(id, accessToken)
    }
    return { kind: token.kind === 'unavailable' ? 'provider' : 'connection' }
  }
}
