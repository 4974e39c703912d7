import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import atelier from './businesses/atelier.json' with { type: 'json' }
import bakery from './businesses/bakery.json' with { type: 'json' }
import fern from './businesses/fern.json' with { type: 'json' }
import northwind from './businesses/northwind.json' with { type: 'json' }
import okafor from './businesses/okafor.json' with { type: 'json' }
import pixel from './businesses/pixel.json' with { type: 'json' }
import studio from './businesses/studio.json' with { type: 'json' }
import users from './users.json' with { type: 'json' }
import type { PlanReason, PlanState } from '#database/database.ts'

type DemoUser = {
  readonly id: UserId
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly locale: string
}

/** The demo users. Their ids never change, so documentation and tests may contain them. */
export const DEMO_USERS = users as Readonly<Record<keyof typeof users, object>> as Readonly<
  Record<keyof typeof users, DemoUser>
>

interface DemoPlan {
  readonly state: PlanState
  readonly name: string
  readonly reason?: PlanReason
  /** The end of the plan in days from now; negative for the past. */
  readonly endsInDays?: number
}

export interface DemoBusiness {
  readonly id: BusinessId
  readonly owner: keyof typeof DEMO_USERS
  readonly name: string
  readonly isDefault?: boolean
  readonly isPersonal?: boolean
  readonly plan: DemoPlan
  readonly currency: string
  readonly type: string
  readonly subtype: string
  readonly organizationalType: 'CORPORATION' | 'PARTNERSHIP' | 'SOLE_PROPRIETORSHIP'
  readonly timezone: string
  readonly address: readonly [
    line1: string,
    line2: string | null,
    city: string,
    province: string | null,
    country: string,
    postalCode: string,
  ]
  readonly phone: string
  readonly mobile?: string
  readonly tollFree?: string
  readonly fax?: string
  readonly website?: string
  readonly accentColor: string
  readonly paymentDetails?: string
  readonly taxNumber?: string
  /** The age of the business in days, which is at least that of its books. */
  readonly createdDaysAgo: number
  /** The profile of the books. The first start waits for each row, so one business has many invoices and the others have few. */
  readonly books: DemoProfile
}

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

const FILES = { northwind, bakery, fern, pixel, okafor, atelier, studio }

/** The demo businesses, with the profiles of their books. */
export const DEMO_BUSINESSES = FILES as unknown as Readonly<Record<keyof typeof FILES, DemoBusiness>>
