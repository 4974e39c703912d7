import { sumMinor } from './amount.ts'
import { addDays, daysBetween } from './day.ts'
import { quantileOf } from './habits.ts'
import { compareTexts, type PictureFacts, type Unavailable } from './picture-facts.ts'
import {
  daysExpected,
  findRepeating,
  type FoundRepeating,
  type Movement,
  type RepeatingPayment,
  usualMinor,
} from './repeating.ts'

/** The number of days that the forecast covers. */
export const AHEAD_DAYS = 60
/** The fewest days of books for a forecast that can be tested on the past. */
const MIN_DAYS = 180
/** The days of books that must precede a day on which the forecast is tested. */
const MIN_DAYS_BEFORE_TRY = 90
const TRY_STEP_DAYS = 7
/** The fewest paid invoices that show a payment habit. */
const MIN_PAID = 3

/** An invoice with amounts in minor units of the business's currency. */
export interface AheadInvoice {
  readonly id: string
  readonly customerId: string
  /** The customer's name; null if customers may not be seen. */
  readonly customer: string | null
  readonly day: string
  readonly dueDate: string
  readonly minor: number
  readonly payments: readonly { readonly day: string; readonly minor: number }[]
  /** The day on which the invoice was fully paid. Undefined while an amount is due. */
  readonly paidDay: string | undefined
}

interface AheadMovement extends Movement {
  /** False for payments of invoices, which are forecast by invoice, and for reversed transactions. */
  readonly canRepeat: boolean
}

/** The sources of the forecast: all cash movements, and the invoices of a year. */
export interface AheadBooks {
  /** The balance of cash and bank accounts today. */
  readonly cashMinor: number
  readonly movements: readonly AheadMovement[]
  readonly invoices: readonly AheadInvoice[]
}

/** A forecast change of cash on a day after today. */
export interface AheadStep {
  readonly day: string
  readonly minor: number
  /** `invoice`: the amount due of an invoice, on its expected day of payment. `repeating`: a repeating payment, by its `key`. */
  readonly from:
    | {
        readonly kind: 'invoice'
        readonly id: string
        readonly customer: string | null
        readonly dueDate: string
      }
    | { readonly kind: 'repeating'; readonly key: string }
}

export interface CashAheadDrawn extends PictureFacts {
  readonly form: 'full'
  readonly today: string
  readonly cashMinor: number
  /** The closing balances of the 60 days before today, oldest first. */
  readonly before: readonly number[]
  /** The forecast changes, in the order of their days. */
  readonly steps: readonly AheadStep[]
  readonly repeating: readonly RepeatingPayment[]
  /** For each day after today: the other income or spending up to that day, as the mean of the tests on earlier days. */
  readonly rest: readonly number[]
  /** For each day after today: how far the lowest test ended below the forecast, zero or more. */
  readonly below: readonly number[]
  /** For each day after today: how far the highest test ended above the forecast, zero or more. */
  readonly above: readonly number[]
  /** The number of tests on earlier days, and the median of their errors after thirty days. */
  readonly tries: { readonly count: number; readonly missedMinor: number }
  /** The invoices that are later than any paid one was: they are not in the forecast. */
  readonly uncounted: { readonly count: number; readonly minor: number }
  /** The collected tax that is still owed, above zero; it is included in `cashMinor`. Undefined if the books have none. */
  readonly tax?: OwedTax | undefined
}

export interface OwedTax {
  readonly minor: number
  /** The id of the tax account; null if there are several. */
  readonly accountId: string | null
}

export type CashAhead =
  CashAheadDrawn | { readonly form: 'young' } | { readonly form: 'unknown' } | Unavailable

/** Finds the forecast changes of the sixty days after a day, with the knowledge of that day. */
function findSteps(books: Pick<AheadBooks, 'invoices'>, found: readonly FoundRepeating[], today: string) {
  const until = addDays(today, AHEAD_DAYS)
  const regular = found.flatMap(({ payment, rows }) => {
    const known = rows.filter(({ day }) => day <= today)
    const [last] = known
    if (last === undefined) return []
    const minor = usualMinor(known)
    return daysExpected({ ...payment, lastSeen: last.day }, { after: today, until }).map(
      (day): AheadStep => ({ day, minor, from: { kind: 'repeating', key: payment.key } }),
    )
  })
  const { steps, uncounted } = stepsOfInvoices(books.invoices, today)
  return { uncounted, steps: [...regular, ...steps.filter(({ day }) => day <= until)] }
}

/** Forecasts open invoices by the median of their customer's delays (or all delays) longer than the present delay. */
function stepsOfInvoices(invoices: readonly AheadInvoice[], today: string) {
  const late = invoices.flatMap(({ customerId, dueDate, paidDay }) =>
    paidDay === undefined || paidDay > today
      ? []
      : [{ customerId, days: daysBetween({ from: dueDate, to: paidDay }) }],
  )
  const all = late.map(({ days }) => days)
  const byCustomer = Map.groupBy(late, ({ customerId }) => customerId)
  const steps: AheadStep[] = []
  const uncounted: number[] = []
  for (const invoice of invoices) {
    const { id, customer, customerId, dueDate } = invoice
    const minor = dueOn(invoice, today)
    if (minor <= 0) continue
    const soFar = daysBetween({ from: dueDate, to: today })
    const own = (byCustomer.get(customerId) ?? []).map(({ days }) => days)
    const later = [own.length < MIN_PAID ? [] : own, all]
      .map((habit) => habit.filter((days) => days > soFar))
      .find(({ length }) => length > 0)
    if (later === undefined && soFar >= 0) uncounted.push(minor)
    else
      steps.push({
        day: addDays(dueDate, later === undefined ? 0 : quantileOf(later, 0.5)),
        minor,
        from: { kind: 'invoice', id, customer, dueDate },
      })
  }
  return { steps, uncounted: { count: uncounted.length, minor: sumMinor(uncounted) } }
}

/** Returns the amount due at the end of a day. */
function dueOn({ day, minor, payments }: AheadInvoice, on: string): number {
  if (day > on) return 0
  return sumMinor([minor, ...payments.filter((paid) => paid.day <= on).map((paid) => -paid.minor)])
}

/** Returns the sums of changes until each of the sixty days after a day. */
function sumByDay(
  changes: readonly { readonly day: string; readonly minor: number }[],
  after: string,
): number[] {
  const days = Array.from({ length: AHEAD_DAYS }, () => 0)
  for (const { day, minor } of changes) {
    const index = daysBetween({ from: after, to: day }) - 1
    if (index >= 0 && index < AHEAD_DAYS) days[index] = sumMinor([days[index] ?? 0, minor])
  }
  let sum = 0
  return days.map((minor) => (sum = sumMinor([sum, minor])))
}

/**
 * Forecasts cash for sixty days. The same forecast is tested on every seventh day of the past, with the knowledge of that day: the
 * mean of the remaining changes in these tests is added to the forecast, and the band is as wide as their errors.
 */
export function buildCashAhead(books: AheadBooks, today: string): Exclude<CashAhead, Unavailable> {
  const [first] = books.movements.map(({ day }) => day).toSorted(compareTexts)
  if (first === undefined || daysBetween({ from: first, to: today }) < MIN_DAYS) return { form: 'young' }
  const found = findRepeating(
    books.movements.filter(({ canRepeat, day }) => canRepeat && day <= today),
    today,
  )
  const { steps, uncounted } = findSteps(books, found, today)
  if (steps.length === 0) return { form: 'unknown' }
  const misses = tryEarlierDays(books, { found, first, today })
  const ofDay = Array.from({ length: AHEAD_DAYS }, (_, index) => misses.map((miss) => miss[index] ?? 0))
  const rest = ofDay.map((each) => Math.round(sumMinor(each) / each.length))
  const month = (ofDay[29] ?? []).map((miss) => Math.abs(miss - (rest[29] ?? 0)))
  return {
    form: 'full',
    today,
    cashMinor: books.cashMinor,
    before: endsBefore(books, today),
    steps: steps.toSorted((one, other) => compareTexts(one.day, other.day) || other.minor - one.minor),
    repeating: found.map(({ payment }) => payment),
    uncounted,
    rest,
    below: ofDay.map((each, index) => Math.max(0, (rest[index] ?? 0) - Math.min(...each))),
    above: ofDay.map((each, index) => Math.max(0, Math.max(...each) - (rest[index] ?? 0))),
    tries: { count: misses.length, missedMinor: quantileOf(month, 0.5) },
    from: { transactions: books.movements.length, invoices: books.invoices.length },
    excluded: { drafts: 0, unknownStatus: 0 },
    partial: false,
  }
}

/** Returns for each tested day how far cash ended above the known payments, on each of the days after it. */
function tryEarlierDays(
  books: AheadBooks,
  {
    found,
    first,
    today,
  }: { readonly found: readonly FoundRepeating[]; readonly first: string; readonly today: string },
): readonly (readonly number[])[] {
  const tries: number[][] = []
  const earliest = addDays(first, MIN_DAYS_BEFORE_TRY)
  for (let day = addDays(today, -AHEAD_DAYS); day >= earliest; day = addDays(day, -TRY_STEP_DAYS)) {
    const really = sumByDay(books.movements, day)
    const known = sumByDay(findSteps(books, found, day).steps, day)
    tries.push(really.map((minor, index) => minor - (known[index] ?? 0)))
  }
  return tries
}

function endsBefore({ cashMinor, movements }: AheadBooks, today: string): readonly number[] {
  const start = addDays(today, -AHEAD_DAYS)
  const ends = sumByDay(
    movements.filter(({ day }) => day <= today),
    start,
  )
  const opening = cashMinor - (ends.at(-1) ?? 0)
  return ends.map((minor) => opening + minor)
}

/** Returns the forecast without the repeating payments that are switched off: the close of each day, and the lowest day. */
export function drawAhead(
  { today, cashMinor, steps, rest }: CashAheadDrawn,
  off: ReadonlySet<string>,
): { readonly ends: readonly number[]; readonly low: { readonly day: string; readonly minor: number } } {
  const kept = steps.filter(({ from }) => from.kind === 'invoice' || !off.has(from.key))
  const ends = sumByDay(kept, today).map((minor, index) => sumMinor([cashMinor, minor, rest[index] ?? 0]))
  const low = Math.min(...ends)
  return { ends, low: { day: addDays(today, ends.indexOf(low) + 1), minor: low } }
}
