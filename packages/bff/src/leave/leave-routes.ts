import { LEAVE_FORM_FIELDS, SignOutSchema } from '@counterfoil/bff-api/leave'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { Left } from '@counterfoil/bff-api/session'
import type { BrowserId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/http/cookies'
import { type Request, type Response, Router } from 'express'
import { loadView, type SessionViews } from '#api/view-responder.ts'
import { chooseReturnTo, HOME, withLeave } from '#connect/attempt/return-to.ts'
import type { Connections } from '#connections/connections.ts'
import { BffError } from '#http/errors.ts'
import { parseConnectionId, parseLeaveId } from '#http/given-id.ts'
import { readBody, readQuery } from '#http/request-parts.ts'
import type { Revocation } from '#revocation/revocation.ts'
import { browserIdOf } from '#session/cookies-responder.ts'
import { checkFormToken, readField } from '#session/form-guard.ts'
import type { SessionReader } from '#session/session-reader.ts'
import { presentSession, sessionOf } from '#session/session-responder.ts'
import {
  forgetMe,
  type HasLeft,
  leaveFrameOf,
  type LeaverDeps,
  noteLeft,
  signOut,
} from './leave-responder.ts'

export interface LeaveRoutesDeps extends LeaverDeps {
  readonly reader: SessionReader
  readonly views: SessionViews
}

/** Leaving, for scripts: signing out, being forgotten, by the app or by this device alone. */
export function createLeaveRoutes(deps: LeaveRoutesDeps): Router {
  const { cookies, leaving, device } = deps
  const router = Router()

  router.get(BFF_PATHS.leave, async (req, res) => {
    const id = parseLeaveId(req.params['id'])
    const result = id === undefined ? undefined : await leaving.find(id, browserIdOf(req, cookies))
    if (result === undefined) throw new BffError('not-found')
    res.json(result)
  })

  router.post(BFF_PATHS.signOut, async (req, res) => {
    const choice = readBody(SignOutSchema, req.body)
    const left = await signOut(deps, { req, res }, sessionOf(res).principalId, choice)
    await answer(req, res, left)
  })

  router.post(BFF_PATHS.forgetMe, async (req, res) => {
    const left = await forgetMe(deps, { req, res }, sessionOf(res).principalId)
    await answer(req, res, left)
  })

  router.post(BFF_PATHS.deviceForget, async (req, res) => {
    const session = await deps.reader.read(req)
    device.forget(res, session !== undefined)
    const { view } = await loadView(deps.views, req)
    res.json({ ...view, returning: null })
  })

  /** What the next page of this browser would receive. */
  async function answer(req: Request, res: Response, { result, cookieHeader }: HasLeft): Promise<void> {
    const { view } = await deps.views.load({
      carrier: { headers: { cookie: cookieHeader } },
      acceptLanguage: req.get('accept-language'),
    })
    const left: Left = { result, session: view }
    res.json(left)
  }

  return router
}

interface LeaveFormRoutesDeps extends LeaverDeps {
  readonly connections: Pick<Connections, 'find'>
  readonly revocation: Pick<Revocation, 'disconnect'>
  readonly isCsrfToken: (browserId: BrowserId, token: string) => boolean
}

/** Leaving without scripts: the same, and disconnecting, as plain forms that answer 303 to where they came from. */
export function createLeaveFormRoutes(deps: LeaveFormRoutesDeps): Router {
  const { leaving, device } = deps
  const router = Router()

  /** A form of this browser, and where it leads to. @throws BffError */
  function readForm(req: Request): { readonly browserId: BrowserId; readonly returnTo: string } {
    const browserId = checkFormToken(req, readField(req, LEAVE_FORM_FIELDS.csrf), deps)
    return { browserId, returnTo: chooseReturnTo(readField(req, LEAVE_FORM_FIELDS.returnTo)) }
  }

  router.post(BFF_PATHS.signOutForm, async (req, res) => {
    const { returnTo } = readForm(req)
    const session = presentSession(res)
    // Signed out in another tab, or by time: that is what was asked for.
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
    device.forget(res, presentSession(res) !== undefined)
    const result = await leaving.noteDeviceForgotten(leaveFrameOf(res, browserId))
    res.redirect(303, withLeave(returnTo, result.id))
  })

  router.post(BFF_PATHS.disconnectForm, async (req, res) => {
    const { returnTo, browserId } = readForm(req)
    const session = presentSession(res)
    if (session === undefined) throw new BffError('session-ended')
    const connectionId = parseConnectionId(readField(req, LEAVE_FORM_FIELDS.connectionId))
    if (connectionId === undefined) return res.redirect(303, returnTo)
    const record = await deps.connections.find(connectionId)
    const isOwn = record !== undefined && record.principalId === session.principalId
    const ended = isOwn ? await deps.revocation.disconnect(connectionId) : undefined
    // Forgotten in another tab: there is nothing to say about it any more.
    if (ended === undefined) return res.redirect(303, returnTo)
    device.forgetConnection(res, parseCookies(req.headers.cookie), connectionId)
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
