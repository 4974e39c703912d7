/** What a business lives from, as the generator of its books needs it. Shares are of the sales of a month. */
export type DemoProfile = {
  readonly invoicesAMonth: number
  /** In minor units. */
  readonly medianInvoiceMinor: number
  readonly sigma: number
  /** By month, January first. */
  readonly season: readonly number[]
  readonly taxes: readonly DemoTax[]
  /** Each month, by the name of its account. */
  readonly costs: readonly {
    readonly account: string
    readonly vendor: number
    readonly share: number
    readonly days: readonly number[]
  }[]
  /** Sales over the counter on each open day: median in minor units, and what taking cards costs. */
  readonly takings?: {
    readonly medianMinor: number
    readonly feeShare: number
    /** Days of the week, Sunday is 0. */
    readonly closed: readonly number[]
  }
  /** Currencies that customers are invoiced in beside that of the business, with what one unit is worth at the beginning. */
  readonly foreign: readonly { readonly code: string; readonly rate: number }[]
  readonly products: readonly (readonly [name: string, description: string])[]
  readonly customers: readonly string[]
  readonly vendors: readonly string[]
}

type DemoTax = {
  readonly name: string
  readonly abbreviation: string
  readonly rate: string
  readonly number: string
}
