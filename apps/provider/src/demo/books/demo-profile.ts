/** The economy of a demo business, from which its books are generated. Shares are parts of the sales of a month. */
export type DemoProfile = {
  readonly invoicesAMonth: number
  /** The median of invoices in minor units. */
  readonly medianInvoiceMinor: number
  readonly sigma: number
  /** The factor of each month, beginning with January. */
  readonly season: readonly number[]
  readonly taxes: readonly DemoTax[]
  /** The monthly costs, by the name of their account. */
  readonly costs: readonly {
    readonly account: string
    readonly vendor: number
    readonly share: number
    readonly days: readonly number[]
  }[]
  /** Cash sales on each open day: their median in minor units, and the share of card fees. */
  readonly takings?: {
    readonly medianMinor: number
    readonly feeShare: number
    /** The days of the week without sales, from 0 for Sunday. */
    readonly closed: readonly number[]
  }
  /** Other currencies in which customers are invoiced, with the initial value of one unit. */
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
