import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { parseCookies } from '@counterfoil/service/cookies'
import { Router } from 'express'
import { BffError } from '#http/errors.ts'
import { parseAttemptId } from '#http/given-id.ts'
import type { OwnPeople } from '#principals/own-people.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { dropAttemptCookie } from './attempt-cookies-responder.ts'
import { attemptCookieIn } from './attempt-cookies.ts'
import type { AttemptStore } from './attempt-store.ts'
import { findOwnAttempt } from './own-attempt.ts'

export interface DismissAttemptDeps {
  readonly cookies: CookieNames
  readonly attempts: Pick<AttemptStore, 'find' | 'drop'>
  readonly people: Pick<OwnPeople, 'find'> | undefined
  readonly onAttempt: (outcome: 'abandoned') => void
}

/** An attempt that was not finished, and that the person does not want to go on with. */
export function createDismissAttemptRoutes(deps: DismissAttemptDeps): Router {
  const { cookies, attempts } = deps
  const router = Router()

  router.post(BFF_PATHS.attemptDismiss, async (req, res) => {
    const id = parseAttemptId(req.params['id'])
    const jar = parseCookies(req.headers.cookie)
    if (id === undefined || attemptCookieIn(jar, cookies.attemptPrefix, id) === undefined)
      throw new BffError('not-found')
    if ((await findOwnAttempt(deps, { jar, owner: deps.people?.find(req) }, id)) !== undefined) {
      await attempts.drop(id)
      deps.onAttempt('abandoned')
    }
    dropAttemptCookie(res, cookies, id)
    res.status(204).end()
  })

  return router
}
