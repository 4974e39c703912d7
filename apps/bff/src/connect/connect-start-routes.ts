import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { BrowserId, ConnectionId, DigestOf } from '@counterfoil/oauth/ids'
import { deriveCodeChallenge } from '@counterfoil/oauth/pkce'
import { parseCookies } from '@counterfoil/service/cookies'
import { networkOf } from '@counterfoil/service/network'
import { Router, type Request, type Response } from 'express'
import { isSameText } from '#crypto/signature.ts'
import type { LimitVerdict } from '#limits/batched-quota.ts'
import type { ProviderConfig } from '#provider/provider-config.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { dropCookie, setCookie } from '#session/cookies-responder.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import { checkFormToken, readField } from '#session/form-guard.ts'
import type { SessionReader } from '#session/session-reader.ts'
import { attemptIdsOf } from './attempt-cookies.ts'
import type { AttemptStore } from './attempt-store.ts'
import { ATTEMPT_MEMORY_MS, MAX_OPEN_ATTEMPTS, type Attempt } from './attempt.ts'
import { buildAuthorizationUrl } from './authorization-url.ts'
import { createBeginAttempt, type BeginAttemptPorts } from './begin-attempt.ts'
import { againFor, readConnectForm, type ConnectForm } from './connect-form.ts'
import { frameOf } from './connect-frame-responder.ts'
import type { ConnectResultStore } from './connect-result-store.ts'
import { buildConnectResult } from './connect-result.ts'
import { withConnectResult } from './return-to.ts'

export interface ConnectStartDeps extends BeginAttemptPorts {
  readonly provider: ProviderConfig
  readonly redirectUri: string
  readonly cookies: CookieNames
  readonly reader: SessionReader
  readonly device: Pick<DeviceMemory, 'find'>
  /** Makes sure, as far as that is possible now, that the provider finds a valid access token. Never throws. */
  readonly awaken: (connectionId: ConnectionId) => Promise<void>
  readonly attempts: AttemptStore
  readonly connectResults: Pick<ConnectResultStore, 'save'>
  readonly isCsrfToken: (browserId: BrowserId, token: string) => boolean
  readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  readonly consumeStart: (key: string) => Promise<LimitVerdict>
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
    const keys = [`browser:${browserId}`, `address:${networkOf(req.ip)}`]
    const refused = (await Promise.all(keys.map(deps.consumeStart))).find(({ allowed }) => !allowed)
    if (refused !== undefined) return refuse(deps, { req, res, browserId }, form, refused)
    const session = await deps.reader.read(req.headers.cookie)
    // Signed in in another tab meanwhile: that is what was asked for.
    if (form.intent === 'sign_in' && session !== undefined) return res.redirect(303, form.returnTo)

    const jar = parseCookies(req.headers.cookie)
    const open = await findOpenAttempt(deps, { form, jar, browserId })
    if (open !== undefined && open.expiresAtMs - clock() >= RESUME_MARGIN_MS)
      return res.redirect(303, await addressOf(deps, open))
    const starter = { browserId, principalId: session?.principalId, remembered: deps.device.find(jar) }
    const attempt = await begin(open === undefined ? form : againFor(open, form), starter)
    setAttemptCookies(deps, { res, jar }, attempt)
    if (attempt.intent === 'sign_in' && attempt.connectionId !== null) await deps.awaken(attempt.connectionId)
    return res.redirect(303, await addressOf(deps, attempt))
  })

  return router
}

type Jar = ReadonlyMap<string, string>

/** Too many attempts: a result that says so. */
async function refuse(
  deps: ConnectStartDeps,
  asked: { readonly req: Request; readonly res: Response; readonly browserId: BrowserId },
  { intent, returnTo }: ConnectForm,
  { retryAtMs }: LimitVerdict,
): Promise<void> {
  const frame = frameOf(asked, deps, { attempt: undefined, browserId: asked.browserId })
  const retryAt = new Date(retryAtMs).toISOString()
  const connectResult = buildConnectResult({ ...frame, intent, returnTo }, 'rate_limited', deps.clock(), {
    retryAt,
  })
  await deps.connectResults.save(connectResult)
  asked.res.redirect(303, withConnectResult(returnTo, frame.id))
}

/** The attempt that this browser goes on with; undefined for one that was finished, or that another browser began. */
async function findOpenAttempt(
  { cookies, attempts }: ConnectStartDeps,
  { form: { attemptId }, jar, browserId }: { form: ConnectForm; jar: Jar; browserId: BrowserId },
): Promise<Attempt | undefined> {
  const cookie = attemptId === undefined ? undefined : jar.get(`${cookies.attemptPrefix}${attemptId}`)
  if (attemptId === undefined || cookie === undefined) return undefined
  const found = await attempts.find(attemptId)
  return found?.browserId === browserId && isSameText(found.cookie, cookie) ? found : undefined
}

async function addressOf({ provider, redirectUri }: ConnectStartDeps, attempt: Attempt): Promise<string> {
  const { state, codeVerifier, approvalPrompt, businessId, scopes } = attempt
  return buildAuthorizationUrl(provider.authUrl, {
    ...{ approvalPrompt, businessId, scopes, clientId: provider.clientId, redirectUri, state },
    codeChallenge: codeVerifier === null ? undefined : await deriveCodeChallenge(codeVerifier),
  })
}

/** One cookie for this attempt; the oldest ones go when there are too many. */
function setAttemptCookies(
  { cookies, attempts, onAttempt }: ConnectStartDeps,
  { res, jar }: { readonly res: Response; readonly jar: Jar },
  attempt: Attempt,
): void {
  const others = attemptIdsOf(jar, cookies.attemptPrefix).filter((id) => id !== attempt.id)
  for (const id of others.slice(MAX_OPEN_ATTEMPTS - 1)) {
    dropCookie(res, cookies, `${cookies.attemptPrefix}${id}`)
    onAttempt('abandoned')
    attempts.drop(id).catch(() => undefined)
  }
  const name = `${cookies.attemptPrefix}${attempt.id}`
  setCookie(res, cookies, { name, value: attempt.cookie, maxAgeSeconds: ATTEMPT_MEMORY_MS / 1000 })
}
