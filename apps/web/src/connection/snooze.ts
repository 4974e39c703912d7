import type { ConnectionId } from '@counterfoil/oauth/ids'

/** After "Not now" the same thing is not asked again for this long. */
export const ASK_AGAIN_AFTER_MS = 30 * 24 * 60 * 60 * 1000

type Memory = Pick<Storage, 'getItem' | 'setItem'>
type Asked = { readonly connectionId: ConnectionId; readonly value: string }
type AskedAt = Asked & { readonly nowMs: number }

const keyOf = ({ connectionId, value }: Asked) => `later:${connectionId}:${value}`

/** Did the person say "not now" to this, less than 30 days ago? */
export function isSnoozed(memory: Memory, asked: AskedAt): boolean {
  const saidAtMs = Number(memory.getItem(keyOf(asked)) ?? Number.NaN)
  return asked.nowMs - saidAtMs < ASK_AGAIN_AFTER_MS
}

export function snooze(memory: Memory, asked: AskedAt): void {
  memory.setItem(keyOf(asked), String(asked.nowMs))
}
