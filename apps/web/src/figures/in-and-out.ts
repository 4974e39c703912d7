import { parseMinor, sumMinor } from './amount.ts'
import { addMonths, firstDayOf, monthOf, monthsBetween } from './day.ts'
import type { CashDayRow } from './cash-line.ts'
import { NOTHING_EXCLUDED, type PictureFacts, type Unavailable } from './picture-facts.ts'

/** P2: the money in and out, by month. */
export type InAndOut = InAndOutDrawn | InAndOutEmpty | InAndOutUnavailable

export interface InAndOutDrawn extends PictureFacts {
  /** `young`: all known data is in one month. */
  readonly form: 'full' | 'young'
  /** `payments`: money out is unknown, and money in is only the payments of invoices. */
  readonly source: 'cash' | 'payments'
  /** Up to twelve months; the last one is the current month so far. */
  readonly months: readonly MonthFlow[]
  /** The same days of the month before; undefined if they are unknown. */
  readonly sameDaysBefore?: { readonly inMinor: number; readonly outMinor: number }
  /** The transfers between cash accounts in these months, which count as neither in nor out. */
  readonly movedMinor: number
}

interface InAndOutEmpty extends PictureFacts {
  readonly form: 'empty'
  readonly source: InAndOutDrawn['source']
}

interface InAndOutUnavailable extends Unavailable {
  /** `payments` if the picture would have been made of payments. */
  readonly source?: 'payments'
}

export interface MonthFlow {
  readonly month: string
  /** Money in; null before the first known month. */
  readonly inMinor: number | null
  /** Money out; null before the first known month, and if the provider gives none. */
  readonly outMinor: number | null
}

/** A day of the cash accounts, with the transfers between them, which are neither in nor out. */
export interface FlowDayRow extends CashDayRow {
  readonly moved: string
}

interface DayFlow {
  readonly day: string
  readonly inMinor: number
  readonly outMinor: number
  readonly movedMinor: number
}

const MONTHS = 12

/**
 * Builds P2 from the days of the cash accounts.
 *
 * @param input.cashFrom The first known day.
 * @param input.openingMinor The balance before it. If it is not zero, the books are older than the window.
 * @throws AmountRefused for an amount that cannot be held
 */
export function buildInAndOut(input: {
  readonly cashFrom: string
  readonly openingMinor: number
  readonly days: readonly FlowDayRow[]
  readonly transactions: number | undefined
  readonly today: string
  readonly exponent: number
}): InAndOut {
  const { exponent, today } = input
  const minor = (text: string) => parseMinor(text, exponent)
  const flows = input.days
    .map(({ date, received, spent, moved }) => ({
      day: date,
      inMinor: minor(received),
      outMinor: minor(spent),
      movedMinor: minor(moved),
    }))
    .filter(({ day }) => day <= today)
  const facts: PictureFacts = {
    from: { transactions: input.transactions },
    excluded: NOTHING_EXCLUDED,
    partial: false,
  }
  const known = input.openingMinor === 0 ? earliest(flows) : input.cashFrom
  return draw({ source: 'cash', flows, known, window: input.cashFrom, today, facts })
}

/** A payment of an invoice; negative for a refund. */
export interface PaidOnDay {
  readonly day: string
  readonly minor: number
}

/**
 * Builds P2 from payments of invoices, if nothing else is known.
 *
 * @param input.window The first day of the first month that may be shown.
 */
export function buildInFromPayments(input: {
  readonly payments: readonly PaidOnDay[]
  readonly window: string
  readonly today: string
  readonly facts: PictureFacts
}): InAndOut {
  const { window, today, facts } = input
  const flows = input.payments
    .filter(({ day }) => day <= today)
    .map(({ day, minor }) => ({ day, inMinor: minor, outMinor: 0, movedMinor: 0 }))
  return draw({ source: 'payments', flows, known: earliest(flows), window, today, facts })
}

function draw(options: {
  readonly source: InAndOutDrawn['source']
  readonly flows: readonly DayFlow[]
  readonly known: string | undefined
  readonly window: string
  readonly today: string
  readonly facts: PictureFacts
}): InAndOut {
  const { source, flows, known, window, today, facts } = options
  if (known === undefined) return { form: 'empty', source, ...facts }
  const present = monthOf(today)
  const byMonth = Map.groupBy(flows, ({ day }) => monthOf(day))
  const months = shownMonths({ window, present }).map((month): MonthFlow => {
    const isKnown = month >= monthOf(known)
    const { inMinor, outMinor } = addUp(byMonth.get(month) ?? [])
    return {
      month,
      inMinor: isKnown ? inMinor : null,
      outMinor: isKnown && source === 'cash' ? outMinor : null,
    }
  })
  const first = firstDayOf(months[0]?.month ?? present)
  const moved = flows.filter(({ day }) => day >= first).map(({ movedMinor }) => movedMinor)
  const before = addMonths(present, -1)
  const sameDays = flows.filter(({ day }) => monthOf(day) === before && day.slice(8) <= today.slice(8))
  const isBeforeKnown = known <= firstDayOf(before) && months.some(({ month }) => month === before)
  return {
    form: monthOf(known) === present ? 'young' : 'full',
    source,
    months,
    ...(isBeforeKnown ? { sameDaysBefore: addUp(sameDays) } : {}),
    movedMinor: sumMinor(moved),
    ...facts,
  }
}

/** Returns the current month and up to eleven before it, as far as the window covers them whole. */
export function shownMonths({
  window,
  present,
}: {
  readonly window: string
  readonly present: string
}): readonly string[] {
  const first = window === firstDayOf(monthOf(window)) ? monthOf(window) : addMonths(monthOf(window), 1)
  const earliestShown = addMonths(present, 1 - MONTHS)
  return monthsBetween({ from: first > earliestShown ? first : earliestShown, to: present })
}

function addUp(flows: readonly DayFlow[]): { readonly inMinor: number; readonly outMinor: number } {
  return {
    inMinor: sumMinor(flows.map(({ inMinor }) => inMinor)),
    outMinor: sumMinor(flows.map(({ outMinor }) => outMinor)),
  }
}

function earliest(flows: readonly DayFlow[]): string | undefined {
  return flows.reduce<string | undefined>(
    (first, { day }) => (first === undefined || day < first ? day : first),
    undefined,
  )
}
