import type { AttemptCookie, AttemptId, BrowserId, DigestOf } from '@counterfoil/oauth/ids'
import { readCookie } from '@counterfoil/service/http/cookies'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { randomId } from '@counterfoil/service/values/random'
import type { Request } from 'express'
import { browserDigestOf } from '#browser/browser-id.ts'
import { parseTimeZone } from '#browser/preferences.ts'
import { offsetMsOf } from '#connections/activity-history.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { type Exchange, dropCookie } from '#session/cookies-responder.ts'
import type { Attempt } from './attempt.ts'
import type { ConnectPorts } from './connect-ports.ts'
import type { ConnectResultFrame } from './connect-result.ts'
import type { OpenedConnection } from './open-connection.ts'
import { HOME } from './return-to.ts'

/** Returns the frame of a result that is sent to `browserId`, with defaults if there is no attempt. */
export function frameOf(
  { req, res }: Exchange,
  deps: Pick<ConnectPorts, 'cookies' | 'clock'>,
  { attempt, browserId }: { readonly attempt: Attempt | undefined; readonly browserId: BrowserId },
): ConnectResultFrame {
  return {
    id: attempt?.id ?? randomId<AttemptId>(),
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

/**
 * Signs in the person whose connection was opened, and saves the result. Express-session must have seen the request.
 * @param cookie The digest of the attempt's cookie: the result then names the session, so that a browser that lost this response
 * gets the session cookie again. Undefined if the response can be requested again.
 */
export async function signInAs(
  deps: Pick<ConnectPorts, 'cookies' | 'changes' | 'connectResults' | 'device' | 'principals'>,
  { req, res }: Exchange,
  { connectResult, signIn }: OpenedConnection,
  cookie?: DigestOf<AttemptCookie>,
): Promise<void> {
  const { principalId, person, connectionId, reservationId } = signIn
  const begun = await deps.changes.begin(req, principalId, person, connectionId)
  await deps.connectResults.save(
    cookie === undefined || begun === undefined
      ? connectResult
      : { ...connectResult, begun: { sessionId: begun.sessionId, cookie } },
  )
  await deps.principals.removeSession(principalId, reservationId)
  if (begun === undefined) return
  await deps.changes.limitReplaced(begun)
  if (readCookie(req.headers, deps.cookies.left) !== undefined)
    dropCookie(res, deps.cookies, deps.cookies.left)
  deps.device.rememberAnew(res, { connectionId, businessName: connectResult.result.businessName })
}
