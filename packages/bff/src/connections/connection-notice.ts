import type { HealthState } from './connection-state.ts'

/** A change of a connection that the app is notified of. */
export type ConnectionChange = 'connected' | 'reconnect' | 'plan_ended' | 'disconnected'

/**
 * Returns the change to report to the app when a connection goes from one state to another. A temporary trouble is not reported,
 * neither its begin nor its end.
 * @param before Undefined for a connection that was just made.
 */
export function changeToReport(
  before: HealthState | undefined,
  after: HealthState,
): ConnectionChange | undefined {
  if (after === before || after === 'trouble') return undefined
  return after === 'connected' && before === 'trouble' ? undefined : after
}
