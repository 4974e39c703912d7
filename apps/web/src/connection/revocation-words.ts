import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { SessionView } from '@counterfoil/bff-api/session'
import type { Catalogue } from '#words/en.ts'

/**
 * Returns what the provider said of a revocation; undefined where none was asked for.
 *
 * @param unrevoked What to say where the provider cannot revoke; nothing by default.
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
