import { knownCurrency } from '@counterfoil/money/currencies'
import type { DemoProfile } from '../demo-data.ts'
import { planEstimates, type PlannedEstimate } from './plan-estimates.ts'
import { planMoney, type PlannedMoney } from './plan-money.ts'
import { planInvoices, type PlannedInvoice } from './plan-sales.ts'
import { createSeededRandom } from './seeded-random.ts'

/** The planned books of a demo business. */
export type BooksPlan = {
  readonly profile: DemoProfile
  readonly invoices: readonly PlannedInvoice[]
  readonly estimates: readonly PlannedEstimate[]
  readonly money: readonly PlannedMoney[]
}

/**
 * Plans fourteen months and the present one, up to today. The plan is the same for the same business and day.
 *
 * @param today Today's date, `yyyy-MM-dd`, where the business is.
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
  // Deposits come earlier than the payments that they replace, so the balance of the account is never lower.
  const ahead = createSeededRandom(`${businessId} ${today} estimates`)
  return { profile, money, ...planEstimates({ ...context, random: ahead }, sold) }
}
