/** What the person allowed this application before, for one business or (null) for all. */
export type EarlierGrant = {
  readonly id: string
  readonly businessId: string | null
  readonly scopes: readonly string[]
  readonly grantedAtMs: number
}
