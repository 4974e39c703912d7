/** Where a plan is renewed, with the request to come back to. */
export function plansPathFor(handle: string): (businessId: string) => string {
  return (businessId) => `/plans?request=${handle}&business=${businessId}#plan-${businessId}`
}
