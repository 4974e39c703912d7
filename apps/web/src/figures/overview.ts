import type { OverviewQuery, OverviewQueryVariables } from '#generated/operations.ts'
import { type FigureCurrency, parseMinor } from './amount.ts'
import { buildCashLine, type CashDays, type CashLine } from './cash-line.ts'
import { addDays, addMonths, dayIn, daysBetween, firstDayOf, monthOf } from './day.ts'
import { buildHeadline, type Headline, type Outlook, sameDaysBefore } from './headline.ts'
import { buildInAndOut, type FlowDayRow, type InAndOut } from './in-and-out.ts'
import { buildMoneyIn, type PaidInvoices } from './money-in.ts'
import type { MovedUp } from './moved-up.ts'
import { orUnavailable, type Unread, whyUnread } from './picture-facts.ts'
import { buildProfit, type Profit } from './profit.ts'
import type { SinceLastLookModel } from './since-last-look.ts'
import type { ToDo } from './to-do.ts'
import { type AgedSums, buildWhoOwesYou, type WhoOwesYou } from './who-owes-you.ts'

/** The figures of a business's overview. Plain JSON: it is sent with the page, rows are not. */
export interface OverviewFigures {
  readonly readAt: string
  /** The day of `readAt` in the business's time zone. */
  readonly today: string
  /** The business's time zone. Null: days are counted in UTC, which the page says. */
  readonly zone: string | null
  readonly currency: FigureCurrency
  /** True if the books are empty; false while that is unknown. */
  readonly isEmpty: boolean
  readonly headline: Headline
  readonly cashLine: CashLine
  readonly inAndOut: InAndOut
  readonly whoOwesYou: WhoOwesYou
  readonly profit: Profit
  /** Undefined if none of its amounts could be added up. */
  readonly outlook?: Outlook
  /** The things to do; undefined if not all open invoices were read. */
  readonly toDo?: readonly ToDo[]
  /** The further pictures that are shown among the first ones. */
  readonly movedUp?: MovedUp
  /** The changes since the last visit; null if there are none, or while they are unknown. */
  readonly sinceLastLook?: SinceLastLookModel | null
}

/** The answer, with the `edges` of further pages joined to `open`. `pageInfo.totalCount` shows whether all were read. */
export type OverviewAnswer = Omit<NonNullable<OverviewQuery['business']>, 'aged'> & {
  readonly aged?: AgedSums | null
}

interface AboutOverview {
  /** The ISO instant of the reading. */
  readonly readAt: string
  /** The permissions that the person granted. */
  readonly scopes: readonly string[]
  /** True if the provider has transactions and reports. */
  readonly offersTransactions: boolean
  /** The payments of invoices, if they were requested in place of transactions. */
  readonly paid?: PaidInvoices | undefined
  /** The number of open invoices in the business's currency, requested only if not all invoices were read. */
  readonly openInOwnCurrency?: number | undefined
}

/** The operation that reads a further page of `open`, given by `page`; the rows have the same shape and name. */
export const OPEN_PAGES = 'OpenInvoices'

/** The longest range of days that the provider accepts. */
const MAX_CASH_DAYS = 366
const MONTHS_BEFORE = 11

/**
 * Returns the variables of `Overview` at an instant. The business's time zone is not yet known: days and reports begin early enough
 * in every zone, and end today there. Transactions are counted until the earliest possible today, and on each later one.
 */
export function overviewVariables(about: {
  readonly businessId: string
  readonly atMs: number
  readonly scopes: readonly string[]
}): OverviewQueryVariables {
  const utcDay = dayIn({ zone: null, instant: new Date(about.atMs).toISOString() })
  const dayAfter = addDays(utcDay, 1)
  const earliest = addDays(utcDay, -1)
  const from = (months: number) => firstDayOf(addMonths(monthOf(earliest), months))
  const isTooLong = daysBetween({ from: from(-MONTHS_BEFORE), to: dayAfter }) > MAX_CASH_DAYS
  return {
    id: about.businessId,
    cashFrom: from(isTooLong ? 1 - MONTHS_BEFORE : -MONTHS_BEFORE),
    profitFrom: `${earliest.slice(0, 4)}-01-01`,
    ...sameDaysBefore(utcDay),
    dayBefore: earliest,
    utcDay,
    dayAfter,
    seesAccounts: about.scopes.includes('account:read'),
    seesCustomers: about.scopes.includes('customer:read'),
    seesInvoices: about.scopes.includes('invoice:read'),
    seesTransactions: about.scopes.includes('transaction:read'),
    invoicesEstimates: ['estimate:read', 'estimate:write', 'invoice:write'].every((scope) =>
      about.scopes.includes(scope),
    ),
  }
}

/** Builds every picture of the overview. A picture that cannot be built contains the reason and does not affect the others. */
export function buildOverview(
  answer: OverviewAnswer,
  about: AboutOverview & { readonly variables: OverviewQueryVariables },
): OverviewFigures {
  const today = dayIn({ zone: answer.timezone, instant: about.readAt })
  const context: Context = { answer, about, today }
  const cashLine = orUnavailable(() => cashLineOf(context))
  const whoOwesYou = orUnavailable(() => whoOwesYouOf(context))
  const inAndOut = orUnavailable(() => inAndOutOf(context))
  const profit = orUnavailable(() => profitOf(context))
  return {
    readAt: about.readAt,
    today,
    zone: answer.timezone,
    currency: { code: answer.currency.code, exponent: answer.currency.exponent },
    isEmpty: isEmpty(context) && cashLine.form === 'empty',
    headline: buildHeadline(cashLine, whoOwesYou),
    cashLine,
    inAndOut,
    whoOwesYou,
    profit,
  }
}

interface Context {
  readonly answer: OverviewAnswer
  readonly about: AboutOverview & { readonly variables: OverviewQueryVariables }
  readonly today: string
}

function cashLineOf(context: Context): CashLine {
  const { accounts, currency } = context.answer
  if (accounts == null) return whyUnread(context.about, 'account:read')
  return buildCashLine({
    accounts: accounts.edges.flatMap(({ node }) => (node == null ? [] : [node])),
    accountsInAll: totalOf(accounts) ?? accounts.edges.length,
    cash: cashDaysOf(context),
    transactions: transactionsOf(context),
    today: context.today,
    exponent: currency.exponent,
  })
}

function cashDaysOf(context: Context): (CashDays & { readonly days: readonly FlowDayRow[] }) | Unread {
  const { cash } = context.answer
  if (cash == null) return whyUnread(context.about, 'transaction:read')
  return { from: context.about.variables.cashFrom, opening: cash.opening, days: cash.days }
}

function inAndOutOf(context: Context): InAndOut {
  const { currency } = context.answer
  const cash = cashDaysOf(context)
  if ('form' in cash) return cash.why === 'not_offered' ? moneyInOf(context) : cash
  return buildInAndOut({
    cashFrom: cash.from,
    openingMinor: parseMinor(cash.opening, currency.exponent),
    days: cash.days,
    transactions: transactionsOf(context),
    today: context.today,
    exponent: currency.exponent,
  })
}

function moneyInOf(context: Context): InAndOut {
  const { about, answer, today } = context
  if (about.paid === undefined) return { ...whyUnread(about, 'invoice:read'), source: 'payments' }
  return buildMoneyIn(about.paid, { window: about.variables.cashFrom, today, currency: answer.currency })
}

function whoOwesYouOf(context: Context): WhoOwesYou {
  const { open, overpaid, drafts, invoices, currency } = context.answer
  if (open == null) return whyUnread(context.about, 'invoice:read')
  const lists = [open, ...(overpaid == null ? [] : [overpaid])]
  const { openInOwnCurrency } = context.about
  return buildWhoOwesYou({
    rows: lists.flatMap(({ edges }) => edges.map(({ node }) => node)),
    aged: context.answer.aged ?? undefined,
    isForeignPossible: openInOwnCurrency === undefined || openInOwnCurrency < (totalOf(open) ?? 0),
    drafts: totalOf(drafts) ?? 0,
    invoices: totalOf(invoices),
    today: context.today,
    currency,
    partial: overpaid == null || lists.some((list) => list.edges.length < (totalOf(list) ?? Infinity)),
  })
}

function profitOf(context: Context): Profit {
  const { profit, currency } = context.answer
  if (profit == null) return whyUnread(context.about, 'transaction:read')
  return buildProfit({
    months: profit.months,
    basis: profit.basis,
    transactions: transactionsOf(context),
    today: context.today,
    exponent: currency.exponent,
  })
}

/** Returns the number of transactions until today in the business's time zone. */
function transactionsOf({ answer, about, today }: Context): number | undefined {
  const { utcDay, dayAfter } = about.variables
  return addTotals([
    totalOf(answer.transactions),
    ...(utcDay <= today ? [totalOf(answer.onUtcDay)] : []),
    ...(dayAfter <= today ? [totalOf(answer.onDayAfter)] : []),
  ])
}

/** Returns the sum; undefined if one of the totals is unknown. */
function addTotals(totals: readonly (number | undefined)[]): number | undefined {
  return totals.reduce(
    (sum, total) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  )
}

/** Returns the number of rows on all pages; undefined if the list was not read. */
function totalOf(
  list: { readonly pageInfo: { readonly totalCount: number | null } } | null | undefined,
): number | undefined {
  return list?.pageInfo.totalCount ?? undefined
}

/** Returns true if every list was read and is empty. */
function isEmpty({ answer }: Context): boolean {
  const { invoices, transactions, onUtcDay, onDayAfter } = answer
  return [invoices, transactions, onUtcDay, onDayAfter].every((list) => totalOf(list) === 0)
}
