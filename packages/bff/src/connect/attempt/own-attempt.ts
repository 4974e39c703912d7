import type { AttemptId } from '@counterfoil/oauth/ids'
import { isSameText } from '#crypto/signature.ts'
import type { Owner } from '#principals/own-people.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { attemptCookieIn } from './attempt-cookies.ts'
import type { AttemptStore } from './attempt-store.ts'
import { isOwnedBy, type Attempt } from './attempt.ts'

/** Who asks for an attempt. */
export interface AttemptHolder {
  readonly jar: ReadonlyMap<string, string>
  readonly owner: Owner | undefined
}

/** An attempt whose cookie this browser has; undefined for one that was finished, or that is another browser's or person's. */
export async function findOwnAttempt(
  {
    cookies,
    attempts,
  }: {
    readonly cookies: Pick<CookieNames, 'attemptPrefix'>
    readonly attempts: Pick<AttemptStore, 'find'>
  },
  { jar, owner }: AttemptHolder,
  attemptId: AttemptId,
): Promise<Attempt | undefined> {
  const cookie = attemptCookieIn(jar, cookies.attemptPrefix, attemptId)
  if (cookie === undefined) return undefined
  const found = await attempts.find(attemptId)
  const isOwn = found !== undefined && isSameText(found.cookie, cookie) && isOwnedBy(found, owner)
  return isOwn ? found : undefined
}
