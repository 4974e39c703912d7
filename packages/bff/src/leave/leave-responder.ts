import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { BrowserId, PrincipalId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/http/cookies'
import { randomId } from '@counterfoil/service/values/random'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { type RequestId, requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Request, Response } from 'express'
import { formatPreferences, parsePreferences, parseTimeZone } from '#browser/preferences.ts'
import { dropAttemptCookie } from '#connect/attempt/attempt-cookies-responder.ts'
import { attemptIdsOf } from '#connect/attempt/attempt-cookies.ts'
import { BROWSER_COOKIE_SECONDS, type CookieNames } from '#session/cookie-names.ts'
import { dropCookie, setBrowserCookie, setCookie } from '#session/cookies-responder.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { createLeaving, LeaveFrame } from './leaving.ts'

export interface LeaverDeps {
  readonly cookies: CookieNames
  readonly device: DeviceMemory
  readonly leaving: ReturnType<typeof createLeaving>
  readonly setClearSiteData: (res: Response) => void
  readonly onEnded: (why: 'signed_out' | 'everywhere') => void
  readonly onLeft: (fact: LeaveResult & { readonly requestId: RequestId }) => void
}

interface Exchange {
  readonly req: Request
  readonly res: Response
}

/** What came of leaving, and the cookies that the browser sends from now on. */
export interface HasLeft {
  readonly result: LeaveResult
  readonly cookieHeader: string
}

export function leaveFrameOf(res: Response, browserId: BrowserId): LeaveFrame {
  return { browserId, reference: referenceOf(requestIdOf(res)) }
}

/** Tells operators what came of leaving. */
export function noteLeft(deps: LeaverDeps, res: Response, result: LeaveResult): void {
  if (result.kind === 'signed_out') deps.onEnded('signed_out')
  if (result.kind === 'signed_out_everywhere' || result.kind === 'forgotten') deps.onEnded('everywhere')
  deps.onLeft({ ...result, requestId: requestIdOf(res) })
}

/** Ends the session of a request, or of all browsers, and the connections where that is chosen. */
export function signOut(
  deps: LeaverDeps,
  exchange: Exchange,
  principalId: PrincipalId,
  choice: { readonly everywhere: boolean; readonly disconnectAll: boolean },
): Promise<HasLeft> {
  return leave(deps, exchange, choice.disconnectAll, (frame) =>
    deps.leaving.signOut(exchange.req, principalId, choice, frame),
  )
}

/** Ends and forgets everything of a person. */
export function forgetMe(deps: LeaverDeps, exchange: Exchange, principalId: PrincipalId): Promise<HasLeft> {
  return leave(deps, exchange, true, (frame) => deps.leaving.forgetMe(exchange.req, principalId, frame))
}

async function leave(
  deps: LeaverDeps,
  { req, res }: Exchange,
  forgetsDevice: boolean,
  end: (frame: LeaveFrame) => Promise<LeaveResult>,
): Promise<HasLeft> {
  const browserId = randomId() as BrowserId
  const result = await end(leaveFrameOf(res, browserId))
  becomeNewBrowser(deps, { req, res }, browserId)
  if (forgetsDevice) deps.device.forget(res, false)
  noteLeft(deps, res, result)
  const jar = parseCookies(req.headers.cookie)
  return { result, cookieHeader: keptCookies(jar, deps.cookies, { browserId, forgetsDevice }) }
}

/**
 * The browser gets a new id and keeps language, theme and zone only: results of attempts must not be readable by its
 * next user, and the next sign-in has to ask who that is.
 */
function becomeNewBrowser(
  { cookies, setClearSiteData }: LeaverDeps,
  { req, res }: Exchange,
  browserId: BrowserId,
): void {
  const attemptIds = attemptIdsOf(parseCookies(req.headers.cookie), cookies.attemptPrefix)
  dropCookie(res, cookies, cookies.session)
  for (const id of attemptIds) dropAttemptCookie(res, cookies, id)
  setBrowserCookie(res, cookies, browserId)
  setCookie(res, cookies, {
    name: cookies.left,
    value: '1',
    maxAgeSeconds: BROWSER_COOKIE_SECONDS,
  })
  setClearSiteData(res)
}

/** The `Cookie` header of a browser that was left, as it sends it next: what it kept of `jar`, under its new id. */
export function keptCookies(
  jar: ReadonlyMap<string, string>,
  cookies: Pick<CookieNames, 'browser' | 'preferences' | 'timeZone' | 'device' | 'left'>,
  { browserId, forgetsDevice }: { readonly browserId: BrowserId; readonly forgetsDevice: boolean },
): string {
  const kept = {
    [cookies.browser]: browserId,
    [cookies.left]: '1',
    [cookies.preferences]: formatPreferences(parsePreferences(jar.get(cookies.preferences))),
    [cookies.timeZone]: parseTimeZone(jar.get(cookies.timeZone)) ?? '',
    ...(forgetsDevice ? {} : { [cookies.device]: jar.get(cookies.device) ?? '' }),
  }
  return Object.entries(kept)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}
