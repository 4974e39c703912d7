import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { BrowserId, ConnectionId, DigestOf } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/http/cookies'
import { networkOf } from '@counterfoil/service/http/network'
import { type Request, type Response, Router } from 'express'
import { BffError } from '#http/errors.ts'
import { parseAttemptId } from '#http/given-id.ts'
import type { LimitVerdict } from '#limits/batched-quota.ts'
import type { Owner, OwnPeople } from '#principals/own-people.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { ProviderMetadata } from '#provider/metadata-client.ts'
import { BROWSER_COOKIE_SECONDS, type CookieNames } from '#session/cookie-names.ts'
import { setCookie } from '#session/cookies-responder.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import { checkFormToken, readField } from '#session/form-guard.ts'
import type { SessionReader } from '#session/session-reader.ts'
import { dropAttemptCookie, setAttemptCookie } from './attempt/attempt-cookies-responder.ts'
import { attemptCookieIn } from './attempt/attempt-cookies.ts'
import type { AttemptStore } from './attempt/attempt-store.ts'
import type { Attempt } from './attempt/attempt.ts'
import { authorizationUrlOf } from './authorization-url.ts'
import { type BeginAttemptPorts, createBeginAttempt } from './begin-attempt.ts'
import { againFor, type ConnectForm, readConnectForm } from './connect-form.ts'
import { frameOf } from './connect-frame-responder.ts'
import type { ConnectResultStore } from './result/connect-result-store.ts'
import { buildConnectResult } from './result/connect-result.ts'
import { type AttemptHolder, findOwnAttempt } from './attempt/own-attempt.ts'
import { withConnectResult } from './attempt/return-to.ts'

export interface ConnectStartDeps extends BeginAttemptPorts, StartLimitDeps {
  readonly provider: ProviderProfile
  readonly metadata: Pick<ProviderMetadata, 'addresses'>
  readonly redirectUri: string
  readonly reader: SessionReader
  readonly device: Pick<DeviceMemory, 'find'>
  /** Makes sure, as far as that is possible now, that the provider finds a valid access token. Never throws. */
  readonly renewBeforeStart: (connectionId: ConnectionId) => Promise<void>
  readonly attempts: AttemptStore
  /** Represents a person of the app in a cookie. */
  readonly personSignOf: (owner: Owner) => string
  readonly isCsrfToken: (browserId: BrowserId, token: string) => boolean
  readonly onAttempt: (outcome: 'begun' | 'abandoned') => void
}

/** An attempt that ends sooner is not gone on with: nobody would be back in time. */
const RESUME_MARGIN_MS = 5 * 60_000

/** `POST /connect/start`: a plain form, so that it works before any script has loaded; answers 303 to the provider. */
export function createConnectStartRoutes(deps: ConnectStartDeps): Router {
  const { clock, provider } = deps
  const begin = createBeginAttempt(deps)
  const known = [...provider.scopes, ...provider.optionalScopes]
  const router = Router()

  router.post(BFF_PATHS.connectStart, async (req, res) => {
    const form = readConnectForm((field) => readField(req, field), known)
    const browserId = checkFormToken(req, form.csrf, deps)
    if (await refuseTooManyStarts(deps, { req, res, browserId }, form)) return undefined
    const session = await deps.reader.read(req)
    // Signed in in another tab meanwhile: that is what was asked for.
    if (form.intent === 'sign_in' && session !== undefined) return res.redirect(303, form.returnTo)

    const jar = parseCookies(req.headers.cookie)
    const owner = session?.owner
    const sign = owner && deps.personSignOf(owner)
    const open = await findOpenAttempt(deps, { form, jar, owner, browserId })
    const isAnother = sign !== undefined && (jar.get(deps.cookies.person) ?? sign) !== sign
    // What it asks of the provider was chosen before another person went there from this browser.
    if (open !== undefined && !isAnother && open.expiresAtMs - clock() >= RESUME_MARGIN_MS)
      return res.redirect(303, await authorizationUrlOf(open, deps))
    const wasLeft = isAnother || jar.has(deps.cookies.left) || (await deps.reader.wasLeft(req))
    const starter = {
      browserId,
      principalId: session?.principalId,
      owner,
      remembered: deps.device.find(jar),
      wasLeft,
    }
    const attempt = await begin(open === undefined ? form : againFor(open, form), starter)
    setAttemptCookie(deps, { res, jar }, attempt)
    if (sign !== undefined)
      setCookie(res, deps.cookies, {
        ...{ name: deps.cookies.person, value: sign, maxAgeSeconds: BROWSER_COOKIE_SECONDS },
      })
    if (attempt.intent === 'sign_in' && attempt.connectionId !== null)
      await deps.renewBeforeStart(attempt.connectionId)
    return res.redirect(303, await authorizationUrlOf(attempt, deps))
  })

  return router
}

/** The attempt that this browser goes on with; undefined for one that was finished, or that another browser began. */
async function findOpenAttempt(
  deps: ConnectStartDeps,
  {
    form: { attemptId },
    jar,
    owner,
    browserId,
  }: AttemptHolder & {
    readonly form: ConnectForm
    readonly browserId: BrowserId
  },
): Promise<Attempt | undefined> {
  const own = attemptId === undefined ? undefined : await findOwnAttempt(deps, { jar, owner }, attemptId)
  return own?.browserId === browserId ? own : undefined
}

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

interface StartLimitDeps {
  readonly cookies: CookieNames
  readonly connectResults: Pick<ConnectResultStore, 'save'>
  readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  readonly consumeStart: (key: string) => Promise<LimitVerdict>
  readonly clock: () => number
}

/**
 * Counts a start for the browser and for its network; of too many it answers with a result that says so.
 * @returns whether it did; then nothing is left to do
 */
async function refuseTooManyStarts(
  deps: StartLimitDeps,
  { req, res, browserId }: { readonly req: Request; readonly res: Response; readonly browserId: BrowserId },
  { intent, returnTo }: ConnectForm,
): Promise<boolean> {
  const keys = [`browser:${browserId}`, `address:${networkOf(req.ip)}`]
  const refused = (await Promise.all(keys.map(deps.consumeStart))).find(({ allowed }) => !allowed)
  if (refused === undefined) return false
  const frame = frameOf({ req, res }, deps, { attempt: undefined, browserId })
  const retryAt = new Date(refused.retryAtMs).toISOString()
  const connectResult = buildConnectResult({ ...frame, intent, returnTo }, 'rate_limited', deps.clock(), {
    retryAt,
  })
  await deps.connectResults.save(connectResult)
  res.redirect(303, withConnectResult(returnTo, frame.id))
  return true
}
