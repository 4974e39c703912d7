import { addDays } from '#books/business-day.ts'
import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import { parseDecimal, type Decimal } from '@counterfoil/money/decimal'
import { calculateTotals, type DocumentTotals } from '@counterfoil/money/document-totals'
import type { InvoiceLife } from '#books/invoices/invoice-life.ts'
import { exchangeMinor } from '#books/receivables/invoice-entry.ts'
import type { DemoProfile } from '../demo-data.ts'
import { byDay, daysInMonth, firstDaysOfMonths } from './days.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The number of whole months before the present one. */
export const MONTHS_BEFORE = 14

type PlannedPayment = {
  readonly day: string
  readonly amountMinor: bigint
  readonly rate: Decimal
  /** `ESTIMATE_DEPOSIT` if the deposit of the estimate paid a part of the invoice on its day. */
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

/** The data from which the books of a business are generated. Days are `yyyy-MM-dd`. */
export type PlanContext = {
  readonly profile: DemoProfile
  readonly base: Currency
  readonly today: string
  readonly random: SeededRandom
}

const TERMS_DAYS = 30
const ONE: Decimal = { units: 1n, scale: 0 }
/** The standard deviation of the monthly change of an exchange rate. */
const RATE_SIGMA = 0.012
/** The usual part of a year's invoices that is due today. */
const DUE_SHARE = { least: 0.09, most: 0.14 }

/** Plans the invoices of fourteen months and the present one, with their payments, in the order of their days. */
export function planInvoices(context: PlanContext): readonly PlannedInvoice[] {
  const rates = planRates(context)
  const drafts = planDays(context).map((day, index) => planInvoice(context, { day, index, rates }))
  const shown = forceStates(drafts, context)
  return holdDueShare(shown, context)
}

/** Converts an amount to the currency of the business. */
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

/** Returns the exchange rate of each foreign currency in each month: a random walk. */
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
  // A customer is always invoiced in the same currency.
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

/** Calculates the totals of lines. */
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

/** Returns one to three lines whose sum is distributed around the median of the business. */
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

/** Returns the payments of an invoice. The customer decides the delay: most pay around the due date, some late, a few very late. */
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

/** The number of latest invoices that each get a given state. None of them is overdue. */
const LATEST = 5

/** Returns the index of the invoice that is overdue today, which is not one of the latest; -1 if there is none. */
function overdueIndexOf(invoices: readonly PlannedInvoice[], today: string): number {
  return invoices.slice(0, -LATEST).findLastIndex(({ dueDay }) => dueDay < addDays(today, -5))
}

/** Changes invoices so that today every status of an invoice occurs. */
function forceStates(invoices: readonly PlannedInvoice[], { today }: PlanContext): readonly PlannedInvoice[] {
  const last = invoices.length - 1
  // Due in the future, whatever its day.
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
    // One invoice is overpaid.
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

/** Adds or removes payments until the amount due is a usual part of the year's invoices. */
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
  // The latest invoices and those forced to be overdue or overpaid keep their state.
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
