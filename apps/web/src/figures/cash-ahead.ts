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

/** How far the line goes on. */
export const AHEAD_DAYS = 60
/** Books with fewer days have no line that could have been tried. */
const MIN_DAYS = 180
/** An earlier day is tried only with so many days of books before it. */
const MIN_DAYS_BEFORE_TRY = 90
const TRY_STEP_DAYS = 7
/** Fewer paid invoices are no habit. */
const MIN_PAID = 3

/** An invoice as far as its money matters, in smallest units of the currency of the business. */
export interface AheadInvoice {
  readonly id: string
  readonly customerId: string
  /** Null where customers may not be seen. */
  readonly customer: string | null
  readonly day: string
  readonly dueDate: string
  readonly minor: number
  readonly payments: readonly { readonly day: string; readonly minor: number }[]
  /** The day on which nothing was left to pay; undefined while something is. */
  readonly paidDay: string | undefined
}

interface AheadMovement extends Movement {
  /** False for payments of invoices, which are expected by invoice, and for transactions that were undone. */
  readonly canRepeat: boolean
}

/** The sources of the line: every movement of cash, and the invoices of a year. */
export interface AheadBooks {
  /** On the accounts of cash and banks today. */
  readonly cashMinor: number
  readonly movements: readonly AheadMovement[]
  readonly invoices: readonly AheadInvoice[]
}

/** One change of the line after today. */
export interface AheadStep {
  readonly day: string
  readonly minor: number
  /** `invoice`: the amount due of one, on the day on which it is usually paid. `repeating`: by `key`. */
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
  /** The ends of the 60 days before today, oldest first. */
  readonly before: readonly number[]
  /** By day. */
  readonly steps: readonly AheadStep[]
  readonly repeating: readonly RepeatingPayment[]
  /** Of each day after today: what else has come or gone until then, as the mean of the tries … */
  readonly rest: readonly number[]
  /** … and how far below the line the lowest of them ended … */
  readonly below: readonly number[]
  /** … and above it the highest; both from zero up. */
  readonly above: readonly number[]
  /** On how many earlier days it was tried, and by how much half of them missed thirty days later, at most. */
  readonly tries: { readonly count: number; readonly missedMinor: number }
  /** Invoices that are later than any was paid: they are not in the line. */
  readonly uncounted: { readonly count: number; readonly minor: number }
  /** Tax that was collected and not paid on, above zero; it is in `cashMinor`. Missing where the books know of none. */
  readonly tax?: OwedTax | undefined
}

export interface OwedTax {
  readonly minor: number
  /** The account of it; null for several. */
  readonly accountId: string | null
}

export type CashAhead =
  CashAheadDrawn | { readonly form: 'young' } | { readonly form: 'unknown' } | Unavailable

/** Finds the payments of the sixty days after a day, as far as it was known on that day. */
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

/** Each open invoice on the day on which its customer, or with few paid invoices any, usually pays one that is as late by now. */
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

/** The ends of the days after a day, from what changes on them. */
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
 * Continues the line of cash for sixty days. Every seventh day of the past is tried in the same way, with the knowledge of that day:
 * the average of the rest in these tries is expected again, and the band is as wide as they missed.
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

/** By how much cash ended above the known payments, on each of the days after each of the days that are tried. */
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

/** The line without the repeating payments that are switched off: the end of each day after today, and its lowest day. */
export function drawAhead(
  { today, cashMinor, steps, rest }: CashAheadDrawn,
  off: ReadonlySet<string>,
): { readonly ends: readonly number[]; readonly low: { readonly day: string; readonly minor: number } } {
  const kept = steps.filter(({ from }) => from.kind === 'invoice' || !off.has(from.key))
  const ends = sumByDay(kept, today).map((minor, index) => sumMinor([cashMinor, minor, rest[index] ?? 0]))
  const low = Math.min(...ends)
  return { ends, low: { day: addDays(today, ends.indexOf(low) + 1), minor: low } }
}
