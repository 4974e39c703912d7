import type { Request } from 'express'
import { offsetMsOf } from '#connections/activity-history.ts'
import { parseTimeZone } from '#browser/preferences.ts'
import { readCookie } from '@counterfoil/service/http/cookies'
import type { CookieNames } from '#session/cookie-names.ts'

/** How far the clock of this browser is ahead of UTC, in milliseconds; undefined when it never reported its zone. */
export function dayOffsetOf(
  req: Request,
  cookies: Pick<CookieNames, 'timeZone'>,
  nowMs: number,
): number | undefined {
  const timeZone = parseTimeZone(readCookie(req.headers, cookies.timeZone))
  return timeZone === undefined ? undefined : offsetMsOf(nowMs, timeZone)
}
