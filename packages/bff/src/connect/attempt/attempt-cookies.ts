import type { AttemptCookie, AttemptId } from '@counterfoil/oauth/ids'
import { parseAttemptId } from '#http/given-id.ts'

/** Ids of the attempts of this browser, newest first. */
export function attemptIdsOf(cookies: ReadonlyMap<string, string>, prefix: string): readonly AttemptId[] {
  return [...cookies.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => parseAttemptId(name.slice(prefix.length)))
    .filter((id) => id !== undefined)
    .toSorted((one, other) => (one < other ? 1 : -1))
}

/** The cookie of one attempt, as this browser has it. */
export function attemptCookieIn(
  cookies: ReadonlyMap<string, string>,
  prefix: string,
  attemptId: AttemptId,
): AttemptCookie | undefined {
  return cookies.get(`${prefix}${attemptId}`) as AttemptCookie | undefined
}
