import { Router } from 'express'
import { formText } from '#http/form-fields.ts'
import { parseLocalPath } from '#http/local-path.ts'
import { handleOf, pathOf, type RequestOpener } from './open-request-responder.ts'
import type { PromptDependencies } from './prompt-dependencies.ts'
import { extendedUntil } from './request-time.ts'

/** "I need more time": the request stays open longer, once. */
export function createMoreTimeRoutes(
  {
    responder,
    clock,
    pendingAuthorizations,
  }: Pick<PromptDependencies, 'responder' | 'clock' | 'pendingAuthorizations'>,
  requests: RequestOpener,
): Router {
  const router = Router()
  router.post('/authorize/:handle/more-time', ...responder.ownForm, async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    if (!(await responder.hasCsrfToken(req, handleOf(req), 'more-time'))) {
      return responder.sendFormTooOld(req, res, handleOf(req), 'more-time')
    }
    const untilMs = extendedUntil(request, clock())
    if (untilMs !== undefined) await pendingAuthorizations.extend(request.id, untilMs, 'asked')
    const back = parseLocalPath(formText(req.body, 'return_to'))
    responder.seeOther(res, back?.startsWith(pathOf(req)) === true ? back : pathOf(req))
  })
  return router
}
