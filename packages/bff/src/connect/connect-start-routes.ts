import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { BrowserId, ConnectionId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/cookies'
import { Router } from 'express'
import type { ProviderMetadata } from '#provider/metadata-client.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { Owner } from '#principals/own-people.ts'
import { BROWSER_COOKIE_SECONDS } from '#session/cookie-names.ts'
import { setCookie } from '#session/cookies-responder.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import { checkFormToken, readField } from '#session/form-guard.ts'
import type { SessionReader } from '#session/session-reader.ts'
import { setAttemptCookie } from './attempt-cookies-responder.ts'
import type { AttemptStore } from './attempt-store.ts'
import type { Attempt } from './attempt.ts'
import { authorizationUrlOf } from './authorization-url.ts'
import { createBeginAttempt, type BeginAttemptPorts } from './begin-attempt.ts'
import { againFor, readConnectForm, type ConnectForm } from './connect-form.ts'
import { findOwnAttempt, type AttemptHolder } from './own-attempt.ts'
import { refuseTooManyStarts, type StartLimitDeps } from './start-limit-responder.ts'

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
    if (open !== undefined && open.expiresAtMs - clock() >= RESUME_MARGIN_MS)
      return res.redirect(303, await authorizationUrlOf(open, deps))
    const isAnother = sign !== undefined && (jar.get(deps.cookies.person) ?? sign) !== sign
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
