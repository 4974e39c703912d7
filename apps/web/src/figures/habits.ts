import { parseMinor, parseMinorUnitValue } from './amount.ts'
import { daysBetween } from './day.ts'
import { compareTexts, countInvoices, type InvoiceHead, type PictureFacts } from './picture-facts.ts'

/** The fewest paid invoices that show a habit. */
const MIN_PAID = 3

export interface PaymentRow {
  /** The amount as decimal text in the currency of the invoice; negative for a refund. */
  readonly amount: string | null
  readonly paymentDate: string | null
  /** Units of the business's currency per unit of the invoice's; decimal text. */
  readonly exchangeRate?: string | null
  /** False if the payment was deleted. */
  readonly active: boolean | null
  readonly createdAt: string
}

/** The payments by invoice id; null if the provider gave none, no entry if they were not read. */
export type PaymentsByInvoice = ReadonlyMap<string, readonly (PaymentRow | null)[] | null>

interface PaidInvoiceRow extends InvoiceHead {
  readonly dueDate: string
  readonly customer: { readonly id: string; readonly name: string }
  readonly total: { readonly minorUnitValue: string; readonly currency: { readonly exponent: number } }
  /** Null if the payments were not read. */
  readonly payments: readonly (PaymentRow | null)[] | null
}

/** The delays of a customer's payments, in days after the due day; negative is early. */
export interface Habit {
  readonly customerId: string
  readonly customer: string
  readonly paid: number
  readonly median: number
  /** The first quartile of the delays, in days. */
  readonly quartile1: number
  /** The third quartile of the delays, in days. */
  readonly quartile3: number
  readonly earliest: number
  readonly latest: number
}

export interface HabitsModel extends PictureFacts {
  readonly form: 'full' | 'empty'
  /** The customers, latest payer first. */
  readonly rows: readonly Habit[]
}

/**
 * Builds P9: when customers usually pay, by the day of the payment that settled an invoice. No money is added up, so that invoices
 * in every currency count.
 */
export function buildHabits(
  rows: readonly PaidInvoiceRow[],
  about: { readonly partial: boolean },
): HabitsModel {
  const { counted, excluded } = countInvoices(rows)
  const byCustomer = new Map<string, { customer: string; days: number[] }>()
  let invoices = 0
  for (const row of counted) {
    const day = findPaidDay(row)
    if (day === undefined) continue
    invoices += 1
    const { id, name } = row.customer
    const known = byCustomer.get(id) ?? { customer: name, days: [] }
    known.days.push(daysBetween({ from: row.dueDate, to: day }))
    byCustomer.set(id, known)
  }
  const habits = [...byCustomer]
    .filter(([, { days }]) => days.length >= MIN_PAID)
    .map(([customerId, { customer, days }]) => buildHabit({ customerId, customer }, days))
    .toSorted(
      (one, other) =>
        other.median - one.median ||
        compareTexts(one.customer, other.customer) ||
        compareTexts(one.customerId, other.customerId),
    )
  return {
    form: habits.length === 0 ? 'empty' : 'full',
    rows: habits,
    from: { invoices },
    excluded,
    partial: about.partial || counted.some(({ payments }) => payments === null),
  }
}

/** Returns the day of the payment that settled the invoice for good. Undefined if an amount is due. */
export function findPaidDay(row: PaidInvoiceRow): string | undefined {
  const { exponent } = row.total.currency
  const payments = (row.payments ?? [])
    .flatMap((payment) => {
      if (payment === null || payment.active === false || payment.paymentDate === null) return []
      const { amount, paymentDate: day, createdAt } = payment
      return [{ day, createdAt, paid: parseMinor(amount ?? '0', exponent) }]
    })
    .toSorted(
      (one, other) => compareTexts(one.day, other.day) || compareTexts(one.createdAt, other.createdAt),
    )
  let due = parseMinorUnitValue(row.total.minorUnitValue)
  let paidDay: string | undefined
  for (const { day, paid } of payments) {
    const wasDue = due > 0
    due -= paid
    if (due > 0) paidDay = undefined
    else if (wasDue) paidDay = day
  }
  return paidDay
}

/** Returns the median delay of paid invoices in days; negative is early. Undefined for too few of them. */
export function usuallyLate(
  paid: readonly { readonly dueDate: string; readonly paidDay: string }[],
): number | undefined {
  if (paid.length < MIN_PAID) return undefined
  return quantileOf(
    paid.map(({ dueDate, paidDay }) => daysBetween({ from: dueDate, to: paidDay })),
    0.5,
  )
}

function buildHabit(who: { customerId: string; customer: string }, days: readonly number[]): Habit {
  return {
    ...who,
    paid: days.length,
    median: quantileOf(days, 0.5),
    quartile1: quantileOf(days, 0.25),
    quartile3: quantileOf(days, 0.75),
    earliest: Math.min(...days),
    latest: Math.max(...days),
  }
}

/**
 * Returns the quantile of numbers, by linear interpolation between neighbours, rounded to a whole number, halves away from zero.
 * The same as `percentile_cont` of SQL.
 *
 * @param part From 0 to 1.
 * @throws RangeError for no numbers at all
 */
export function quantileOf(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const place = part * (sorted.length - 1)
  const low = sorted[Math.floor(place)]
  const high = sorted[Math.ceil(place)]
  if (low === undefined || high === undefined) throw new RangeError('No numbers have no quantile')
  const between = low + (high - low) * (place - Math.floor(place))
  return (Math.sign(between) || 0) * Math.round(Math.abs(between)) + 0
}
