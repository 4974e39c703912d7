import type { ConnectionId } from '@counterfoil/oauth/ids'
/** After "Not now" the same thing is not asked again for this long. */
export const ASK_AGAIN_AFTER_MS = 30 * 24 * 60 * 60 * 1000

type Memory = Pick<Storage, 'getItem' | 'setItem'>

function keyOf({
  connectionId,
  value,
}: {
  readonly connectionId: ConnectionId
  readonly value: string
}): string {
  return `later:${connectionId}:${value}`
}

/** Did the person say "not now" to this, less than 30 days ago? */
export function isSnoozed(
  memory: Memory,
  {
    connectionId,
    value,
    nowMs,
  }: { readonly connectionId: ConnectionId; readonly value: string; readonly nowMs: number },
): boolean {
  const saidAtMs = Number(memory.getItem(keyOf({ connectionId, value })) ?? Number.NaN)
  return nowMs - saidAtMs < ASK_AGAIN_AFTER_MS
}

export function snooze(
  memory: Memory,
  {
    connectionId,
    value,
    nowMs,
  }: { readonly connectionId: ConnectionId; readonly value: string; readonly nowMs: number },
): void {
  memory.setItem(keyOf({ connectionId, value }), String(nowMs))
}
