/** What a button says while the browser leaves for the provider. */
export type PendingPhase = 'idle' | 'opening' | 'slow' | 'failed'

/** From here on it is said that the provider is slow to open. */
export const SLOW_AFTER_MS = 3_000
/** From here on the button can be pressed again. */
export const FAILED_AFTER_MS = 10_000

/** May a press begin an attempt? While the browser is on its way a second press is ignored. */
export function mayPress(phase: PendingPhase): boolean {
  return phase === 'idle' || phase === 'failed'
}
