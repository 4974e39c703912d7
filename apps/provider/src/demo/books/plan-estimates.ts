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
    /** What is asked for before the work begins, in minor units; 0 without. */
    readonly depositMinor: bigint
    /** When that was paid. */
    readonly paidDay: string | null
    /** When the customer said yes or no. */
    readonly decidedDay: string | null
    /** Which of the invoices it became. */
    readonly invoice: number | null
  }

/** What is asked for ahead. */
export const DEPOSIT_PERCENTAGE = { units: 30n, scale: 0 }

const GOOD_FOR_DAYS = 30
/** So many of the invoices of at least so many times the median were offered before. */
const OFFERED_FROM = 1.5
const OFFERED_SHARE = 0.3
/** Lost ones for each that was won: a little more than half are. */
const LOST_SHARE = 0.8

type Offer = Omit<PlannedEstimate, 'number'>

/**
 * What was offered before it was invoiced, what was offered in vain, and what is open today, in the order of their days;
 * and the invoices, those that were offered with the deposit among their payments.
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
    // One at least, in every business.
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

/** A large one, paid at once and whole, in the currency of the business. */
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

/** Something that did not become an invoice. */
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

/** The customer said no, or nothing until it had expired. */
function lostOffer(context: PlanContext, day: string): Offer {
  const offer = freshOffer(context, day < context.today ? day : context.today)
  if (offer.dueDay < context.today && context.random.chance(0.4)) return offer
  const decidedDay = addDays(offer.day, context.random.whole({ from: 3, to: 12 }))
  return decidedDay > context.today ? offer : { ...offer, life: 'REJECTED', undecided: 'VIEWED', decidedDay }
}

/** One of each that is not decided yet, and two that were accepted: one with its deposit. */
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
    // Nobody answered.
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
