import type { AttemptId, ConnectionId, PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import { isJsonObject, parseJsonObject } from '@counterfoil/service/http/json-object'

/** The content of a session: a pointer to a connection, never a token. */
export interface SessionPointer {
  readonly principalId: PrincipalId
  readonly startedAtMs: number
  /** The last time at which its use was noted, in milliseconds; undefined until then. */
  readonly seenAtMs?: number | undefined
  readonly selectedConnectionId?: ConnectionId | undefined
  /** Defined until a browser has sent the cookie of this session for the first time. */
  readonly unconfirmed?: UnconfirmedSession | undefined
}

interface UnconfirmedSession {
  /** The former session of the same browser; it ends when this one is confirmed. */
  readonly replaces: SessionName | null
}

/** The ids of a session and its principal. `sessionId` is as secret as the cookie. */
export interface SessionName {
  readonly principalId: PrincipalId
  readonly sessionId: SessionId
}

export interface SessionLifetimes {
  readonly idleMs: number
  readonly absoluteMs: number
}

/**
 * The life in milliseconds of a session whose cookie has not come back yet, and the largest rest of the one that it replaces. It
 * equals the life of the result of the connect attempt, with which the cookie is set again.
 */
export const FIRST_LIFE_MS = 10 * 60_000

/** Returns the milliseconds from `nowMs` until the session expires without further use; 0 or less if it has expired. */
export function remainingMs(
  { startedAtMs, unconfirmed }: Pick<SessionPointer, 'startedAtMs' | 'unconfirmed'>,
  nowMs: number,
  lifetimes: SessionLifetimes,
): number {
  const idleMs = unconfirmed === undefined ? lifetimes.idleMs : Math.min(lifetimes.idleMs, FIRST_LIFE_MS)
  return Math.min(idleMs, startedAtMs + lifetimes.absoluteMs - nowMs)
}

/** The shortest time in milliseconds between two extensions of the idle life, or a twelfth of the idle life if that is shorter. */
const TOUCH_STEP_MS = 5 * 60_000

/** Returns true if the use of `session` is to be noted again. The clock of the last note may be ahead. */
export function isTouchDue(
  { startedAtMs, seenAtMs = startedAtMs }: Pick<SessionPointer, 'startedAtMs' | 'seenAtMs'>,
  nowMs: number,
  { idleMs }: SessionLifetimes,
): boolean {
  return Math.abs(nowMs - seenAtMs) >= Math.min(TOUCH_STEP_MS, idleMs / 12)
}

/** Returns the pointer as text for the store, see {@link parseSessionPointer}; other members of `session` are dropped. */
export function formatSessionPointer(session: SessionPointer): string {
  const { principalId, startedAtMs, seenAtMs, selectedConnectionId, unconfirmed } = session
  return JSON.stringify({ principalId, startedAtMs, seenAtMs, selectedConnectionId, unconfirmed })
}

/** Parses a stored session; undefined if it is not a session of ours or its absolute life has ended. */
export function parseSessionPointer(
  text: string,
  nowMs: number,
  lifetimes: SessionLifetimes,
): SessionPointer | undefined {
  const { principalId, startedAtMs, seenAtMs, selectedConnectionId, unconfirmed } =
    parseJsonObject(text) ?? {}
  if (typeof principalId !== 'string' || typeof startedAtMs !== 'number') return undefined
  if (startedAtMs + lifetimes.absoluteMs <= nowMs) return undefined
  return {
    principalId: principalId as PrincipalId,
    startedAtMs,
    seenAtMs: typeof seenAtMs === 'number' ? seenAtMs : undefined,
    selectedConnectionId:
      typeof selectedConnectionId === 'string' ? (selectedConnectionId as ConnectionId) : undefined,
    unconfirmed: parseUnconfirmed(unconfirmed),
  }
}

function parseUnconfirmed(value: unknown): UnconfirmedSession | undefined {
  if (!isJsonObject(value) || value['replaces'] === undefined) return undefined
  const { principalId, sessionId } = isJsonObject(value['replaces']) ? value['replaces'] : {}
  const isName = typeof principalId === 'string' && typeof sessionId === 'string'
  return { replaces: isName ? ({ principalId, sessionId } as SessionName) : null }
}

/** The stored prefix of reservations; other versions of this program read it too. */
const RESERVATION_PREFIX = 'claim-'

/** Returns the id of a reservation: an entry on a person's list for a session that is about to begin. */
export const reservationIdOf = (resultId: AttemptId) => `${RESERVATION_PREFIX}${resultId}` as SessionId

export const isReservation = (sessionId: SessionId) => sessionId.startsWith(RESERVATION_PREFIX)
