import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { LeaveResult } from '@counterfoil/bff-api/leave'

/** What came of what the person did last, reported once in place of the page they are on. */
export interface LastOutcome {
  readonly connectResult: ConnectResult | null
  readonly left: LeaveResult | null
}
