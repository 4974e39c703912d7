import type { FlowResult } from '@counterfoil/bff-api/flow'
import type { LeaveResult } from '@counterfoil/bff-api/leave'

/** What came of what the person did last, told once in place of the page they are on. */
export interface Told {
  readonly flow: FlowResult | null
  readonly left: LeaveResult | null
}
