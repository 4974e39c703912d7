import { LEAVE_FORM_FIELDS } from '@counterfoil/bff-api/leave'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { BrowserId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/cookies'
import { Router, type Request } from 'express'
import { chooseReturnTo, HOME, withLeave } from '#connect/return-to.ts'
import type { Connections } from '#connections/connections.ts'
import { BffError } from '#http/errors.ts'
import { parseConnectionId, parseLeaveId } from '#http/given-id.ts'
import type { Revocation } from '#revocation/revocation.ts'
import { readQuery } from '#http/request-parts.ts'
import { browserIdOf } from '#session/cookies-responder.ts'
import { checkFormToken, readField } from '#session/form-guard.ts'
import { presentSession } from '#session/session-responder.ts'
import { forgetMe, leaveFrameOf, noteLeft, signOut, type LeaverDeps } from './leave-responder.ts'

export interface LeaveFormRoutesDeps extends LeaverDeps {
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
