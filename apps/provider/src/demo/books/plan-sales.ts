import { addDays } from '#books/business-day.ts'
import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import { parseDecimal, type Decimal } from '@counterfoil/money/decimal'
import { calculateTotals, type DocumentTotals } from '@counterfoil/money/document-totals'
import type { InvoiceLife } from '#books/invoices/invoice-life.ts'
import { exchangeMinor } from '#books/receivables/invoice-entry.ts'
import type { DemoProfile } from './demo-profile.ts'
import { byDay, daysInMonth, firstDaysOfMonths } from './days.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Whole months before the one of today. */
export const MONTHS_BEFORE = 14

type PlannedPayment = {
  readonly day: string
  readonly amountMinor: bigint
  readonly rate: Decimal
  /** What was paid ahead for an estimate is put to its invoice on the day of that. */
  readonly origin: 'MANUAL' | 'ESTIMATE_DEPOSIT'
}

export type PlannedInvoice = {
  readonly customer: number
  readonly currency: Currency
  readonly rate: Decimal
  readonly number: string
  readonly day: string
  readonly dueDay: string
  readonly life: InvoiceLife
  readonly lines: readonly {
    readonly product: number
    readonly quantity: Decimal
    readonly unitPrice: Decimal
  }[]
  readonly discountPercentage: Decimal | null
  readonly totals: DocumentTotals
  readonly payments: readonly PlannedPayment[]
}

/** What the generator of a business knows. Days are `yyyy-MM-dd`. */
export type PlanContext = {
  readonly profile: DemoProfile
  readonly base: Currency
  readonly today: string
  readonly random: SeededRandom
}

const TERMS_DAYS = 30
const ONE: Decimal = { units: 1n, scale: 0 }
/** A rate walks so far in a month. */
const RATE_SIGMA = 0.012
/** What is due of a year's invoices. */
const DUE_SHARE = { least: 0.09, most: 0.14 }

/** Invoices of fourteen months and the present one, with what was paid on them, in the order of their days. */
export function planInvoices(context: PlanContext): readonly PlannedInvoice[] {
  const rates = planRates(context)
  const drafts = planDays(context).map((day, index) => planInvoice(context, { day, index, rates }))
  const shown = forceStates(drafts, context)
  return holdDueShare(shown, context)
}

/** In the currency of the business. */
export function baseOf(
  context: Pick<PlanContext, 'base'>,
  invoice: Pick<PlannedInvoice, 'currency' | 'rate'>,
  minor: bigint,
): bigint {
  return exchangeMinor({ currency: invoice.currency, rate: invoice.rate, baseCurrency: context.base }, minor)
}

export function paidOf({ payments }: Pick<PlannedInvoice, 'payments'>): bigint {
  return payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

function planDays({ profile, today, random }: PlanContext): readonly string[] {
  return firstDaysOfMonths(today, MONTHS_BEFORE)
    .flatMap((first) => {
      const month = Number.parseInt(first.slice(5, 7), 10) - 1
      const days = daysInMonth(first)
      const length = first.slice(0, 7) === today.slice(0, 7) ? Number.parseInt(today.slice(8), 10) : days
      const count = Math.round(profile.invoicesAMonth * (profile.season[month] ?? 1) * (length / days))
      return Array.from({ length: Math.max(1, count) }, (_, index) =>
        // A retainer is invoiced on the first of the month.
        addDays(first, index === 0 ? 0 : random.whole({ from: 0, to: length - 1 })),
      )
    })
    .toSorted()
}

/** The rate of each foreign currency in each month: a walk. */
function planRates({ profile, today, random }: PlanContext): ReadonlyMap<string, Decimal> {
  const rates = new Map<string, Decimal>()
  for (const { code, rate } of profile.foreign) {
    let now = rate
    for (const first of firstDaysOfMonths(today, MONTHS_BEFORE)) {
      now *= random.lognormal({ median: 1, sigma: RATE_SIGMA })
      rates.set(`${code} ${first.slice(0, 7)}`, { units: BigInt(Math.round(now * 10_000)), scale: 4 })
    }
  }
  return rates
}

function planInvoice(
  context: PlanContext,
  {
    day,
    index,
    rates,
  }: { readonly day: string; readonly index: number; readonly rates: ReadonlyMap<string, Decimal> },
): PlannedInvoice {
  const { profile, base, random, today } = context
  const customer = random.zipf(profile.customers.length)
  // Who is invoiced in another currency always is.
  const foreign = customer % 3 === 0 ? undefined : profile.foreign[(customer % 3) - 1]
  const currency = foreign === undefined ? base : knownCurrency(foreign.code)
  const rateOn = (on: string) => rates.get(`${currency.code} ${on.slice(0, 7)}`) ?? ONE
  const lines = planLines(context)
  const discountPercentage = random.chance(0.05) ? { units: 10n, scale: 0 } : null
  const taxes = foreign === undefined ? profile.taxes : []
  const totals = totalsOf({ currency, lines, discountPercentage, taxes })
  const dueDay = addDays(day, TERMS_DAYS)
  const payments = planPayments(context, { customer, dueDay, totalMinor: totals.totalMinor })
    .filter((payment) => payment.day <= today)
    .map((payment) => ({
      ...payment,
      day: payment.day < day ? day : payment.day,
      rate: rateOn(payment.day),
      origin: 'MANUAL' as const,
    }))
    .toSorted(byDay)
  const life = random.pick<InvoiceLife>(['SENT', 'SENT', 'VIEWED', 'VIEWED', 'SAVED'])
  return {
    ...{ customer, currency, day, dueDay, lines, discountPercentage, totals, payments, life },
    rate: rateOn(day),
    number: (1001 + index).toString(),
  }
}

/** What lines come to. */
export function totalsOf({
  currency,
  lines,
  discountPercentage,
  taxes,
}: Pick<PlannedInvoice, 'currency' | 'discountPercentage' | 'lines'> &
  Pick<DemoProfile, 'taxes'>): DocumentTotals {
  const rates = taxes.map(({ rate }) => ({ rate: parseDecimal(rate) ?? ONE, isCompound: false }))
  const totals = calculateTotals({
    currency,
    lines: lines.map(({ quantity, unitPrice }) => ({ quantity, unitPrice, taxes: rates })),
    discount: discountPercentage === null ? null : { kind: 'PERCENTAGE', percentage: discountPercentage },
  })
  if ('kind' in totals) throw new Error('A document of the demonstration is too large')
  return totals
}

/** What is sold: one to three things, together around the median of the business. */
export function planLines({ profile, random }: PlanContext): PlannedInvoice['lines'] {
  const drawn = random.lognormal({ median: profile.medianInvoiceMinor, sigma: profile.sigma })
  const targetMinor = Math.min(
    Math.max(drawn, profile.medianInvoiceMinor * 0.15),
    profile.medianInvoiceMinor * 6,
  )
  const count = random.whole({ from: 1, to: Math.min(3, profile.products.length) })
  const from = random.whole({ from: 0, to: profile.products.length - 1 })
  return Array.from({ length: count }, (_, index) => {
    const quantity = random.whole({ from: 1, to: 8 })
    const priceMinor = Math.max(100, Math.round(targetMinor / count / quantity / 25) * 25)
    return {
      product: (from + index) % profile.products.length,
      quantity: { units: BigInt(quantity), scale: 0 },
      unitPrice: { units: BigInt(priceMinor), scale: 2 },
    }
  })
}

/** When a customer pays, by who it is: most around the due date, some always late, a few very late. */
function planPayments(
  { random }: PlanContext,
  {
    customer,
    dueDay,
    totalMinor,
  }: { readonly customer: number; readonly dueDay: string; readonly totalMinor: bigint },
): readonly Omit<PlannedPayment, 'origin' | 'rate'>[] {
  const kind = (customer * 37) % 100
  const [least, most] = kind < 45 ? [-3, 5] : kind < 75 ? [0, 10] : kind < 93 ? [20, 50] : [90, 130]
  const day = addDays(dueDay, random.whole({ from: least ?? 0, to: most ?? 0 }))
  if (random.chance(0.12)) {
    const half = totalMinor / 2n
    return [
      { day: addDays(day, -random.whole({ from: 5, to: 15 })), amountMinor: half },
      { day, amountMinor: totalMinor - half },
    ]
  }
  const extra = random.chance(0.01) ? BigInt(random.whole({ from: 5, to: 50 }) * 100) : 0n
  return [{ day, amountMinor: totalMinor + extra }]
}

/** So many of the last invoices have a state of their own each: none of them is due. */
const LATEST = 5

/** The invoice that is overdue today: not recent, so that it was due; -1 when there is none. */
function overdueIndexOf(invoices: readonly PlannedInvoice[], today: string): number {
  return invoices.slice(0, -LATEST).findLastIndex(({ dueDay }) => dueDay < addDays(today, -5))
}

/** Every status that an invoice can show is there today. */
function forceStates(invoices: readonly PlannedInvoice[], { today }: PlanContext): readonly PlannedInvoice[] {
  const last = invoices.length - 1
  // Not due yet, whenever it was written.
  const open = (invoice: PlannedInvoice, life: InvoiceLife): PlannedInvoice => ({
    ...{ ...invoice, life, payments: [] },
    dueDay: invoice.dueDay > today ? invoice.dueDay : addDays(today, 10),
  })
  const wanted: ReadonlyMap<number, (invoice: PlannedInvoice) => PlannedInvoice> = new Map<
    number,
    (invoice: PlannedInvoice) => PlannedInvoice
  >([
    [last, (invoice) => ({ ...invoice, life: 'DRAFT', payments: [] })],
    [last - 1, (invoice) => open(invoice, 'SAVED')],
    [last - 2, (invoice) => open(invoice, 'SENT')],
    [last - 3, (invoice) => open(invoice, 'VIEWED')],
    [last - 4, (invoice) => ({ ...open(invoice, 'VIEWED'), payments: partOf(invoice, today) })],
  ])
  const overdue = overdueIndexOf(invoices, today)
  return invoices.map((invoice, index) => {
    const force = wanted.get(index)
    if (force !== undefined) return force(invoice)
    if (index === overdue) return { ...invoice, life: 'SENT', payments: [] }
    // And one that was paid too much.
    if (index === overdue - 3) return { ...invoice, payments: tooMuchOf(invoice) }
    return invoice
  })
}

function partOf({ day, rate, totals }: PlannedInvoice, today: string): readonly PlannedPayment[] {
  const later = addDays(day, 2)
  return [{ day: later < today ? later : today, rate, amountMinor: totals.totalMinor / 3n, origin: 'MANUAL' }]
}

function tooMuchOf({ dueDay, rate, totals }: PlannedInvoice): readonly PlannedPayment[] {
  return [{ day: addDays(dueDay, -1), rate, amountMinor: totals.totalMinor + 2_500n, origin: 'MANUAL' }]
}

/** Lets customers pay, or not yet, until what is due is a usual part of what a year's invoices came to. */
function holdDueShare(invoices: readonly PlannedInvoice[], context: PlanContext): readonly PlannedInvoice[] {
  const { today } = context
  const counted = [...invoices]
  const yearAgo = addDays(today, -365)
  const dueOf = (invoice: PlannedInvoice) =>
    invoice.life === 'DRAFT' ? 0n : baseOf(context, invoice, invoice.totals.totalMinor - paidOf(invoice))
  const yearMinor = counted
    .filter(({ day, life }) => day > yearAgo && life !== 'DRAFT')
    .reduce((sum, invoice) => sum + baseOf(context, invoice, invoice.totals.totalMinor), 0n)
  let dueMinor = counted.reduce((sum, invoice) => sum + dueOf(invoice), 0n)
  const share = () => Number(dueMinor) / Number(yearMinor)
  // The last ones and those forced to be overdue or overpaid keep their state.
  const free = counted.length - LATEST
  const overdue = overdueIndexOf(counted, today)
  for (let index = 0; index < free && share() > DUE_SHARE.most; index += 1) {
    const invoice = counted[index]
    if (invoice === undefined || index === overdue || dueOf(invoice) <= 0n) continue
    dueMinor -= dueOf(invoice)
    const amountMinor = invoice.totals.totalMinor - paidOf(invoice)
    const day = addDays(today, -1) < invoice.day ? today : addDays(today, -1)
    counted[index] = {
      ...invoice,
      payments: [...invoice.payments, { day, rate: invoice.rate, amountMinor, origin: 'MANUAL' }],
    }
  }
  for (let index = free - 1; index >= 0 && share() < DUE_SHARE.least; index -= 1) {
    const invoice = counted[index]
    if (invoice === undefined || dueOf(invoice) !== 0n || invoice.payments.length === 0) continue
    counted[index] = { ...invoice, payments: [] }
    dueMinor += baseOf(context, invoice, invoice.totals.totalMinor)
  }
  return counted
}
