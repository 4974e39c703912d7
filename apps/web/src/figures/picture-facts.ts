/** What every picture says beside its figures. Plain JSON: it travels with the page. */
export interface PictureFacts {
  /** Of how much it was made, as counted by the provider. */
  readonly from: {
    readonly transactions?: number
    readonly invoices?: number
    readonly accounts?: number
    readonly payments?: number
  }
  readonly excluded: Excluded
  /** True while rows are missing: then totals are "at least". */
  readonly partial: boolean
}

/** What was left out, and is said. */
export interface Excluded {
  readonly drafts: number
  /** Rows in a status that this app does not know. */
  readonly unknownStatus: number
  /** Rows in another currency than that of the business, by code. */
  readonly otherCurrency: readonly { readonly code: string; readonly count: number }[]
}

/** A picture that cannot be drawn, and why. */
export interface Unavailable {
  readonly form: 'unavailable'
  /**
   * `not_offered`: the provider has nothing of the kind. `not_allowed`: the person has not allowed it.
   * `failed`: it did not come. `refused`: an amount is too large to be exact.
   */
  readonly why: 'not_offered' | 'not_allowed' | 'failed' | 'refused'
}

export const NOTHING_EXCLUDED: Excluded = { drafts: 0, unknownStatus: 0, otherCurrency: [] }

/** How many rows there are of each currency, most first, then by code. */
export function countCurrencies(codes: readonly string[]): Excluded['otherCurrency'] {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
}
