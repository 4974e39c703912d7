import { browserDigestOf } from '#browser/browser-id.ts'
import type { AttemptId, BrowserId } from '@counterfoil/oauth/ids'
import { randomId } from '@counterfoil/service/values/random'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Request } from 'express'
import type { Exchange } from '#session/cookies-responder.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import type { Attempt } from './attempt.ts'
import type { ConnectResultFrame } from './connect-result.ts'
import { HOME } from './return-to.ts'
import { offsetMsOf } from '#connections/activity-history.ts'
import { parseTimeZone } from '#browser/preferences.ts'
import { readCookie } from '@counterfoil/service/http/cookies'

/** Returns the frame of a result that is sent to `browserId`, with defaults if there is no attempt. */
export function frameOf(
  { req, res }: Exchange,
  deps: { readonly cookies: Pick<CookieNames, 'timeZone'>; readonly clock: () => number },
  { attempt, browserId }: { readonly attempt: Attempt | undefined; readonly browserId: BrowserId },
): ConnectResultFrame {
  return {
    id: attempt?.id ?? (randomId() as AttemptId),
    intent: attempt?.intent ?? 'connect',
    returnTo: attempt?.returnTo ?? HOME,
    reference: referenceOf(requestIdOf(res)),
    browser: browserDigestOf(browserId),
    // A person who signs in is not identified yet.
    principalId: attempt?.intent === 'sign_in' ? null : (attempt?.expected?.principalId ?? null),
    dayOffsetMs: dayOffsetOf(req, deps.cookies, deps.clock()),
  }
}

/** Returns the UTC offset of this browser in milliseconds; undefined if it never reported its time zone. */
export function dayOffsetOf(
  req: Request,
  cookies: Pick<CookieNames, 'timeZone'>,
  nowMs: number,
): number | undefined {
  const timeZone = parseTimeZone(readCookie(req.headers, cookies.timeZone))
  return timeZone === undefined ? undefined : offsetMsOf(nowMs, timeZone)
}
