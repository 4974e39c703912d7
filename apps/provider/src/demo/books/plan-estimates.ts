import { addDays } from '#books/business-day.ts'
import { depositTotalMinorOf } from '#books/estimates/deposit-terms.ts'
import type { EstimateStanding } from '#books/estimates/estimate-life.ts'
import { byDay } from './days.ts'
import { planLines, totalsOf, type PlanContext, type PlannedInvoice } from './plan-sales.ts'

export type PlannedEstimate = EstimateStanding &
  Pick<
    PlannedInvoice,
    'customer' | 'currency' | 'rate' | 'number' | 'day' | 'dueDay' | 'lines' | 'totals'
  > & {
    readonly discountPercentage: PlannedInvoice['discountPercentage']
    /** The requested deposit in minor units; 0 without. */
    readonly depositMinor: bigint
    /** The day on which the deposit was paid. */
    readonly paidDay: string | null
    /** The day on which the customer accepted or rejected the estimate. */
    readonly decidedDay: string | null
    /** The index of the invoice that the estimate became. */
    readonly invoice: number | null
  }

/** The requested deposit as a percentage of the total. */
export const DEPOSIT_PERCENTAGE = { units: 30n, scale: 0 }

const GOOD_FOR_DAYS = 30
/** Invoices of at least this many medians may have begun as estimates; `OFFERED_SHARE` of them did. */
const OFFERED_FROM = 1.5
const OFFERED_SHARE = 0.3
/** The number of lost estimates for each that became an invoice: a little more than half of all are won. */
const LOST_SHARE = 0.8

type Offer = Omit<PlannedEstimate, 'number'>

/**
 * Returns the estimates (converted, lost and open ones) in the order of their days, and the invoices, with the deposits of
 * converted estimates among their payments.
 */
export function planEstimates(
  context: PlanContext,
  invoices: readonly PlannedInvoice[],
): { readonly estimates: readonly PlannedEstimate[]; readonly invoices: readonly PlannedInvoice[] } {
  const { random } = context
  const firstDay = invoices[0]?.day ?? context.today
  const won = invoices
    .map((invoice, index) => ({ invoice, index }))
    .filter(({ invoice }) => couldBeOffered(context, invoice, firstDay))
    // Every business has at least one.
    .filter((_, place) => place === 0 || random.chance(OFFERED_SHARE))
    .map(({ invoice, index }) => offerOf(context, invoice, index))
  const lost = won
    .filter(() => random.chance(LOST_SHARE))
    .map(({ day }) => lostOffer(context, addDays(day, random.whole({ from: -9, to: 9 }))))
  const estimates = [...won, ...lost, ...openOffers(context)]
    .toSorted(byDay)
    .map((offer, index) => ({ ...offer, number: `E-${101 + index}` }))
  const deposits = new Map(won.map(({ invoice, depositMinor }) => [invoice, depositMinor] as const))
  return {
    estimates,
    invoices: invoices.map((invoice, index) => withDeposit(invoice, deposits.get(index) ?? 0n)),
  }
}

/** Returns true for a large invoice in the currency of the business that was paid at once and completely. */
function couldBeOffered(
  { profile, base }: PlanContext,
  { currency, totals, payments, life, day }: PlannedInvoice,
  firstDay: string,
): boolean {
  const [payment, ...more] = payments
  return (
    life !== 'DRAFT' &&
    currency.code === base.code &&
    totals.subtotalMinor > BigInt(Math.round(profile.medianInvoiceMinor * OFFERED_FROM)) &&
    payment?.amountMinor === totals.totalMinor &&
    more.length === 0 &&
    day > addDays(firstDay, GOOD_FOR_DAYS)
  )
}

function offerOf({ random }: PlanContext, invoice: PlannedInvoice, index: number): Offer {
  const { customer, currency, rate, lines, totals, discountPercentage } = invoice
  const day = addDays(invoice.day, -random.whole({ from: 12, to: 25 }))
  const decidedDay = addDays(day, random.whole({ from: 2, to: 6 }))
  return {
    ...{ customer, currency, rate, lines, totals, discountPercentage, day, decidedDay },
    ...{ life: 'CONVERTED', undecided: 'SENT', invoice: index },
    dueDay: addDays(day, GOOD_FOR_DAYS),
    depositMinor: depositOf(totals.totalMinor),
    paidDay: addDays(decidedDay, random.whole({ from: 0, to: 5 })),
  }
}

function depositOf(totalMinor: bigint): bigint {
  const measure = { unit: 'PERCENTAGE', percentage: DEPOSIT_PERCENTAGE } as const
  return depositTotalMinorOf({ status: 'ENABLED_OPTIONAL', measure }, totalMinor)
}

/** Returns an estimate without invoice. */
function freshOffer(context: PlanContext, day: string): Offer {
  const { profile, base, random } = context
  const lines = planLines(context)
  const totals = totalsOf({ currency: base, lines, discountPercentage: null, taxes: profile.taxes })
  return {
    ...{ lines, totals, day, life: 'SENT', undecided: null, discountPercentage: null, invoice: null },
    customer: random.zipf(profile.customers.length),
    currency: base,
    rate: { units: 1n, scale: 0 },
    dueDay: addDays(day, GOOD_FOR_DAYS),
    depositMinor: depositOf(totals.totalMinor),
    paidDay: null,
    decidedDay: null,
  }
}

/** Returns an estimate that was rejected or expired without a decision. */
function lostOffer(context: PlanContext, day: string): Offer {
  const offer = freshOffer(context, day < context.today ? day : context.today)
  if (offer.dueDay < context.today && context.random.chance(0.4)) return offer
  const decidedDay = addDays(offer.day, context.random.whole({ from: 3, to: 12 }))
  return decidedDay > context.today ? offer : { ...offer, life: 'REJECTED', undecided: 'VIEWED', decidedDay }
}

/** Returns an estimate of each undecided status, two accepted ones, of which one has a paid deposit, and two lost ones. */
function openOffers(context: PlanContext): readonly Offer[] {
  const { today } = context
  const at = (daysAgo: number, change: Partial<Offer>): Offer => ({
    ...freshOffer(context, addDays(today, -daysAgo)),
    ...change,
  })
  return [
    at(16, {
      life: 'ACCEPTED',
      undecided: 'SENT',
      decidedDay: addDays(today, -12),
      paidDay: addDays(today, -9),
    }),
    at(13, { life: 'ACCEPTED', undecided: 'VIEWED', decidedDay: addDays(today, -4) }),
    at(11, { life: 'VIEWED' }),
    at(8, { life: 'SENT' }),
    at(5, { life: 'APPROVED' }),
    at(1, { life: 'DRAFT', depositMinor: 0n }),
    // Expired without a decision.
    at(48, { life: 'SENT' }),
    at(52, { life: 'REJECTED', undecided: 'VIEWED', decidedDay: addDays(today, -45) }),
  ]
}

function withDeposit(invoice: PlannedInvoice, depositMinor: bigint): PlannedInvoice {
  const [payment] = invoice.payments
  if (depositMinor === 0n || payment === undefined) return invoice
  const { day, rate } = invoice
  return {
    ...invoice,
    payments: [
      { day, rate, amountMinor: depositMinor, origin: 'ESTIMATE_DEPOSIT' },
      { ...payment, amountMinor: payment.amountMinor - depositMinor },
    ],
  }
}
