import { LEAVE_FORM_FIELDS, SignOutSchema, type LeaveResult } from '@counterfoil/bff-api/leave'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { Left } from '@counterfoil/bff-api/session'
import { randomId } from '@counterfoil/service/random'
import { referenceOf } from '@counterfoil/service/reference'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import type { BrowserId, ConnectionId, LeaveId, PrincipalId } from '@counterfoil/oauth/ids'
import { chooseReturnTo, withLeave } from '#connect/return-to.ts'
import type { Connections } from '#connections/connections.ts'
import type { Revocation } from '#revocation/revocation.ts'
import { formatPreferences, parsePreferences, parseTimeZone } from '#browser/preferences.ts'
import { parseBrowserId } from '#browser/browser-id.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import { checkFormToken, readField } from '#session/form-guard-middleware.ts'
import { formatCookie, parseCookies, readCookie } from '@counterfoil/service/cookies'
import { BROWSER_COOKIE_SECONDS, type CookieNames } from '#session/cookie-names.ts'
import type { ReadSession, SessionReader } from '#session/session-reader-store.ts'
import type { createSessionViews } from '#api/session-view.ts'
import { attemptIdsOf } from '#connect/attempt-cookies.ts'
import { presentSession, sessionOf } from '#session/session-responder.ts'
import { BffError } from '#http/errors.ts'
import { readBody } from '#http/request-parts.ts'
import type { createLeaving, LeaveFrame } from './leaving.ts'

export interface LeaveRoutesDeps {
  readonly cookies: CookieNames
  readonly reader: SessionReader
  readonly device: DeviceMemory
  readonly views: ReturnType<typeof createSessionViews<ReadSession>>
  readonly leaving: ReturnType<typeof createLeaving<Request>>
  readonly connections: Pick<Connections, 'find'>
  readonly revocation: Pick<Revocation, 'disconnect'>
  readonly isCsrfToken: (browserId: BrowserId, token: string) => boolean
  readonly setClearSiteData: (res: Response) => void
  readonly onEnded: (why: 'signed_out' | 'everywhere') => void
  readonly onLeft: (fact: LeaveResult & { readonly requestId: string }) => void
}

/** Leaving: signing out, disconnecting without scripts, being forgotten. Every way works as a plain form too. */
export function createLeaveRoutes(deps: LeaveRoutesDeps): Router {
  const { cookies, leaving, device } = deps
  const router = Router()

  const frameOf = (res: Response, browserId: BrowserId): LeaveFrame => ({
    browserId,
    reference: referenceOf(requestIdOf(res)),
  })

  /** As if this browser had never been here, but for language, theme and zone: results of attempts are not for who comes next. */
  function becomeNewBrowser(req: Request, res: Response, browserId: BrowserId): void {
    const jar = parseCookies(req.headers.cookie)
    const attempts = attemptIdsOf(jar, cookies.attemptPrefix).map((id) => `${cookies.attemptPrefix}${id}`)
    for (const name of [cookies.session, ...attempts]) {
      res.append(
        'Set-Cookie',
        formatCookie({ name, value: '' }, { isSecure: cookies.isSecure, maxAgeSeconds: 0 }),
      )
    }
    res.append(
      'Set-Cookie',
      formatCookie(
        { name: cookies.browser, value: browserId },
        {
          isSecure: cookies.isSecure,
          maxAgeSeconds: BROWSER_COOKIE_SECONDS,
        },
      ),
    )
    deps.setClearSiteData(res)
  }

  /** What the next page of this browser would be told. */
  async function answer(
    req: Request,
    res: Response,
    result: LeaveResult,
    browserId: BrowserId,
    remembers: boolean,
  ): Promise<void> {
    const jar = parseCookies(req.headers.cookie)
    const kept = {
      [cookies.browser]: browserId,
      [cookies.preferences]: formatPreferences(parsePreferences(jar.get(cookies.preferences))),
      [cookies.timeZone]: parseTimeZone(jar.get(cookies.timeZone)) ?? '',
      ...(remembers ? { [cookies.device]: jar.get(cookies.device) ?? '' } : {}),
    }
    const { view } = await deps.views.load({
      cookieHeader: Object.entries(kept)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
      acceptLanguage: req.get('accept-language'),
    })
    const left: Left = { result, session: view }
    res.json(left)
  }

  function note(res: Response, result: LeaveResult): void {
    if (result.kind === 'signed_out') deps.onEnded('signed_out')
    if (result.kind === 'signed_out_everywhere' || result.kind === 'forgotten') deps.onEnded('everywhere')
    deps.onLeft({ ...result, requestId: requestIdOf(res) })
  }

  async function signOut(
    req: Request,
    res: Response,
    principalId: PrincipalId,
    choice: { readonly everywhere: boolean; readonly disconnectAll: boolean },
  ) {
    const browserId = randomId() as BrowserId
    const result = await leaving.signOut(req, principalId, choice, frameOf(res, browserId))
    becomeNewBrowser(req, res, browserId)
    if (choice.disconnectAll) device.forget(res, false)
    note(res, result)
    return { result, browserId }
  }

  async function forgetMe(req: Request, res: Response, principalId: PrincipalId) {
    const browserId = randomId() as BrowserId
    const result = await leaving.forgetMe(req, principalId, frameOf(res, browserId))
    becomeNewBrowser(req, res, browserId)
    device.forget(res, false)
    note(res, result)
    return { result, browserId }
  }

  router.get(BFF_PATHS.leave, async (req, res) => {
    const browserId = parseBrowserId(readCookie(req.headers, cookies.browser))
    const result = await leaving.find(String(req.params['id']) as LeaveId, browserId)
    if (result === undefined) throw new BffError('not-found')
    res.json(result)
  })

  router.post(BFF_PATHS.signOut, async (req, res) => {
    const choice = readBody(SignOutSchema, req.body)
    const { result, browserId } = await signOut(req, res, sessionOf(res).principalId, choice)
    await answer(req, res, result, browserId, !choice.disconnectAll)
  })

  router.post(BFF_PATHS.forgetMe, async (req, res) => {
    const { result, browserId } = await forgetMe(req, res, sessionOf(res).principalId)
    await answer(req, res, result, browserId, false)
  })

  router.post(BFF_PATHS.deviceForget, async (req, res) => {
    const session = await deps.reader.read(req.headers.cookie)
    device.forget(res, session !== undefined)
    const { view } = await deps.views.load({
      cookieHeader: req.headers.cookie,
      acceptLanguage: req.get('accept-language'),
    })
    res.json({ ...view, returning: null })
  })

  /** A form of this browser, and where it leads to. @throws BffError */
  function readForm(req: Request): { readonly browserId: BrowserId; readonly returnTo: string } {
    const browserId = checkFormToken(req, readField(req, LEAVE_FORM_FIELDS.csrf), deps)
    return { browserId, returnTo: chooseReturnTo(readField(req, LEAVE_FORM_FIELDS.returnTo)) }
  }

  router.post(BFF_PATHS.signOutForm, async (req, res) => {
    const { returnTo } = readForm(req)
    const session = presentSession(res)
    // Signed out in another tab, or by time: that is what was asked for.
    if (session === undefined) {
      res.redirect(303, returnTo)
      return
    }
    const { result } = await signOut(req, res, session.principalId, {
      everywhere: readField(req, LEAVE_FORM_FIELDS.everywhere) === '1',
      disconnectAll: readField(req, LEAVE_FORM_FIELDS.disconnectAll) === '1',
    })
    res.redirect(303, withLeave(returnTo, result.id))
  })

  router.post(BFF_PATHS.forgetMeForm, async (req, res) => {
    const { returnTo } = readForm(req)
    const session = presentSession(res)
    if (session === undefined) throw new BffError('session-ended')
    const { result } = await forgetMe(req, res, session.principalId)
    res.redirect(303, withLeave(returnTo, result.id))
  })

  router.post(BFF_PATHS.deviceForgetForm, async (req, res) => {
    const { returnTo, browserId } = readForm(req)
    const session = presentSession(res)
    device.forget(res, session !== undefined)
    const result = await leaving.noteDeviceForgotten(frameOf(res, browserId))
    res.redirect(303, withLeave(returnTo, result.id))
  })

  router.post(BFF_PATHS.disconnectForm, async (req, res) => {
    const { returnTo, browserId } = readForm(req)
    const session = presentSession(res)
    if (session === undefined) throw new BffError('session-ended')
    const connectionId = readField(req, LEAVE_FORM_FIELDS.connectionId) as ConnectionId
    const record = await deps.connections.find(connectionId)
    const isOwn = record !== undefined && record.principalId === session.principalId
    const ended = isOwn ? await deps.revocation.disconnect(connectionId) : undefined
    // Forgotten in another tab: there is nothing to say about it any more.
    if (ended === undefined) {
      res.redirect(303, returnTo)
      return
    }
    device.forgetConnection(res, parseCookies(req.headers.cookie), connectionId)
    const result = await leaving.noteDisconnected(frameOf(res, browserId), ended)
    note(res, result)
    res.redirect(303, withLeave(returnTo, result.id))
  })

  return router
}
