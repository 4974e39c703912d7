import type { AttemptId } from '@counterfoil/oauth/ids'

/** Ids of the attempts of this browser, newest first. */
export function attemptIdsOf(cookies: ReadonlyMap<string, string>, prefix: string): readonly AttemptId[] {
  return [...cookies.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length) as AttemptId)
    .filter((id) => /^[A-Za-z0-9_-]{16,64}$/.test(id))
    .toSorted((one, other) => (one < other ? 1 : -1))
}
