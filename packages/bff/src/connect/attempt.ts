import { CONNECT_WITHIN_MINUTES } from '@counterfoil/bff-api/connect-form'
import type { Intent } from '@counterfoil/bff-api/connect-result'
import type {
  AttemptCookie,
  AttemptId,
  BrowserId,
  BusinessWireId,
  CodeVerifier,
  ConnectionId,
  PrincipalId,
  UserWireId,
} from '@counterfoil/oauth/ids'
import type { Owner } from '#principals/own-people.ts'
import { isSameText } from '#crypto/signature.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { parseAttemptId } from '#http/given-id.ts'

/** Was it begun by the person of this request? Without the app's own sign-in there is none on both sides. */
export function isOwnedBy(attempt: Pick<Attempt, 'owner'>, owner: Owner | undefined): boolean {
  return attempt.owner?.principalId === owner?.principalId
}

/** An attempt is open this long. */
export const ATTEMPT_LIFE_MS = CONNECT_WITHIN_MINUTES * 60_000
/** Its memory stays longer, so that a late return learns what happened. */
export const ATTEMPT_MEMORY_MS = 60 * 60_000
/** More open attempts of one browser than this would end in headers that are too long. */
export const MAX_OPEN_ATTEMPTS = 5

/** Whom and what an attempt should bring back; anything else is a question to the person. */
export interface Expectation {
  readonly principalId: PrincipalId
  readonly userId: UserWireId
  readonly email: string | null
  /** Undefined: any business will do. */
  readonly businessId?: BusinessWireId | null | undefined
  readonly businessName: string | null
}

/** Everything that must be known when the person comes back. Sealed in the store: it holds the code verifier. */
export interface Attempt {
  readonly id: AttemptId
  readonly state: string
  /** The value of the attempt's own cookie. */
  readonly cookie: AttemptCookie
  /** The browser that began it; may read the result. */
  readonly browserId: BrowserId
  /** Who began it in an app with its own sign-in; nobody else may finish or see it. */
  readonly owner?: Owner | undefined
  readonly codeVerifier: CodeVerifier | null
  readonly intent: Intent
  readonly connectionId: ConnectionId | null
  /** The name of what `switch_business` replaces. */
  readonly replacedName?: string | null | undefined
  readonly expected: Expectation | null
  /** What is asked of the provider. */
  readonly approvalPrompt: 'auto' | 'force'
  /** `login`: the provider asks for the password, no matter who is signed in there. */
  readonly prompt?: 'login' | undefined
  readonly businessId: BusinessWireId | null
  readonly scopes: readonly string[]
  readonly returnTo: string
  readonly startedAtMs: number
  readonly expiresAtMs: number
}

/** The connection that a result may name: who only comes back has not shown yet whose it is. */
export function namedConnection(attempt: Pick<Attempt, 'intent' | 'connectionId'>): ConnectionId | null {
  return attempt.intent === 'sign_in' ? null : attempt.connectionId
}

/**
 * The id of an attempt: its time first, so that the oldest of several cookies is known by its name.
 * @param random At least 96 bits, base64url.
 */
export function buildAttemptId(nowMs: number, random: string): AttemptId {
  return `${nowMs.toString(36).padStart(9, '0')}${random}` as AttemptId
}

/** The attempt a state belongs to; undefined when no attempt of ours made it. */
export function attemptIdOfState(state: string): AttemptId | undefined {
  return /^([A-Za-z0-9_-]{16,64})\.[A-Za-z0-9_-]{16,64}$/.exec(state)?.[1] as AttemptId | undefined
}

/** Ids of the attempts of this browser, newest first. */
export function attemptIdsOf(cookies: ReadonlyMap<string, string>, prefix: string): readonly AttemptId[] {
  return [...cookies.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => parseAttemptId(name.slice(prefix.length)))
    .filter((id) => id !== undefined)
    .toSorted((one, other) => (one < other ? 1 : -1))
}

/** The cookie of one attempt, as this browser has it. */
export function attemptCookieIn(
  cookies: ReadonlyMap<string, string>,
  prefix: string,
  attemptId: AttemptId,
): AttemptCookie | undefined {
  return cookies.get(`${prefix}${attemptId}`) as AttemptCookie | undefined
}

/** Who asks for an attempt. */
export interface AttemptHolder {
  readonly jar: ReadonlyMap<string, string>
  readonly owner: Owner | undefined
}

/** An attempt whose cookie this browser has; undefined for one that was finished, or that is another browser's or person's. */
export async function findOwnAttempt(
  {
    cookies,
    attempts,
  }: {
    readonly cookies: Pick<CookieNames, 'attemptPrefix'>
    readonly attempts: { find(attemptId: AttemptId): Promise<Attempt | undefined> }
  },
  { jar, owner }: AttemptHolder,
  attemptId: AttemptId,
): Promise<Attempt | undefined> {
  const cookie = attemptCookieIn(jar, cookies.attemptPrefix, attemptId)
  if (cookie === undefined) return undefined
  const found = await attempts.find(attemptId)
  const isOwn = found !== undefined && isSameText(found.cookie, cookie) && isOwnedBy(found, owner)
  return isOwn ? found : undefined
}
