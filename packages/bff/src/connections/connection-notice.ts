import type { HealthState } from './connection-state.ts'

/** A change of a connection that the app is notified of. */
export type ConnectionChange = 'connected' | 'reconnect' | 'plan_ended' | 'disconnected'

/**
 * Returns what the app is notified of when a connection goes from one state to another. Trouble that passes is no change: the
 * app was not notified when it began.
 * @param before Undefined for a connection that was just made.
 */
export function changeToReport(
  before: HealthState | undefined,
  after: HealthState,
): ConnectionChange | undefined {
  if (after === before || after === 'trouble') return undefined
  return after === 'connected' && before === 'trouble' ? undefined : after
}
