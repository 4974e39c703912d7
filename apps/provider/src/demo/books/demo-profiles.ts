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

const MONDAY = 1
const ALL_BUT_SATURDAY = [0, 1, 2, 3, 4, 5]

const BUILDING_SEASON = [0.7, 0.8, 0.95, 1, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1, 0.65]
const SHOP_SEASON = [0.7, 0.85, 0.95, 1, 1, 1, 1, 1, 1, 1.05, 1.5, 2.2]
const STUDIO_SEASON = [1, 1, 1.05, 1, 1, 1, 0.95, 0.7, 1.05, 1.05, 1, 0.75]

const HST = { name: 'Harmonized sales tax', abbreviation: 'HST', rate: '0.13', number: '81234 5678 RT0001' }
const GST = { name: 'Goods and services tax', abbreviation: 'GST', rate: '0.05', number: '82345 6789 RT0001' }
const QST = { name: 'Québec sales tax', abbreviation: 'QST', rate: '0.09975', number: '1212345678 TQ0001' }
const PST = { name: 'Provincial sales tax', abbreviation: 'PST', rate: '0.07', number: 'PST-1234-5678' }
const TVA = { name: 'Taxe sur la valeur ajoutée', abbreviation: 'TVA', rate: '0.2', number: 'FR12345678901' }
const SALES_TAX = { name: 'Sales tax', abbreviation: 'Tax', rate: '0.1025', number: '4012-3456' }

const CUSTOMERS = [
  'Alder & Sons',
  'Bluewater Clinic',
  'Cedar Street Dental',
  'Dunn Property Group',
  'Eastside Community Centre',
  'Fairview School',
  'Gallant Foods',
  'Hillcrest Condominiums',
  'Ivory Lane Hotel',
  'Juniper Café',
  'Kowalski Brothers',
  'Lakeshore Motors',
  'Mercier et Filles',
  'Nakamura Studio',
  'Oak & Anvil',
  'Pineridge Farms',
  'Quarry Road Brewing',
  'Rossi Bakery Supplies',
  'Sable Island Tours',
  'Théâtre du Pont',
] as const
const VENDORS = [
  'Northern Wholesale',
  'Payroll Partners',
  'Harbourfront Properties',
  'Atlas Vehicle Leasing',
  'Cloud & Co',
]

const trade = (medianInvoiceMinor: number, taxes: readonly DemoTax[]): DemoProfile => ({
  invoicesAMonth: 18,
  medianInvoiceMinor,
  sigma: 0.8,
  season: BUILDING_SEASON,
  taxes,
  costs: [
    { account: 'Cost of Goods Sold', vendor: 0, share: 0.36, days: [9, 23] },
    { account: 'Wages', vendor: 1, share: 0.32, days: [14, 28] },
    { account: 'Rent', vendor: 2, share: 0.1, days: [2] },
    { account: 'Vehicle', vendor: 3, share: 0.06, days: [18] },
  ],
  foreign: [],
  products: [
    ['Labour', 'By the hour'],
    ['Materials', 'As listed'],
    ['Delivery', 'Within the city'],
    ['Inspection', 'With a written report'],
  ],
  customers: CUSTOMERS,
  vendors: VENDORS,
})

const shop = (medianTakingsMinor: number, taxes: readonly DemoTax[]): DemoProfile => ({
  invoicesAMonth: 8,
  medianInvoiceMinor: 42_000,
  sigma: 0.6,
  season: SHOP_SEASON,
  taxes,
  costs: [
    { account: 'Cost of Goods Sold', vendor: 0, share: 0.52, days: [7, 17, 27] },
    { account: 'Wages', vendor: 1, share: 0.18, days: [14, 28] },
    { account: 'Rent', vendor: 2, share: 0.12, days: [2] },
    { account: 'Utilities', vendor: 4, share: 0.04, days: [20] },
  ],
  takings: { medianMinor: medianTakingsMinor, feeShare: 0.029, closed: [MONDAY] },
  foreign: [],
  products: [
    ['Weekly order', 'Delivered on Thursdays'],
    ['Event order', 'For up to fifty people'],
    ['Gift box', 'With a card'],
  ],
  customers: CUSTOMERS.slice(4, 16),
  vendors: VENDORS,
})

const freelancer = (taxes: readonly DemoTax[], foreign: DemoProfile['foreign']): DemoProfile => ({
  invoicesAMonth: 5,
  medianInvoiceMinor: 165_000,
  sigma: 0.5,
  season: STUDIO_SEASON,
  taxes,
  costs: [
    { account: 'Software and Subscriptions', vendor: 4, share: 0.09, days: [5] },
    { account: 'Professional Fees', vendor: 0, share: 0.1, days: [25] },
  ],
  foreign,
  products: [
    ['Retainer', 'For a month'],
    ['Day rate', 'On site'],
    ['Edited pictures', 'With the right to print them'],
  ],
  customers: CUSTOMERS.slice(8, 18),
  vendors: ['Freelance Partners', 'Payroll Partners', 'Shared Desk', 'Train & Plane', 'Cloud & Co'],
})

/**
 * Which seeded business lives from what. A first start waits for each row, so one trade has many invoices and the others few;
 * fewest those of Léa Tremblay, which nobody can connect until their plan is another one.
 */
export const DEMO_PROFILES = {
  northwind: trade(115_000, [HST]),
  okafor: { ...trade(196_000, [SALES_TAX]), invoicesAMonth: 8 },
  atelier: { ...trade(76_000, [GST, QST]), invoicesAMonth: 5, sigma: 0.5 },
  bakery: shop(145_000, []),
  studio: {
    ...shop(62_000, [GST, QST]),
    invoicesAMonth: 5,
    takings: { medianMinor: 62_000, feeShare: 0.029, closed: ALL_BUT_SATURDAY },
  },
  pixel: freelancer(
    [GST, PST],
    [
      { code: 'USD', rate: 1.36 },
      { code: 'EUR', rate: 1.47 },
    ],
  ),
  fern: freelancer([TVA], [{ code: 'GBP', rate: 1.17 }]),
} as const satisfies Readonly<Record<string, DemoProfile>>
