/** What a session holds: a pointer, never a token. */
export interface SessionPointer {
  readonly principalId: string
  readonly startedAtMs: number
  readonly selectedConnectionId?: string | undefined
}

/** The lifetimes of every session. */
export interface SessionLives {
  readonly idleMs: number
  readonly absoluteMs: number
}

/** How long a session lives from `nowMs` if nothing more happens; 0 or less when it is over. */
export function remainingMs(startedAtMs: number, nowMs: number, lives: SessionLives): number {
  return Math.min(lives.idleMs, startedAtMs + lives.absoluteMs - nowMs)
}

/** Reads what the store holds; undefined when it is no session of ours or its absolute end has come. */
export function parseSessionPointer(
  text: string,
  nowMs: number,
  lives: SessionLives,
): SessionPointer | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { principalId, startedAtMs, selectedConnectionId } = value as Partial<
    Record<keyof SessionPointer, unknown>
  >
  if (typeof principalId !== 'string' || typeof startedAtMs !== 'number') return undefined
  if (startedAtMs + lives.absoluteMs <= nowMs) return undefined
  return {
    principalId,
    startedAtMs,
    selectedConnectionId: typeof selectedConnectionId === 'string' ? selectedConnectionId : undefined,
  }
}
