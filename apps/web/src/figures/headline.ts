import {
  type FigureCurrency,
  isNothing,
  type MoneySum,
  parseMinor,
  parseMinorUnitValue,
  sumMinor,
} from './amount.ts'
import type { CashLine } from './cash-line.ts'
import { addDays, addMonths, daysInMonthOf, firstDayOf, monthOf } from './day.ts'
import { conversionOf } from './own-currency.ts'
import { countInvoices, type PictureFacts } from './picture-facts.ts'
import type { Profit, ProfitMonthRow } from './profit.ts'
import { daysExpected, type Repeats } from './repeating.ts'
import type { OpenInvoiceRow, WhoOwesYou } from './who-owes-you.ts'

/** The first sentence of the overview: the cash, the amount owed, and the late part of it. */
export interface Headline {
  /** The cash; null while it is unknown. */
  readonly cash: HeadlineAmount | null
  readonly owed: HeadlineAmount | null
  readonly late: HeadlineAmount | null
}

export interface HeadlineAmount extends MoneySum {
  /** True while rows are missing: the amount is a lower bound. */
  readonly atLeast: boolean
  /** True if amounts in other currencies were converted. */
  readonly isAbout?: boolean
}

/** Builds the headline from the numbers of P1 and P3, and no others. */
export function buildHeadline(cash: CashLine, owed: WhoOwesYou): Headline {
  const isOwed = owed.form === 'full'
  return {
    cash:
      cash.form === 'full' || cash.form === 'accounts'
        ? { minor: cash.endMinor, atLeast: cash.partial }
        : null,
    owed: isOwed
      ? { ...owed.total, ...certaintyOf(owed) }
      : owed.form === 'empty'
        ? { minor: 0, atLeast: false }
        : null,
    late: isOwed ? { ...owed.late, ...certaintyOf(owed) } : null,
  }
}

function certaintyOf({ partial, isAbout = false }: PictureFacts) {
  return { atLeast: partial, isAbout }
}

/** The number of days in the outlook, today included. */
const OUTLOOK_DAYS = 14

/** The second paragraph of the overview: this month's profit, and upcoming payments. */
export interface Outlook {
  /** The profit of the month so far, and of the same days before, in minor units. Null while one is unknown. */
  readonly profit: { readonly since: string; readonly minor: number; readonly beforeMinor: number } | null
  /** The unpaid amounts due within {@link OUTLOOK_DAYS}. Null while they are unknown. */
  readonly due: HeadlineAmount | null
  /** The sum of repeating payments within the same days, above zero. Undefined if none is known. */
  readonly goes?: { readonly minor: number }
}

/** Returns the days of the month before that this month is compared with: as many as have passed, if there are as many. */
export function sameDaysBefore(today: string): { readonly beforeFrom: string; readonly beforeTo: string } {
  const beforeFrom = firstDayOf(addMonths(monthOf(today), -1))
  const days = Math.min(Number(today.slice(8)), daysInMonthOf(beforeFrom))
  return { beforeFrom, beforeTo: addDays(beforeFrom, days - 1) }
}

/**
 * @param about.before The months of {@link sameDaysBefore}; undefined if they were not read.
 * @param about.open Open invoices, earliest due day first; undefined if they may not be seen.
 * @param about.isPart True if there are more open invoices than `open` holds.
 * @param about.repeating The repeating payments.
 * @throws AmountRefused for an amount that cannot be held
 */
export function buildOutlook(about: {
  readonly today: string
  readonly currency: FigureCurrency
  readonly profit: Profit
  readonly before: readonly ProfitMonthRow[] | undefined
  readonly open: readonly OpenInvoiceRow[] | undefined
  readonly isPart: boolean
  readonly repeating: readonly Repeats[]
}): Outlook {
  const minor = goesOf(about)
  return { profit: profitOf(about), due: dueOf(about), ...(minor === 0 ? {} : { goes: { minor } }) }
}

function goesOf({ today, repeating }: { readonly today: string; readonly repeating: readonly Repeats[] }) {
  const days = { after: addDays(today, -1), until: addDays(today, OUTLOOK_DAYS - 1) }
  return sumMinor(
    repeating
      .filter(({ minor }) => minor < 0)
      .flatMap((payment) => daysExpected(payment, days).map(() => -payment.minor)),
  )
}

function profitOf({
  today,
  currency,
  profit,
  before,
}: Pick<Parameters<typeof buildOutlook>[0], 'today' | 'currency' | 'profit' | 'before'>): Outlook['profit'] {
  if (before === undefined || (profit.form !== 'full' && profit.form !== 'young')) return null
  const read = (text: string) => parseMinor(text, currency.exponent)
  return {
    since: firstDayOf(monthOf(today)),
    minor: profit.months.find(({ month }) => month === monthOf(today))?.profitMinor ?? 0,
    beforeMinor: sumMinor(before.flatMap(({ income, expenses }) => [read(income), -read(expenses)])),
  }
}

function dueOf({
  today,
  currency,
  open,
  isPart,
}: Pick<Parameters<typeof buildOutlook>[0], 'today' | 'currency' | 'open' | 'isPart'>): Outlook['due'] {
  if (open === undefined) return null
  const until = addDays(today, OUTLOOK_DAYS - 1)
  const { counted } = countInvoices(open.filter(({ dueDate }) => dueDate >= today && dueDate <= until))
  const { kind, sum } = conversionOf(counted, currency)
  // The sum is only complete if an invoice that is due later was read.
  const atLeast = isPart && open.every(({ dueDate }) => dueDate <= until)
  const total = sum(
    counted
      .map((row) => ({ row, minor: parseMinorUnitValue(row.amountDue.minorUnitValue) }))
      .filter(({ minor }) => minor > 0),
  )
  return atLeast && isNothing(total) ? null : { ...total, atLeast, isAbout: kind === 'about' }
}
