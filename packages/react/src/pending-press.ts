/** The state of a button while the browser opens the provider. */
export type PendingPhase = 'idle' | 'opening' | 'slow' | 'failed'

/** The time after which the button shows that the provider is slow to open. */
export const SLOW_AFTER_MS = 3_000
/** The time after which the button can be pressed again. */
export const FAILED_AFTER_MS = 10_000

/** Returns true if a press may begin an attempt. While the browser opens the provider, a second press is ignored. */
export function mayPress(phase: PendingPhase): boolean {
  return phase === 'idle' || phase === 'failed'
}
