import { parseMinor, parseMinorUnitValue } from './amount.ts'
import { daysBetween } from './day.ts'
import { compareTexts, countInvoices, type InvoiceHead, type PictureFacts } from './picture-facts.ts'

/** Fewer paid invoices make no habit. */
const MIN_PAID = 3

export interface PaymentRow {
  /** Text in the currency of the invoice; below zero when it was paid back. */
  readonly amount: string | null
  readonly paymentDate: string | null
  /** Units of the currency of the business for one unit of the invoice's; decimal text. */
  readonly exchangeRate?: string | null
  /** False once it was deleted. */
  readonly active: boolean | null
  readonly createdAt: string
}

/** By the id of the invoice; null where the provider gave none, and no entry where they did not come. */
export type PaymentsByInvoice = ReadonlyMap<string, readonly (PaymentRow | null)[] | null>

interface PaidInvoiceRow extends InvoiceHead {
  readonly dueDate: string
  readonly customer: { readonly id: string; readonly name: string }
  readonly total: { readonly minorUnitValue: string; readonly currency: { readonly exponent: number } }
  /** Null: not read. */
  readonly payments: readonly (PaymentRow | null)[] | null
}

/** How many days after the due day a customer pays; below zero is early. */
export interface Habit {
  readonly customerId: string
  readonly customer: string
  readonly paid: number
  readonly median: number
  /** The middle half of the payments lies from here … */
  readonly quartile1: number
  /** … to here. */
  readonly quartile3: number
  readonly earliest: number
  readonly latest: number
}

export interface HabitsModel extends PictureFacts {
  readonly form: 'full' | 'empty'
  /** Who pays latest comes first. */
  readonly rows: readonly Habit[]
}

/**
 * When customers pay, by the day of the payment that left nothing to pay. No money is added up, so that invoices in every
 * currency count.
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

/** The day of the payment after which nothing was left to pay, and nothing has been since. */
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

/** How many days late invoices are usually paid; below zero is early. Undefined for too few of them. */
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
 * The value below which this part of the numbers lies, by linear interpolation between neighbours, rounded to a whole number,
 * halves away from zero. The same as `percentile_cont` of SQL.
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
