import { addDays, addMonths, daysBetween, daysInMonthOf, firstDayOf, lastDayOf, monthOf } from './day.ts'
import { quantileOf } from './habits.ts'
import { compareTexts } from './picture-facts.ts'

/** A transaction's change of cash (positive in, negative out), in minor units of the business's currency. */
export interface Movement {
  readonly id: string
  readonly day: string
  readonly minor: number
  /** The description, as entered. */
  readonly name: string
  /** The account on the other side of the transaction. */
  readonly account: string
}

type Cadence = 'weekly' | 'fortnightly' | 'monthly' | 'quarterly'

/** The schedule and amount of a repeating payment. */
export interface Repeats {
  readonly cadence: Cadence
  /** Monthly and quarterly: day of the month, 31 for its last. Weekly and fortnightly: day of the week, 0 for Sunday. */
  readonly onDay: number
  /** The expected amount: the median of the last three. */
  readonly minor: number
  readonly lastSeen: string
}

/** A repeating payment with its evidence. Plain JSON. */
export interface RepeatingPayment extends Repeats {
  /** The hash of its group and day, without text of the books, so that a device may store it. */
  readonly key: string
  readonly name: string
  /** The number of times at which the payment was expected. */
  readonly expected: number
  /** The number of expected times at which it came. */
  readonly seen: number
  readonly firstSeen: string
}

/** A repeating payment with all its rows, newest first. */
export interface FoundRepeating {
  readonly payment: RepeatingPayment
  readonly rows: readonly Movement[]
}

/** The number of latest expected times that decide whether a payment repeats. */
const TIMES = 6
/** The fewest payments that make a pattern. */
const MIN_SEEN = 3
/** The part of the median by which an amount may differ from it. */
const TOLERANCE = 0.4
/** The most payments of one name in a month: more frequent ones have no fixed day. */
const MOST_IN_A_MONTH = 5

const STEP_DAYS = { weekly: 7, fortnightly: 14 } as const
const STEP_MONTHS = { monthly: 1, quarterly: 3 } as const
/** The number of days by which a payment may be early or late. */
const SLACK_DAYS: Readonly<Record<Cadence, number>> = { weekly: 1, fortnightly: 2, monthly: 4, quarterly: 7 }

/**
 * Finds repeating payments: the same description, account and direction, at steady intervals, of similar amounts. A payment that
 * was missed when last expected has ended.
 *
 * @param movements Movements until today, without payments of invoices, which are forecast by invoice.
 */
export function findRepeating(movements: readonly Movement[], today: string): readonly FoundRepeating[] {
  const groups = Map.groupBy(
    movements.filter(({ minor }) => minor !== 0),
    (each) => `${each.account} ${plainName(each.name)} ${each.minor > 0 ? 'in' : 'out'}`,
  )
  return [...groups]
    .flatMap(([group, rows]) =>
      seriesOf(rows.toSorted(compareMovements)).map((series) => ({
        payment: describe(group, series),
        rows: series.rows,
      })),
    )
    .filter(
      ({ payment }) => addDays(nextDay(payment, payment.lastSeen), SLACK_DAYS[payment.cadence]) >= today,
    )
    .toSorted(
      ({ payment: one }, { payment: other }) =>
        Math.abs(other.minor) - Math.abs(one.minor) || compareTexts(one.key, other.key),
    )
}

/** Compares movements by day. Two of one day have the same order, whatever order they came in. */
function compareMovements(one: Movement, other: Movement): number {
  return compareTexts(one.day, other.day) || one.minor - other.minor || compareTexts(one.id, other.id)
}

/** Returns the usual amount: the median of the latest three, which are the first of `rows`. */
export function usualMinor(rows: readonly Movement[]): number {
  return quantileOf(
    rows.slice(0, 3).map(({ minor }) => minor),
    0.5,
  )
}

/** Returns the days after `after`, until `until`, on which a payment is expected. A late one is expected on the first. */
export function daysExpected(
  payment: Omit<Repeats, 'minor'>,
  { after, until }: { readonly after: string; readonly until: string },
): readonly string[] {
  const days: string[] = []
  for (let day = nextDay(payment, payment.lastSeen); day <= until; day = nextDay(payment, day)) {
    if (day > after) days.push(day)
    else if (addDays(day, SLACK_DAYS[payment.cadence]) >= after) days.push(addDays(after, 1))
  }
  return days
}

/** Removes numbers from a description, since they change from one payment to the next: "Invoice 1042", "Rent 5/2026". */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/\d+/g, '').replaceAll(/\s+/g, ' ').trim()
}

interface Series {
  readonly cadence: Cadence
  /** The payments, newest first. */
  readonly rows: readonly Movement[]
  /** The days on which a payment was expected, newest first, each with its row if it came. */
  readonly times: readonly (Movement | undefined)[]
}

function seriesOf(rows: readonly Movement[]): readonly Series[] {
  if (rows.length < MIN_SEEN) return []
  const gaps = rows.slice(1).map(({ day }, index) => daysBetween({ from: rows[index]?.day ?? day, to: day }))
  const typical = quantileOf(gaps.slice(-4 * TIMES), 0.5)
  // If payments come on every business day, each day of the week is a series of its own.
  if (typical > 0 && typical <= 4)
    return [...Map.groupBy(rows, ({ day }) => weekdayOf(day)).values()].flatMap((each) =>
      inDays(each, 'weekly'),
    )
  const cadence =
    Math.abs(typical - 7) <= 1 ? 'weekly' : Math.abs(typical - 14) <= 1 ? 'fortnightly' : undefined
  const found = cadence === undefined ? [] : inDays(rows, cadence)
  return found.length > 0 ? found : inMonths(rows)
}

/** Finds a series by walking back from the latest payment in steps of days. */
function inDays(rows: readonly Movement[], cadence: keyof typeof STEP_DAYS): readonly Series[] {
  const last = rows.at(-1)
  const [first] = rows
  if (last === undefined || first === undefined) return []
  const times: (Movement | undefined)[] = [last]
  const earliest = addDays(first.day, -SLACK_DAYS[cadence])
  for (let day = addDays(last.day, -STEP_DAYS[cadence]); day >= earliest;) {
    const row = closestTo(rows, day, cadence)
    times.push(row)
    day = addDays(row?.day ?? day, -STEP_DAYS[cadence])
  }
  return believe(cadence, times)
}

/** Finds series by month. A name may recur on several days: the latest payment begins a series, then the latest other. */
function inMonths(rows: readonly Movement[]): readonly Series[] {
  const months = daysBetween({ from: rows[0]?.day ?? '', to: rows.at(-1)?.day ?? '' }) / 30 + 1
  if (rows.length / months > MOST_IN_A_MONTH) return []
  return (['monthly', 'quarterly'] as const).reduce<{ found: readonly Series[]; left: readonly Movement[] }>(
    ({ found, left }, cadence) => {
      const all = [...found]
      let tried = left
      const others: Movement[] = []
      while (tried.length > 0) {
        const [series] = backInMonths(tried, cadence)
        if (series === undefined) {
          others.push(...tried.slice(-1))
          tried = tried.slice(0, -1)
        } else {
          all.push(series)
          tried = tried.filter((row) => !series.rows.includes(row))
        }
      }
      return { found: all, left: others.toReversed() }
    },
    { found: [], left: rows },
  ).found
}

function backInMonths(rows: readonly Movement[], cadence: keyof typeof STEP_MONTHS): readonly Series[] {
  const last = rows.at(-1)
  const [first] = rows
  if (last === undefined || first === undefined) return []
  const earliest = addDays(first.day, -SLACK_DAYS[cadence])
  const times: (Movement | undefined)[] = []
  for (let month = monthOf(last.day); dayInMonth(month, dayOfMonth(last.day)) >= earliest;) {
    times.push(closestTo(rows, dayInMonth(month, dayOfMonth(last.day)), cadence))
    month = addMonths(month, -STEP_MONTHS[cadence])
  }
  return believe(cadence, times)
}

/** Returns the series if it occurred often enough of late, was not missed more than once, and has similar amounts. */
function believe(cadence: Cadence, times: Series['times']): readonly Series[] {
  const latest = times.slice(0, TIMES).filter((row) => row !== undefined)
  const minors = latest.map(({ minor }) => minor)
  if (latest.length < MIN_SEEN || latest.length < Math.min(TIMES, times.length) - 1) return []
  const median = quantileOf(minors, 0.5)
  const near = minors.filter((minor) => Math.abs(minor - median) <= TOLERANCE * Math.abs(median))
  if (near.length < minors.length - 1) return []
  return [{ cadence, times, rows: times.filter((row) => row !== undefined) }]
}

function describe(group: string, { cadence, rows, times }: Series): RepeatingPayment {
  const latest = times.slice(0, TIMES)
  const days = latest.flatMap((row) => (row === undefined ? [] : [row.day]))
  const lastSeen = days[0] ?? ''
  const isInMonths = cadence === 'monthly' || cadence === 'quarterly'
  const onDay = !isInMonths
    ? weekdayOf(lastSeen)
    : days.every((day) => day === lastDayOf(monthOf(day)))
      ? 31
      : quantileOf(
          days.map((day) => Number(day.slice(8))),
          0.5,
        )
  return {
    key: `${cadence}-${onDay}-${hashOf(group)}`,
    name: rows[0]?.name ?? '',
    cadence,
    onDay,
    minor: usualMinor(rows),
    expected: latest.length,
    seen: days.length,
    firstSeen: days.at(-1) ?? lastSeen,
    lastSeen,
  }
}

function nextDay({ cadence, onDay }: Pick<Repeats, 'cadence' | 'onDay'>, day: string): string {
  if (cadence === 'weekly' || cadence === 'fortnightly') return addDays(day, STEP_DAYS[cadence])
  // A payment a few days before or after the edge of a month belongs to its expected day.
  const around = [-1, 0, 1].map((months) => dayInMonth(addMonths(monthOf(day), months), onDay))
  const expected = around.toSorted((one, other) => distance(one, day) - distance(other, day))[0] ?? day
  return dayInMonth(addMonths(monthOf(expected), STEP_MONTHS[cadence]), onDay)
}

function closestTo(rows: readonly Movement[], target: string, cadence: Cadence): Movement | undefined {
  return rows
    .filter(({ day }) => distance(day, target) <= SLACK_DAYS[cadence])
    .toSorted((one, other) => distance(one.day, target) - distance(other.day, target))[0]
}

function distance(one: string, other: string): number {
  return Math.abs(daysBetween({ from: one, to: other }))
}

/** Returns the day of the month; 31 for the last day of any month. */
function dayOfMonth(day: string): number {
  return day === lastDayOf(monthOf(day)) ? 31 : Number(day.slice(8))
}

function dayInMonth(month: string, day: number): string {
  const first = firstDayOf(month)
  return addDays(first, Math.min(day, daysInMonthOf(first)) - 1)
}

/** Returns the day of the week, 0 for Sunday; 1 January 1970 was a Thursday. */
function weekdayOf(day: string): number {
  return (((daysBetween({ from: '1970-01-01', to: day }) + 4) % 7) + 7) % 7
}

/** Computes the FNV-1a hash, 32 bits. */
function hashOf(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  return (hash >>> 0).toString(36)
}
