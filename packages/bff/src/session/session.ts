import type { AttemptId, ConnectionId, PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import { isJsonObject, parseJsonObject } from '@counterfoil/service/http/json-object'

/** What a session holds: a pointer, never a token. */
export interface SessionPointer {
  readonly principalId: PrincipalId
  readonly startedAtMs: number
  /** When it was noted that the session was used; undefined until then. */
  readonly seenAtMs?: number | undefined
  readonly selectedConnectionId?: ConnectionId | undefined
  /** There until a browser has shown the cookie of this session for the first time. */
  readonly unconfirmed?: UnconfirmedSession | undefined
}

interface UnconfirmedSession {
  /** The session that the same browser had before; it ends when this one is confirmed. */
  readonly replaces: SessionName | null
}

/** Which session of whom. `sessionId` is as secret as the cookie. */
export interface SessionName {
  readonly principalId: PrincipalId
  readonly sessionId: SessionId
}

export interface SessionLifetimes {
  readonly idleMs: number
  readonly absoluteMs: number
}

/**
 * How long a session lives whose cookie has not come back yet, and at most the one it replaces: as long as the result of
 * the attempt that began it, with which the cookie is given again.
 */
export const FIRST_LIFE_MS = 10 * 60_000

/** Time from `nowMs` until the session expires if nothing more happens; 0 or less when it has. */
export function remainingMs(
  { startedAtMs, unconfirmed }: Pick<SessionPointer, 'startedAtMs' | 'unconfirmed'>,
  nowMs: number,
  lifetimes: SessionLifetimes,
): number {
  const idleMs = unconfirmed === undefined ? lifetimes.idleMs : Math.min(lifetimes.idleMs, FIRST_LIFE_MS)
  return Math.min(idleMs, startedAtMs + lifetimes.absoluteMs - nowMs)
}

/** The idle life is prolonged at most this often, and twelve times in the idle life. */
const TOUCH_STEP_MS = 5 * 60_000

/** Returns true if it is to be noted again that `session` is used. The clock that noted it last may be ahead. */
export function isTouchDue(
  { startedAtMs, seenAtMs = startedAtMs }: Pick<SessionPointer, 'startedAtMs' | 'seenAtMs'>,
  nowMs: number,
  { idleMs }: SessionLifetimes,
): boolean {
  return Math.abs(nowMs - seenAtMs) >= Math.min(TOUCH_STEP_MS, idleMs / 12)
}

/** The pointer as the store keeps it, read by {@link parseSessionPointer}; nothing else of `session` is kept. */
export function formatSessionPointer(session: SessionPointer): string {
  const { principalId, startedAtMs, seenAtMs, selectedConnectionId, unconfirmed } = session
  return JSON.stringify({ principalId, startedAtMs, seenAtMs, selectedConnectionId, unconfirmed })
}

/** Reads what the store holds; undefined when it is no session of ours or its absolute end has come. */
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

/** As it is stored; other versions of this program read it too. */
const RESERVATION_PREFIX = 'claim-'

/** The name of a session reservation: it is on a person's list for a session that is about to begin. */
export const reservationIdOf = (resultId: AttemptId) => `${RESERVATION_PREFIX}${resultId}` as SessionId

export const isReservation = (sessionId: SessionId) => sessionId.startsWith(RESERVATION_PREFIX)
