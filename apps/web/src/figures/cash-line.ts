import { parseMinor, sumMinor } from './amount.ts'
import { addDays, daysBetween, lastDayOf, monthOf, monthsBetween } from './day.ts'
import {
  compareTexts,
  NOTHING_EXCLUDED,
  type PictureFacts,
  type Unavailable,
  type Unread,
} from './picture-facts.ts'

/** P1: the balance of cash over time. */
export type CashLine = CashLineDrawn | CashByAccount | CashEmpty | Unavailable

export interface CashLineDrawn extends PictureFacts {
  readonly form: 'full'
  readonly endMinor: number
  readonly end: string
  /** The first day of the line, with the balance before it. */
  readonly start: string
  readonly startMinor: number
  /** The closing balances of every seventh day back from today, the first day and the lowest day: oldest first. */
  readonly points: readonly DayClose[]
  /** The first of the days with the lowest balance. */
  readonly low: DayClose
  readonly monthEnds: readonly DayClose[]
  readonly accounts: readonly AccountBalance[]
}

/** The accounts without a line: the books are young, their days are unknown, or they differ from the accounts' balances. */
export interface CashByAccount extends PictureFacts {
  readonly form: 'accounts'
  readonly why: 'young' | 'differs' | Unread['why']
  readonly endMinor: number
  readonly accounts: readonly AccountBalance[]
}

interface CashEmpty extends PictureFacts {
  readonly form: 'empty'
}

export interface DayClose {
  readonly day: string
  readonly minor: number
}

export interface AccountBalance {
  readonly id: string
  readonly name: string
  /** The balance; null if the provider gives none. */
  readonly minor: number | null
}

export interface CashAccountRow {
  readonly id: string
  readonly name: string
  readonly isArchived: boolean
  readonly balanceInBusinessCurrency: string | null
}

export interface CashDayRow {
  readonly date: string
  readonly received: string
  readonly spent: string
  readonly balance: string
}

/** The days of the cash accounts, oldest first; days without movements are left out. */
export interface CashDays {
  readonly from: string
  readonly opening: string
  readonly days: readonly CashDayRow[]
}

/** The age in days below which books have no line yet. */
const YOUNG_DAYS = 31
const WEEK_DAYS = 7

/**
 * @param input.cash The days, or the reason why there are none.
 * @throws AmountRefused for an amount that cannot be held
 */
export function buildCashLine(input: {
  readonly accounts: readonly CashAccountRow[]
  readonly accountsInAll: number
  readonly cash: CashDays | Unread
  readonly transactions: number | undefined
  readonly today: string
  readonly exponent: number
}): CashLine {
  const { cash, today, exponent } = input
  const accounts = readAccounts(input.accounts, exponent)
  const endMinor = sumMinor(accounts.map(({ minor }) => minor ?? 0))
  const facts: PictureFacts = {
    from: { transactions: input.transactions, accounts: accounts.length },
    excluded: NOTHING_EXCLUDED,
    partial: input.accounts.length < input.accountsInAll || accounts.some(({ minor }) => minor === null),
  }
  const byAccount = (why: CashByAccount['why']): CashByAccount => ({
    form: 'accounts',
    why,
    endMinor,
    accounts,
    ...facts,
  })
  if (accounts.length === 0) return { form: 'empty', ...facts }
  if ('form' in cash) return byAccount(cash.why)

  const closes = readCloses(cash, today, exponent)
  const start = startOf(cash, closes, exponent)
  const isMoved = start !== undefined
  if (!isMoved && accounts.every(({ minor }) => minor === 0)) return { form: 'empty', ...facts }
  if (!isMoved || daysBetween({ from: start.day, to: today }) < YOUNG_DAYS) return byAccount('young')
  if ((closes.at(-1)?.minor ?? start.minor) !== endMinor) return byAccount('differs')
  const line = { start, closes, today }
  const low = lowestOf(line)
  return {
    form: 'full',
    endMinor,
    end: today,
    start: start.day,
    startMinor: start.minor,
    points: drawnPoints(line, low),
    low,
    monthEnds: monthEndsOf(line),
    accounts,
    ...facts,
  }
}

/** Returns the accounts, largest first. Archived accounts are included only with a balance. */
function readAccounts(rows: readonly CashAccountRow[], exponent: number): readonly AccountBalance[] {
  return rows
    .map(({ id, name, isArchived, balanceInBusinessCurrency: balance }) => ({
      id,
      name,
      isArchived,
      minor: balance === null ? null : parseMinor(balance, exponent),
    }))
    .filter(({ isArchived, minor }) => !isArchived || minor !== 0)
    .map(({ id, name, minor }) => ({ id, name, minor }))
    .toSorted(
      (a, b) => (b.minor ?? 0) - (a.minor ?? 0) || compareTexts(a.name, b.name) || compareTexts(a.id, b.id),
    )
}

function readCloses({ days }: CashDays, today: string, exponent: number): readonly DayClose[] {
  return days
    .filter(({ date }) => date <= today)
    .map(({ date, balance }) => ({ day: date, minor: parseMinor(balance, exponent) }))
    .toSorted((a, b) => compareTexts(a.day, b.day))
}

/** Returns the start of the line: the window's first day, or the first movement if the books began inside the window. */
function startOf(cash: CashDays, closes: readonly DayClose[], exponent: number): DayClose | undefined {
  const opening = parseMinor(cash.opening, exponent)
  if (opening !== 0) return { day: cash.from, minor: opening }
  const [first] = closes
  return first && { day: first.day, minor: 0 }
}

interface Line {
  readonly start: DayClose
  readonly closes: readonly DayClose[]
  readonly today: string
}

/**
 * Returns the closing balances of days; before the first movement, the start's balance.
 *
 * @param days In their order, so that the balances are passed once.
 */
function closesOn({ start, closes }: Line, days: readonly string[]): readonly DayClose[] {
  let { minor } = start
  let at = 0
  return days.map((day) => {
    for (let next = closes[at]; next !== undefined && next.day <= day; next = closes[at]) {
      minor = next.minor
      at += 1
    }
    return { day, minor }
  })
}

/** Returns the day with the lowest closing balance. The balance before the line does not count. */
function lowestOf(line: Line): DayClose {
  return [...closesOn(line, [line.start.day]), ...line.closes].reduce((low, close) =>
    close.minor < low.minor ? close : low,
  )
}

function drawnPoints(line: Line, low: DayClose): readonly DayClose[] {
  const { start, today } = line
  const days = new Set([start.day, low.day, today])
  for (let day = today; day > start.day; day = addDays(day, -WEEK_DAYS)) days.add(day)
  return closesOn(line, [...days].toSorted(compareTexts))
}

/** Returns the close of every month's last day; of the current month, that of today. */
function monthEndsOf(line: Line): readonly DayClose[] {
  const { start, today } = line
  const ends = monthsBetween({ from: monthOf(start.day), to: monthOf(today) }).map((month) => {
    const last = lastDayOf(month)
    return last < today ? last : today
  })
  return closesOn(line, ends)
}
