import { LEAVE_FORM_FIELDS, type LeaveResult, SignOutSchema } from '@counterfoil/bff-api/leave'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { Left } from '@counterfoil/bff-api/session'
import type { BrowserId, PrincipalId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/http/cookies'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { randomId } from '@counterfoil/service/values/random'
import { type Request, type Response, Router } from 'express'
import { type SessionViews, loadView } from '#api/session-view-responder.ts'
import { formatPreferences, parsePreferences, parseTimeZone } from '#browser/preferences.ts'
import { attemptIdsOf } from '#connect/attempt.ts'
import { HOME, chooseReturnTo, withLeave } from '#connect/return-to.ts'
import type { Connections } from '#connections/connections.ts'
import { BffError } from '#http/errors.ts'
import { parseConnectionId, parseLeaveId } from '#http/given-id.ts'
import { readBody, readQuery } from '#http/request-parts.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import type { Revocation } from '#revocation/revocation.ts'
import { setClearSiteData } from '#security/security-headers-middleware.ts'
import { BROWSER_COOKIE_SECONDS, type CookieNames } from '#session/cookie-names.ts'
import {
  type Exchange,
  browserIdOf,
  dropCookie,
  setBrowserCookie,
  setCookie,
} from '#session/cookies-responder.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import { checkFormToken, readField } from '#session/form-guard.ts'
import type { SessionReader } from '#session/session-reader.ts'
import { presentSession, sessionOf } from '#session/session-responder.ts'
import type { Signing } from '#session/signing.ts'
import type { LeaveFrame, Leaving, SignOutChoice } from './leaving.ts'

interface LeaveRoutesDeps {
  readonly cookies: CookieNames
  readonly signing: Signing
  readonly device: DeviceMemory
  readonly reader: SessionReader
  readonly views: SessionViews
  readonly leaving: Leaving
  readonly connections: Pick<Connections, 'find'>
  readonly revocation: Pick<Revocation, 'disconnect'>
  readonly metrics: Pick<BffMetrics, 'sessionEnded'>
  readonly logger: Pick<Logger, 'info'>
}

/** Creates the routes to sign out, and to be forgotten by the app or by this device alone, for scripts and for plain forms. */
export function createLeaveRoutes(deps: LeaveRoutesDeps): Router {
  return Router().use(createScriptRoutes(deps), createFormRoutes(deps))
}

function createScriptRoutes(deps: LeaveRoutesDeps): Router {
  const { leaving, device } = deps
  const router = Router()

  router.get(BFF_PATHS.leave, async (req, res) => {
    const id = parseLeaveId(req.params['id'])
    const result = id && (await leaving.find(id, browserIdOf(req, deps.cookies)))
    if (result === undefined) throw new BffError('not-found')
    res.json(result)
  })

  router.post(BFF_PATHS.signOut, async (req, res) => {
    const choice = readBody(SignOutSchema, req.body)
    await answer(req, res, await signOut(deps, { req, res }, sessionOf(res).principalId, choice))
  })

  router.post(BFF_PATHS.forgetMe, async (req, res) => {
    await answer(req, res, await forgetMe(deps, { req, res }, sessionOf(res).principalId))
  })

  router.post(BFF_PATHS.deviceForget, async (req, res) => {
    const session = await deps.reader.read(req)
    device.forget(res, { isSignedIn: session !== undefined })
    const { view } = await loadView(deps.views, req)
    res.json({ ...view, returning: null })
  })

  /** Answers with the result and with the session view that the next page of this browser would receive. */
  async function answer(req: Request, res: Response, { result, cookieHeader }: HasLeft): Promise<void> {
    const carrier = { headers: { cookie: cookieHeader } }
    const { view } = await deps.views.load({ carrier, acceptLanguage: req.get('accept-language') })
    res.json({ result, session: view } satisfies Left)
  }

  return router
}

/** Creates the same routes, and one to disconnect, for plain forms. They answer 303 to the page of the form. */
function createFormRoutes(deps: LeaveRoutesDeps): Router {
  const { leaving, device } = deps
  const router = Router()

  /** Checks that a form is from a page of this browser, and returns where it redirects to. @throws BffError */
  function readForm(req: Request): { readonly browserId: BrowserId; readonly returnTo: string } {
    const browserId = checkFormToken(req, readField(req, LEAVE_FORM_FIELDS.csrf), deps)
    return { browserId, returnTo: chooseReturnTo(readField(req, LEAVE_FORM_FIELDS.returnTo)) }
  }

  router.post(BFF_PATHS.signOutForm, async (req, res) => {
    const { returnTo } = readForm(req)
    const session = presentSession(res)
    // The session has ended already, in another tab or by time: nothing is left to do.
    if (session === undefined) return res.redirect(303, returnTo)
    const { result } = await signOut(deps, { req, res }, session.principalId, {
      everywhere: readField(req, LEAVE_FORM_FIELDS.everywhere) === '1',
      disconnectAll: readField(req, LEAVE_FORM_FIELDS.disconnectAll) === '1',
    })
    return res.redirect(303, withLeave(returnTo, result.id))
  })

  router.post(BFF_PATHS.forgetMeForm, async (req, res) => {
    const { returnTo } = readForm(req)
    const session = presentSession(res)
    if (session === undefined) throw new BffError('session-ended')
    const { result } = await forgetMe(deps, { req, res }, session.principalId)
    res.redirect(303, withLeave(returnTo, result.id))
  })

  router.post(BFF_PATHS.deviceForgetForm, async (req, res) => {
    const { returnTo, browserId } = readForm(req)
    device.forget(res, { isSignedIn: presentSession(res) !== undefined })
    const result = await leaving.noteDeviceForgotten(leaveFrameOf(res, browserId))
    res.redirect(303, withLeave(returnTo, result.id))
  })

  router.post(BFF_PATHS.disconnectForm, async (req, res) => {
    const { returnTo, browserId } = readForm(req)
    const session = presentSession(res)
    if (session === undefined) throw new BffError('session-ended')
    const connectionId = parseConnectionId(readField(req, LEAVE_FORM_FIELDS.connectionId))
    const record = connectionId && (await deps.connections.find(connectionId))
    const isOwn = record !== undefined && record.principalId === session.principalId
    const ended = isOwn ? await deps.revocation.disconnect(record.id) : undefined
    // The connection was forgotten in another tab: there is nothing left to report.
    if (ended === undefined) return res.redirect(303, returnTo)
    device.forgetConnection(res, parseCookies(req.headers.cookie), ended.id)
    const result = await leaving.noteDisconnected(leaveFrameOf(res, browserId), ended)
    noteLeft(deps, res, result)
    return res.redirect(303, withLeave(returnTo, result.id))
  })

  router.get(BFF_PATHS.signedOutAtProvider, async (req, res) => {
    const id = parseLeaveId(readQuery(req).get('state') ?? undefined)
    const result = id && (await leaving.noteEndedAtProvider(id, browserIdOf(req, deps.cookies)))
    res.redirect(303, result === undefined ? HOME : withLeave(HOME, result.id))
  })

  return router
}

/** The result of leaving, and the `Cookie` header that the browser sends from now on. */
interface HasLeft {
  readonly result: LeaveResult
  readonly cookieHeader: string
}

function leaveFrameOf(res: Response, browserId: BrowserId): LeaveFrame {
  return { browserId, reference: referenceOf(requestIdOf(res)) }
}

/** Counts and logs the result of leaving for operators, without names and addresses. */
function noteLeft({ metrics, logger }: LeaveRoutesDeps, res: Response, result: LeaveResult): void {
  if (result.kind === 'signed_out') metrics.sessionEnded('signed_out')
  if (result.kind === 'signed_out_everywhere' || result.kind === 'forgotten')
    metrics.sessionEnded('everywhere')
  const { businessName: _name, endSessionUrl: _url, ...facts } = result
  logger.info({ event: 'person.left', ...facts, requestId: requestIdOf(res) })
}

/** Ends the session of a request, or those of all browsers, and disconnects all businesses if that was chosen. */
function signOut(
  deps: LeaveRoutesDeps,
  exchange: Exchange,
  principalId: PrincipalId,
  choice: SignOutChoice,
): Promise<HasLeft> {
  return leave(deps, exchange, {
    forgetsDevice: choice.disconnectAll,
    end: (frame) => deps.leaving.signOut(exchange.req, principalId, choice, frame),
  })
}

function forgetMe(deps: LeaveRoutesDeps, exchange: Exchange, principalId: PrincipalId): Promise<HasLeft> {
  return leave(deps, exchange, {
    forgetsDevice: true,
    end: (frame) => deps.leaving.forgetMe(exchange.req, principalId, frame),
  })
}

/**
 * Gives the browser a new id and keeps only its language, theme and time zone: its next user must not be able to read results of
 * attempts, and the next sign-in has to ask who that user is.
 */
async function leave(
  deps: LeaveRoutesDeps,
  { req, res }: Exchange,
  how: { readonly forgetsDevice: boolean; readonly end: (frame: LeaveFrame) => Promise<LeaveResult> },
): Promise<HasLeft> {
  const { cookies } = deps
  const jar = parseCookies(req.headers.cookie)
  const browserId = randomId<BrowserId>()
  const result = await how.end(leaveFrameOf(res, browserId))
  dropCookie(res, cookies, cookies.session)
  for (const id of attemptIdsOf(jar, cookies.attemptPrefix))
    dropCookie(res, cookies, `${cookies.attemptPrefix}${id}`)
  setBrowserCookie(res, cookies, browserId)
  setCookie(res, cookies, { name: cookies.left, value: '1', maxAgeSeconds: BROWSER_COOKIE_SECONDS })
  setClearSiteData(res)
  if (how.forgetsDevice) deps.device.forget(res, { isSignedIn: false })
  noteLeft(deps, res, result)
  const { forgetsDevice } = how
  return { result, cookieHeader: keptCookies(jar, cookies, { browserId, forgetsDevice }) }
}

/** Returns the `Cookie` header of the next request after signing out: the kept cookies of `jar`, and the new browser id. */
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
