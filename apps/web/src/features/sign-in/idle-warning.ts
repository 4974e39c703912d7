/** How long before the end of an idle sign-in people are warned. */
export const WARN_BEFORE_MS = 2 * 60 * 1000
/** The longest wait a timer of the browser can hold. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

type IdlePhase =
  | { readonly kind: 'quiet'; readonly forMs: number }
  | { readonly kind: 'warn'; readonly forMs: number }
  | { readonly kind: 'over' }

/** Where an idle sign-in is, and for how long that stays so. */
export function idlePhase({
  idleEndsAtMs,
  nowMs,
}: {
  readonly idleEndsAtMs: number
  readonly nowMs: number
}): IdlePhase {
  const leftMs = idleEndsAtMs - nowMs
  if (leftMs <= 0) return { kind: 'over' }
  if (leftMs <= WARN_BEFORE_MS) return { kind: 'warn', forMs: leftMs }
  return { kind: 'quiet', forMs: Math.min(leftMs - WARN_BEFORE_MS, LONGEST_TIMER_MS) }
}
