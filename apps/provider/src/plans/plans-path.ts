import type { AuthorizationHandle, BusinessId } from '@counterfoil/oauth/ids'

/** Where a plan is renewed, with the request to come back to. */
export function plansPathFor(handle: AuthorizationHandle): (businessId: BusinessId) => string {
  return (businessId) => `/plans?request=${handle}&business=${businessId}#plan-${businessId}`
}
