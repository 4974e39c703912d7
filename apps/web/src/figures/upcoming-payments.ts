import { type FigureCurrency, parseMinorUnitValue, sumMinor } from './amount.ts'
import { addDays, daysBetween } from './day.ts'
import type { Habit } from './habits.ts'
import { comparableOf } from './own-currency.ts'
import { compareTexts, countInvoices, type PictureFacts } from './picture-facts.ts'
import type { OpenInvoiceRow } from './who-owes-you.ts'

/** The number of days that the picture covers. */
export const UPCOMING_DAYS = 60
/** The number of rows that are shown before "and 3 more". */
export const SHOWN_UPCOMING = 7
/** The radius of the largest dot in CSS pixels: a dot's area represents its amount. */
const MAX_RADIUS = 14
const MIN_RADIUS = 3
/** The smallest width of the time line, in CSS pixels. */
const NARROWEST_WIDTH = 480
const MAX_LEVELS = 5

export interface UpcomingRow {
  readonly id: string
  readonly number: string
  /** The customer's name; null if customers may not be seen. */
  readonly customer: string | null
  readonly dueDate: string
  /** The day on which the customer usually pays; null if it is unknown, or equal to the due day. */
  readonly expectedDate: string | null
  /** The amount due in minor units. */
  readonly minor: number
}

/** A dot on the time line. `day` counts from today; `level` 0 is the lowest. */
interface ComingDot {
  readonly id: string
  readonly day: number
  /** The expected day of payment; null if it is after the end of the picture. */
  readonly expectedDay: number | null
  readonly radius: number
  readonly level: number
}

export interface UpcomingPaymentsModel extends PictureFacts {
  readonly form: 'full' | 'empty'
  readonly today: string
  /** The last day of the picture. */
  readonly until: string
  readonly totalMinor: number
  /** The invoices, in the order of their due days. */
  readonly rows: readonly UpcomingRow[]
  readonly dots: readonly ComingDot[]
  readonly levels: number
  /** The customer with the largest amount due among those who usually pay late. */
  readonly usual: { readonly customer: string; readonly daysLate: number } | null
}

/**
 * Builds P5: the upcoming payments of sixty days, which are the amounts due after today.
 *
 * @param about.today ISO day in the zone of the business.
 * @param about.habits Habits of customers with enough paid invoices; empty while none were read.
 */
export function buildUpcomingPayments(
  rows: readonly OpenInvoiceRow[],
  about: {
    readonly today: string
    readonly currency: FigureCurrency
    readonly habits: readonly Pick<Habit, 'customerId' | 'median'>[]
    readonly partial: boolean
  },
): UpcomingPaymentsModel {
  const { today } = about
  const until = addDays(today, UPCOMING_DAYS)
  const open = rows.filter(({ dueDate }) => dueDate > today && dueDate <= until)
  const { counted, excluded } = countInvoices(open)
  const { kind, sum } = comparableOf(counted, about.currency)
  const medians = new Map(about.habits.map(({ customerId, median }) => [customerId, median]))
  const due = counted
    .map((row) => ({
      row,
      minor: sum([{ row, minor: parseMinorUnitValue(row.amountDue.minorUnitValue) }]).minor,
    }))
    .filter(({ minor }) => minor > 0)
    .toSorted(
      (one, other) =>
        compareTexts(one.row.dueDate, other.row.dueDate) ||
        other.minor - one.minor ||
        compareTexts(one.row.id, other.row.id),
    )
  const shown = due.map(({ row, minor }) => ({
    id: row.id,
    number: row.invoiceNumber,
    customer: row.customer?.name ?? null,
    dueDate: row.dueDate,
    expectedDate: findExpectedDay(row.dueDate, { median: medianOf(row, medians), today }),
    minor,
  }))
  const dots = placeDots(shown, today)
  return {
    form: shown.length === 0 ? 'empty' : 'full',
    today,
    until,
    totalMinor: sumMinor(shown.map(({ minor }) => minor)),
    rows: shown,
    dots,
    levels: Math.max(1, ...dots.map(({ level }) => level + 1)),
    usual: findUsual(due, medians),
    from: { invoices: shown.length },
    excluded,
    partial: about.partial,
    isAbout: kind === 'about',
  }
}

/** Returns the expected day of payment, never before today, even if a customer usually pays early. */
function findExpectedDay(
  dueDate: string,
  about: { readonly median: number; readonly today: string },
): string | null {
  const usual = addDays(dueDate, about.median)
  const expected = usual < about.today ? about.today : usual
  return expected === dueDate ? null : expected
}

/** Returns the median delay in days after the due day; 0 if it is unknown. */
function medianOf({ customer }: OpenInvoiceRow, medians: ReadonlyMap<string, number>): number {
  return (customer == null ? undefined : medians.get(customer.id)) ?? 0
}

function findUsual(
  due: readonly { readonly row: OpenInvoiceRow; readonly minor: number }[],
  medians: ReadonlyMap<string, number>,
): UpcomingPaymentsModel['usual'] {
  const sums = new Map<string, { customer: string; sum: number; daysLate: number }>()
  for (const { row, minor } of due) {
    const daysLate = medianOf(row, medians)
    if (daysLate <= 0 || row.customer == null) continue
    const { id, name } = row.customer
    sums.set(id, { customer: name, sum: (sums.get(id)?.sum ?? 0) + minor, daysLate })
  }
  const [first] = [...sums.values()].toSorted(
    (one, other) => other.sum - one.sum || compareTexts(one.customer, other.customer),
  )
  return first === undefined ? null : { customer: first.customer, daysLate: first.daysLate }
}

/** Places dots, largest first, on the lowest level where they touch no other dot; on the highest level they may. */
function placeDots(rows: readonly UpcomingRow[], today: string): readonly ComingDot[] {
  const most = Math.max(1, ...rows.map(({ minor }) => minor))
  const widthOfDay = NARROWEST_WIDTH / UPCOMING_DAYS
  const dots: ComingDot[] = []
  for (const row of rows.toSorted((one, other) => other.minor - one.minor)) {
    const day = daysBetween({ from: today, to: row.dueDate })
    const expectedDay = row.expectedDate === null ? null : daysBetween({ from: today, to: row.expectedDate })
    const radius = Math.max(MIN_RADIUS, Math.round(MAX_RADIUS * Math.sqrt(row.minor / most)))
    const isFree = (level: number) =>
      dots.every(
        (dot) => dot.level !== level || Math.abs(dot.day - day) * widthOfDay >= dot.radius + radius + 2,
      )
    let level = 0
    while (level < MAX_LEVELS - 1 && !isFree(level)) level += 1
    dots.push({
      id: row.id,
      day,
      expectedDay: expectedDay === null || expectedDay > UPCOMING_DAYS ? null : expectedDay,
      radius,
      level,
    })
  }
  return dots.toSorted((one, other) => one.day - other.day || compareTexts(one.id, other.id))
}
