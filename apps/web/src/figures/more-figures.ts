import type { MorePicturesQuery, MorePicturesQueryVariables } from '#generated/operations.ts'
import { type AccountBalancesModel, buildAccountBalances } from './account-balances.ts'
import { type FigureCurrency, parseMinorUnitValue } from './amount.ts'
import { type BestCustomersModel, buildBestCustomers } from './best-customers.ts'
import { addDays, dayIn, firstDayOfYearUntil } from './day.ts'
import { buildHabits, type HabitsModel, type PaymentsByInvoice } from './habits.ts'
import { buildInvoiceProgress, type InvoiceProgressModel, PROGRESS_DAYS } from './invoice-progress.ts'
import { orFailed, orUnavailable, type Unavailable, whyUnread } from './picture-facts.ts'
import { buildUpcomingPayments, type UpcomingPaymentsModel } from './upcoming-payments.ts'
import { buildWhatSells, type WhatSellsModel } from './what-sells.ts'

/** The figures under "More pictures". */
export interface MoreFigures {
  /** An ISO instant. */
  readonly readAt: string
  readonly currency: FigureCurrency
  readonly coming: UpcomingPaymentsModel | Unavailable
  readonly bestCustomers: BestCustomersModel | Unavailable
  readonly whatSells: WhatSellsModel | Unavailable
  readonly habits: HabitsModel | Unavailable
  readonly ladder: AccountBalancesModel | Unavailable
  readonly journey: InvoiceProgressModel | Unavailable
}

export type MoreAnswer = NonNullable<MorePicturesQuery['business']>
export type YearRow = NonNullable<MoreAnswer['year']>['edges'][number]['node']

/** Returns the variables of the query `MorePictures`. The range of days includes today in every time zone. */
export function moreVariables(about: {
  /** Null: the only business that the connection covers. */
  readonly businessId: string | null
  readonly atMs: number
  readonly scopes: readonly string[]
}): MorePicturesQueryVariables {
  const today = dayIn({ zone: null, instant: new Date(about.atMs).toISOString() })
  return {
    id: about.businessId,
    yearFrom: firstDayOfYearUntil(addDays(today, -1)),
    to: addDays(today, 1),
    changedAfter: `${addDays(today, -PROGRESS_DAYS - 1)}T00:00:00Z`,
    seesAccounts: about.scopes.includes('account:read'),
    seesCustomers: about.scopes.includes('customer:read'),
    seesInvoices: about.scopes.includes('invoice:read'),
    seesProducts: about.scopes.includes('product:read'),
  }
}

/** Returns the ids of invoices whose payments show when a customer pays: the fully paid ones. */
export function findPaidIds(rows: readonly YearRow[]): readonly string[] {
  return rows.filter(isPaid).map(({ id }) => id)
}

interface AboutMore {
  /** The ISO instant of the reading. */
  readonly readAt: string
  readonly scopes: readonly string[]
  /** The invoices of the year, from all pages that were read. */
  readonly year: readonly YearRow[]
  /** The payments of paid invoices; a missing entry was not read. */
  readonly payments: PaymentsByInvoice
}

/** Builds every picture. A picture that cannot be built contains the reason and does not affect the others. */
export function buildMoreFigures(answer: MoreAnswer, about: AboutMore): MoreFigures {
  const { currency } = answer
  const context: Context = { answer, about, today: dayIn({ zone: answer.timezone, instant: about.readAt }) }
  const habits = orFailed(orUnavailable(() => habitsOf(context)))
  return {
    readAt: about.readAt,
    currency: { code: currency.code, exponent: currency.exponent },
    coming: orFailed(orUnavailable(() => comingOf(context, habits))),
    bestCustomers: orFailed(orUnavailable(() => bestCustomersOf(context))),
    whatSells: orFailed(orUnavailable(() => whatSellsOf(context))),
    habits,
    ladder: orUnavailable(() => ladderOf(context)),
    journey: orFailed(orUnavailable(() => journeyOf(context))),
  }
}

interface Context {
  readonly answer: MoreAnswer
  readonly about: AboutMore
  readonly today: string
}

interface List {
  readonly pageInfo: { readonly totalCount: number | null }
  readonly edges: readonly unknown[]
}

function isPart({ pageInfo, edges }: List): boolean {
  return edges.length < (pageInfo.totalCount ?? 0)
}

function isPartOfYear({ answer, about }: Context): boolean {
  return about.year.length < (answer.year?.pageInfo.totalCount ?? 0)
}

function comingOf(context: Context, habits: MoreFigures['habits']): MoreFigures['coming'] {
  const { open, currency } = context.answer
  if (open == null) return whyUnread(context.about, 'invoice:read')
  return buildUpcomingPayments(
    open.edges.map(({ node }) => node),
    {
      today: context.today,
      currency,
      habits: habits.form === 'full' ? habits.rows : [],
      partial: isPart(open),
    },
  )
}

function bestCustomersOf(context: Context): MoreFigures['bestCustomers'] {
  const rows = context.about.year.flatMap(({ customer, ...row }) =>
    customer === undefined ? [] : [{ ...row, customer }],
  )
  if (context.answer.year == null || rows.length < context.about.year.length)
    return whyUnread(context.about, 'invoice:read', 'customer:read')
  return buildBestCustomers(rows, {
    today: context.today,
    currency: context.answer.currency,
    partial: isPartOfYear(context),
  })
}

function whatSellsOf(context: Context): MoreFigures['whatSells'] {
  const rows = context.about.year.flatMap(({ items, ...row }) =>
    items === undefined ? [] : [{ ...row, items }],
  )
  if (context.answer.year == null || rows.length < context.about.year.length)
    return whyUnread(context.about, 'invoice:read', 'product:read')
  return buildWhatSells(rows, {
    today: context.today,
    currency: context.answer.currency,
    partial: isPartOfYear(context),
  })
}

function habitsOf(context: Context): MoreFigures['habits'] {
  const { payments, year } = context.about
  const first = firstDayOfYearUntil(context.today)
  if (context.answer.year == null || year.some(({ customer }) => customer === undefined))
    return whyUnread(context.about, 'invoice:read', 'customer:read')
  const paid = year.filter(
    (row) => isPaid(row) && row.invoiceDate >= first && row.invoiceDate <= context.today,
  )
  const rows = paid.flatMap(({ customer, ...row }) =>
    customer === undefined ? [] : [{ ...row, customer, payments: payments.get(row.id) ?? null }],
  )
  return buildHabits(rows, { partial: isPartOfYear(context) })
}

function ladderOf(context: Context): MoreFigures['ladder'] {
  const { accounts, currency } = context.answer
  if (accounts == null) return whyUnread(context.about, 'account:read')
  return buildAccountBalances(
    accounts.edges.flatMap(({ node }) => (node == null ? [] : [node])),
    { exponent: currency.exponent, partial: isPart(accounts) },
  )
}

function journeyOf(context: Context): MoreFigures['journey'] {
  const { changed, timezone } = context.answer
  if (changed == null) return whyUnread(context.about, 'invoice:read')
  return buildInvoiceProgress(
    changed.edges.map(({ node }) => node),
    { today: context.today, timezone, partial: isPart(changed) },
  )
}

function isPaid({ status, amountDue, total }: Pick<YearRow, 'status' | 'amountDue' | 'total'>): boolean {
  return (
    status !== 'DRAFT' &&
    parseMinorUnitValue(total.minorUnitValue) > 0 &&
    parseMinorUnitValue(amountDue.minorUnitValue) <= 0
  )
}
