import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { BrowserId, ConnectionId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/http/cookies'
import { networkOf } from '@counterfoil/service/http/network'
import { Router } from 'express'
import { BffError } from '#http/errors.ts'
import { parseAttemptId } from '#http/given-id.ts'
import { BROWSER_COOKIE_SECONDS } from '#session/cookie-names.ts'
import { type Exchange, dropCookie, setCookie } from '#session/cookies-responder.ts'
import { checkFormToken, readField } from '#session/form-guard.ts'
import {
  ATTEMPT_MEMORY_MS,
  type Attempt,
  type AttemptHolder,
  MAX_OPEN_ATTEMPTS,
  attemptCookieIn,
  attemptIdsOf,
  findOwnAttempt,
} from './attempt.ts'
import { authorizationUrlOf } from './authorization-url.ts'
import { createBeginAttempt } from './begin-attempt.ts'
import { type ConnectForm, againFor, readConnectForm } from './connect-form.ts'
import type { ConnectPorts } from './connect-ports.ts'
import { frameOf } from './connect-responder.ts'
import { buildConnectResult } from './connect-result.ts'
import { withConnectResult } from './return-to.ts'

/** The minimum time in milliseconds that an attempt must have left to be resumed: less would be too short to come back in time. */
const RESUME_MARGIN_MS = 5 * 60_000
/** The maximum time in milliseconds that a person waits for the renewal of a token. */
const RENEWAL_PATIENCE_MS = 3000

/** Builds `POST /connect/start`, which redirects (303) to the provider. A plain form sends it, so it works before hydration. */
export function createConnectStartRoutes(deps: ConnectPorts): Router {
  const { clock, provider, cookies, reader, signing } = deps
  const begin = createBeginAttempt(deps)
  const known = [...provider.scopes, ...provider.optionalScopes]
  const router = Router()

  router.post(BFF_PATHS.connectStart, async (req, res) => {
    const form = readConnectForm((field) => readField(req, field), known)
    const browserId = checkFormToken(req, form.csrf, deps)
    if (await refuseTooManyStarts(deps, { req, res, browserId }, form)) return undefined
    const session = await reader.read(req)
    // The person has signed in in another tab meanwhile, which is what the form asks for.
    if (form.intent === 'sign_in' && session !== undefined) return res.redirect(303, form.returnTo)

    const jar = parseCookies(req.headers.cookie)
    const owner = session?.owner
    const sign = owner && signing.personSignOf(owner.principalId)
    const own = form.attemptId && (await findOwnAttempt(deps, { jar, owner }, form.attemptId))
    const open = own?.browserId === browserId ? own : undefined
    const isAnother = sign !== undefined && (jar.get(cookies.person) ?? sign) !== sign
    // An attempt from before another person went to the provider from here is not resumed.
    if (open !== undefined && !isAnother && open.expiresAtMs - clock() >= RESUME_MARGIN_MS)
      return res.redirect(303, await authorizationUrlOf(open, deps))
    const wasLeft = isAnother || jar.has(cookies.left) || (await reader.wasLeft(req))
    const remembered = deps.device.find(jar)
    const starter = { browserId, principalId: session?.principalId, owner, remembered, wasLeft }
    const attempt = await begin(open === undefined ? form : againFor(open, form), starter)
    setAttemptCookie(deps, { res, jar }, attempt)
    if (sign !== undefined)
      setCookie(res, cookies, { name: cookies.person, value: sign, maxAgeSeconds: BROWSER_COOKIE_SECONDS })
    if (attempt.intent === 'sign_in' && attempt.connectionId !== null)
      await renewBeforeStart(deps, attempt.connectionId)
    return res.redirect(303, await authorizationUrlOf(attempt, deps))
  })

  /** Ends an unfinished attempt that the person does not want to resume. */
  router.post(BFF_PATHS.attemptDismiss, async (req, res) => {
    const id = parseAttemptId(req.params['id'])
    const holder: AttemptHolder = { jar: parseCookies(req.headers.cookie), owner: deps.people?.find(req) }
    if (id === undefined || attemptCookieIn(holder.jar, cookies.attemptPrefix, id) === undefined)
      throw new BffError('not-found')
    if ((await findOwnAttempt(deps, holder, id)) !== undefined) {
      await deps.attempts.drop(id)
      deps.metrics.attempt('abandoned')
    }
    dropCookie(res, cookies, `${cookies.attemptPrefix}${id}`)
    res.status(204).end()
  })

  return router
}

/** Sets the cookie of this attempt. If there are too many, the oldest cookies and their attempts are removed. */
function setAttemptCookie(
  { cookies, attempts, metrics }: ConnectPorts,
  { res, jar }: Pick<Exchange, 'res'> & Pick<AttemptHolder, 'jar'>,
  attempt: Attempt,
): void {
  const others = attemptIdsOf(jar, cookies.attemptPrefix).filter((id) => id !== attempt.id)
  for (const id of others.slice(MAX_OPEN_ATTEMPTS - 1)) {
    dropCookie(res, cookies, `${cookies.attemptPrefix}${id}`)
    metrics.attempt('abandoned')
    attempts.drop(id).catch(() => undefined)
  }
  const name = `${cookies.attemptPrefix}${attempt.id}`
  setCookie(res, cookies, { name, value: attempt.cookie, maxAgeSeconds: ATTEMPT_MEMORY_MS / 1000 })
}

/**
 * Renews the access token of a connection before its owner is sent to the provider, which does not prompt the holder of a valid one
 * (interface, section 3). The person is sent on in any case; a slow renewal goes on in the background.
 */
async function renewBeforeStart({ accessTokens, wait }: ConnectPorts, id: ConnectionId): Promise<void> {
  await Promise.race([accessTokens.freshen(id).catch(() => undefined), wait(RENEWAL_PATIENCE_MS)])
}

/**
 * Counts a start for the browser and for its network. If there are too many, redirects to a result that reports it.
 * @returns true if the response has been sent
 */
async function refuseTooManyStarts(
  deps: ConnectPorts,
  { req, res, browserId }: Exchange & { readonly browserId: BrowserId },
  { intent, returnTo }: ConnectForm,
): Promise<boolean> {
  const keys = [`browser:${browserId}`, `address:${networkOf(req.ip)}`]
  const verdicts = await Promise.all(keys.map(async (key) => deps.limits.consume('connect', key)))
  const refused = verdicts.find(({ allowed }) => !allowed)
  if (refused === undefined) return false
  const frame = { ...frameOf({ req, res }, deps, { attempt: undefined, browserId }), intent, returnTo }
  const retryAt = new Date(refused.retryAtMs).toISOString()
  await deps.connectResults.save(buildConnectResult(frame, 'rate_limited', deps.clock(), { retryAt }))
  res.redirect(303, withConnectResult(returnTo, frame.id))
  return true
}
