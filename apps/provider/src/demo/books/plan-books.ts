import { knownCurrency } from '@counterfoil/money/currencies'
import type { DemoProfile } from './demo-profile.ts'
import { planEstimates, type PlannedEstimate } from './plan-estimates.ts'
import { planMoney, type PlannedMoney } from './plan-money.ts'
import { planInvoices, type PlannedInvoice } from './plan-sales.ts'
import { createSeededRandom } from './seeded-random.ts'

/** The books of a business of the demonstration, before they are written. */
export type BooksPlan = {
  readonly profile: DemoProfile
  readonly invoices: readonly PlannedInvoice[]
  readonly estimates: readonly PlannedEstimate[]
  readonly money: readonly PlannedMoney[]
}

/**
 * Fourteen months and the present one, ending today: the same for the same business on the same day.
 *
 * @param today Where the business is, `yyyy-MM-dd`.
 */
export function planBooks(options: {
  readonly profile: DemoProfile
  readonly businessId: string
  readonly currencyCode: string
  readonly today: string
}): BooksPlan {
  const { profile, businessId, currencyCode, today } = options
  const random = createSeededRandom(`${businessId} ${today}`)
  const context = { profile, today, random, base: knownCurrency(currencyCode) }
  const sold = planInvoices(context)
  const money = planMoney(context, sold)
  // Deposits come in before the payments that they take the place of: the account never has less.
  const ahead = createSeededRandom(`${businessId} ${today} estimates`)
  return { profile, money, ...planEstimates({ ...context, random: ahead }, sold) }
}
