import type { AttemptId } from '@counterfoil/oauth/ids'
import type { Response } from 'express'
import type { CookieNames } from '#session/cookie-names.ts'
import { dropCookie, setCookie } from '#session/cookies-responder.ts'
import { attemptIdsOf } from './attempt-cookies.ts'
import type { AttemptStore } from './attempt-store.ts'
import { ATTEMPT_MEMORY_MS, MAX_OPEN_ATTEMPTS, type Attempt } from './attempt.ts'

type AttemptCookieNames = Pick<CookieNames, 'attemptPrefix' | 'isSecure'>

/** One cookie for this attempt; the oldest ones go when there are too many, and their attempts with them. */
export function setAttemptCookie(
  {
    cookies,
    attempts,
    onAttempt,
  }: {
    readonly cookies: AttemptCookieNames
    readonly attempts: Pick<AttemptStore, 'drop'>
    readonly onAttempt: (outcome: 'abandoned') => void
  },
  { res, jar }: { readonly res: Response; readonly jar: ReadonlyMap<string, string> },
  attempt: Attempt,
): void {
  const others = attemptIdsOf(jar, cookies.attemptPrefix).filter((id) => id !== attempt.id)
  for (const id of others.slice(MAX_OPEN_ATTEMPTS - 1)) {
    dropAttemptCookie(res, cookies, id)
    onAttempt('abandoned')
    attempts.drop(id).catch(() => undefined)
  }
  const name = `${cookies.attemptPrefix}${attempt.id}`
  setCookie(res, cookies, { name, value: attempt.cookie, maxAgeSeconds: ATTEMPT_MEMORY_MS / 1000 })
}

/** Deletes the cookie of the attempt. */
export function dropAttemptCookie(res: Response, cookies: AttemptCookieNames, attemptId: AttemptId): void {
  dropCookie(res, cookies, `${cookies.attemptPrefix}${attemptId}`)
}
