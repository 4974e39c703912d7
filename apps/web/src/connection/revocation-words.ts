import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { SessionView } from '@counterfoil/bff-api/session'
import type { Catalogue } from '#words/en.ts'

/**
 * Returns the sentence about the provider's answer to a revocation; undefined if none was requested.
 *
 * @param unrevoked The sentence for a provider that cannot revoke; none by default.
 */
export function revocationWords(
  revocation: ConnectionView['revocation'],
  { name, revokes }: Pick<SessionView['provider'], 'name' | 'revokes'>,
  t: Catalogue,
  unrevoked?: (provider: string) => string,
): string | undefined {
  if (revocation === null) return undefined
  if (!revokes) return unrevoked?.(name)
  return revocation === 'confirmed' ? t.disconnect.confirmed(name) : t.disconnect.confirming(name)
}
