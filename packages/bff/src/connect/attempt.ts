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

/** Returns true if the person of this request began the attempt. Without the app's own sign-in both have no owner. */
export function isOwnedBy(attempt: Pick<Attempt, 'owner'>, owner: Owner | undefined): boolean {
  return attempt.owner?.principalId === owner?.principalId
}

/** The time in milliseconds for which an attempt is open. */
export const ATTEMPT_LIFE_MS = CONNECT_WITHIN_MINUTES * 60_000
/** The time in milliseconds for which an attempt is stored: longer than it is open, so that a late return learns what happened. */
export const ATTEMPT_MEMORY_MS = 60 * 60_000
/** The maximum number of open attempts of one browser. More of their cookies would make the headers too long. */
export const MAX_OPEN_ATTEMPTS = 5

/** The account and the business that an attempt should return with. If others come back, the person is asked. */
export interface Expectation {
  readonly principalId: PrincipalId
  readonly userId: UserWireId
  readonly email: string | null
  /** Undefined if any business will do. */
  readonly businessId?: BusinessWireId | null | undefined
  readonly businessName: string | null
}

/** The data of an attempt that is needed when the person comes back. Sealed in the store: it holds the code verifier. */
export interface Attempt {
  readonly id: AttemptId
  readonly state: string
  /** The value of the attempt's own cookie. */
  readonly cookie: AttemptCookie
  /** The browser that began the attempt; it may read the result. */
  readonly browserId: BrowserId
  /** The person who began the attempt in an app with its own sign-in; nobody else may finish or see it. */
  readonly owner?: Owner | undefined
  readonly codeVerifier: CodeVerifier | null
  readonly intent: Intent
  readonly connectionId: ConnectionId | null
  /** The name of the business that `switch_business` replaces. */
  readonly replacedName?: string | null | undefined
  readonly expected: Expectation | null
  /** `force` makes the provider ask for permission even if it was given before. */
  readonly approvalPrompt: 'auto' | 'force'
  /** `login` makes the provider ask for the password, no matter who is signed in there. */
  readonly prompt?: 'login' | undefined
  readonly businessId: BusinessWireId | null
  readonly scopes: readonly string[]
  readonly returnTo: string
  readonly startedAtMs: number
  readonly expiresAtMs: number
}

/** Returns the connection that a result may name. Null for a sign-in: the person has not yet shown whose connection it is. */
export function namedConnection(attempt: Pick<Attempt, 'intent' | 'connectionId'>): ConnectionId | null {
  return attempt.intent === 'sign_in' ? null : attempt.connectionId
}

/**
 * Builds the id of an attempt. It begins with the time, so that the names of several cookies show which attempt is the oldest.
 * @param random At least 96 bits, base64url.
 */
export function buildAttemptId(nowMs: number, random: string): AttemptId {
  return `${nowMs.toString(36).padStart(9, '0')}${random}` as AttemptId
}

/** Returns the id of the attempt that a `state` belongs to; undefined if the `state` is not in our format. */
export function attemptIdOfState(state: string): AttemptId | undefined {
  return /^([A-Za-z0-9_-]{16,64})\.[A-Za-z0-9_-]{16,64}$/.exec(state)?.[1] as AttemptId | undefined
}

/** Returns the ids of the attempts of this browser, newest first. */
export function attemptIdsOf(cookies: ReadonlyMap<string, string>, prefix: string): readonly AttemptId[] {
  return [...cookies.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => parseAttemptId(name.slice(prefix.length)))
    .filter((id) => id !== undefined)
    .toSorted((one, other) => (one < other ? 1 : -1))
}

/** Returns the value of one attempt's cookie in this browser; undefined if it has none. */
export function attemptCookieIn(
  cookies: ReadonlyMap<string, string>,
  prefix: string,
  attemptId: AttemptId,
): AttemptCookie | undefined {
  return cookies.get(`${prefix}${attemptId}`) as AttemptCookie | undefined
}

/** The cookies and the person of a request for an attempt. */
export interface AttemptHolder {
  readonly jar: ReadonlyMap<string, string>
  readonly owner: Owner | undefined
}

/** Returns an attempt whose cookie this browser has; undefined if it is finished, or belongs to another browser or person. */
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
