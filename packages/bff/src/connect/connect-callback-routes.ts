import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { parseCookies } from '@counterfoil/service/cookies'
import { Router, type Request } from 'express'
import { readQuery } from '#http/request-parts.ts'
import { attemptIdsOf } from './attempt-cookies.ts'
import type { ConnectResultStore } from './connect-result-store.ts'
import { endAttempt, type EndAttemptDeps } from './end-attempt-responder.ts'
import { HOME } from './return-to.ts'
import { createAttemptTaker, type AttemptTakerDeps } from './take-attempt-responder.ts'

export interface ConnectCallbackDeps extends EndAttemptDeps, AttemptTakerDeps {
  readonly connectResults: ConnectResultStore
}

/**
 * `GET /connect/callback`: judges the answer of the provider, finishes the attempt and answers 303 to a clean address.
 * Nothing of the answer stays in the address bar, and nothing of it is in any page.
 */
export function createConnectCallbackRoutes(deps: ConnectCallbackDeps): Router {
  const { cookies, reader } = deps
  const takeAttempt = createAttemptTaker(deps)
  const router = Router()

  router.get(BFF_PATHS.connectCallback, async (req, res) => {
    const asked = readQuery(req)
    const relayId = asked.get('relay')
    const query = relayId === null ? asked : await deps.relays.take(relayId)
    // A relay page that is loaded again: its answer was dealt with the first time.
    if (query === undefined) return res.redirect(303, HOME)
    const attempt = await takeAttempt({ req, res }, { query, isRelayed: relayId !== null })
    if (attempt === 'answered') return undefined
    if (attempt === undefined && (await isJustVisiting(req))) return res.redirect(303, HOME)
    return endAttempt(deps, { req, res, query, attempt })
  })

  /** Someone signed in with an old address and nothing under way: no reason for a warning. */
  async function isJustVisiting(req: Request): Promise<boolean> {
    if (attemptIdsOf(parseCookies(req.headers.cookie), cookies.attemptPrefix).length > 0) return false
    return (await reader.read(req)) !== undefined
  }

  return router
}
