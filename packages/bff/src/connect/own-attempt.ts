import type { AttemptId } from '@counterfoil/oauth/ids'
import { isSameText } from '#crypto/signature.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { attemptCookieIn } from './attempt-cookies.ts'
import type { AttemptStore } from './attempt-store.ts'
import type { Attempt } from './attempt.ts'

/** An attempt whose cookie this browser has; undefined for one that was finished, or that is another browser's. */
export async function findOwnAttempt(
  {
    cookies,
    attempts,
  }: {
    readonly cookies: Pick<CookieNames, 'attemptPrefix'>
    readonly attempts: Pick<AttemptStore, 'find'>
  },
  jar: ReadonlyMap<string, string>,
  attemptId: AttemptId,
): Promise<Attempt | undefined> {
  const cookie = attemptCookieIn(jar, cookies.attemptPrefix, attemptId)
  if (cookie === undefined) return undefined
  const found = await attempts.find(attemptId)
  return found !== undefined && isSameText(found.cookie, cookie) ? found : undefined
}
