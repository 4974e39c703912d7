import { SignOutSchema } from '@counterfoil/bff-api/leave'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { Left } from '@counterfoil/bff-api/session'
import { Router, type Request, type Response } from 'express'
import { loadView, type SessionViews } from '#api/view-responder.ts'
import { BffError } from '#http/errors.ts'
import { parseLeaveId } from '#http/given-id.ts'
import { readBody } from '#http/request-parts.ts'
import { browserIdOf } from '#session/cookies-responder.ts'
import { sessionOf } from '#session/session-responder.ts'
import type { SessionReader } from '#session/session-reader.ts'
import { forgetMe, signOut, type HasLeft, type LeaverDeps } from './leave-responder.ts'

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
