import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type { PeriodQuery, PeriodQueryVariables, SoldInPeriodQuery } from '#generated/operations.ts'
import { type FigureCurrency, parseMinor, parseMinorUnitValue, sumMinor } from '../amount.ts'
import { dayIn } from '../day.ts'
import { comparableOf } from '../own-currency.ts'
import { daysOfPeriod, type Period, type PeriodFault, readPeriodChoice } from '../period.ts'
import { compareTexts, countInvoices, orUnavailable, type Unavailable, whyUnread } from '../picture-facts.ts'
import { askPages } from './read-payments.ts'

/** The figures of a period, each with that of the period before, in minor units. */
export interface PeriodFigures {
  /** An ISO instant. */
  readonly readAt: string
  readonly currency: FigureCurrency
  readonly zone: string | null
  /** The day of `readAt` in the business's time zone. */
  readonly today: string
  readonly period: Period | { readonly fault: PeriodFault }
  readonly profit: ProfitOfPeriod | Unavailable
  readonly cash: CashOfPeriod | Unavailable
  readonly sold: SoldOfPeriod | Unavailable
}

/** An amount of the period, and the one of the period before. */
export type Compared = readonly [minor: number, beforeMinor: number]

interface ProfitOfPeriod {
  readonly form: 'full'
  readonly income: Compared
  readonly costs: Compared
  readonly profit: Compared
  readonly months: readonly {
    readonly month: string
    readonly incomeMinor: number
    readonly costsMinor: number
  }[]
}

interface CashOfPeriod {
  readonly form: 'full'
  readonly received: Compared
  readonly spent: Compared
  readonly end: Compared
}

interface SoldOfPeriod {
  readonly form: 'full'
  /** The products, largest amount first. */
  readonly rows: readonly { readonly id: string; readonly name: string; readonly sold: Compared }[]
  readonly total: Compared
  /** True if amounts in other currencies were converted. */
  readonly isAbout: boolean
}

/** The most pages of invoices: reading more would take longer than anyone waits. */
const MAX_PAGES = 16

type Reading = Omit<Parameters<FiguresReader>[0], 'name'>
type Business = NonNullable<PeriodQuery['business']>
type SoldPage = NonNullable<Business['sold']>
type SoldRow = SoldPage['edges'][number]['node']

/**
 * Reads the figures of the period in an address.
 * @param search The query of the address, see {@link readPeriodChoice}.
 */
export async function readPeriod(reading: Reading, search: string): Promise<PeriodFigures> {
  const readAt = new Date(reading.atMs).toISOString()
  const utcDay = dayIn({ zone: null, instant: readAt })
  const choice = readPeriodChoice(search)
  const onDay = (day: string) => ('fault' in choice ? choice : daysOfPeriod(choice, day))
  const first = await ask(reading, withDays(onDay(utcDay), utcDay))
  const today = dayIn({ zone: first.timezone, instant: readAt })
  const period = onDay(today)
  const { code, exponent } = first.currency
  const about = { readAt, zone: first.timezone, currency: { code, exponent }, today, period }
  if ('fault' in period) {
    const nothing: Unavailable = { form: 'unavailable', why: 'failed' }
    return { ...about, profit: nothing, cash: nothing, sold: nothing }
  }
  // The business's time zone has another day than UTC.
  const business = today === utcDay ? first : await ask(reading, period)
  const allowed = allowedBy(reading)
  return {
    ...about,
    profit: orUnavailable(() => profitOf(business, exponent) ?? whyUnread(allowed, 'transaction:read')),
    cash: orUnavailable(() => cashOf(business, exponent) ?? whyUnread(allowed, 'transaction:read')),
    sold: await readSold(reading, { business, period, currency: about.currency }),
  }
}

/** Returns the days of a period; for a fault a single day, since the business's time zone is requested with it. */
function withDays(period: ReturnType<typeof daysOfPeriod>, day: string): Period {
  return 'fault' in period ? { from: day, to: day, before: { from: day, to: day } } : period
}

/** Returns the granted permissions, and whether the provider has transactions and reports. */
function allowedBy({ connection, offers }: Reading) {
  const offersTransactions = offers.includes('transactions') && offers.includes('reports')
  return { scopes: connection.scopes, offersTransactions }
}

async function ask(reading: Reading, { from, to, before }: Period): Promise<Business> {
  const { scopes, offersTransactions } = allowedBy(reading)
  const variables: PeriodQueryVariables = {
    ...{ id: reading.connection.businessId, from, to, beforeFrom: before.from, beforeTo: before.to },
    seesTransactions: offersTransactions && scopes.includes('transaction:read'),
    seesSold: scopes.includes('invoice:read') && scopes.includes('product:read'),
  }
  const { data } = await reading.ask({ operationName: 'Period', variables })
  const { business } = data as PeriodQuery
  if (business == null) throw new Error('a business was neither answered nor refused')
  return business
}

function profitOf({ profit, profitBefore }: Business, exponent: number): ProfitOfPeriod | undefined {
  if (profit == null || profitBefore == null) return undefined
  const monthsOf = ({ months }: NonNullable<Business['profit']>) =>
    months.map(({ month, income, expenses }) => ({
      ...{ month: month.slice(0, 7), incomeMinor: parseMinor(income, exponent) },
      costsMinor: parseMinor(expenses, exponent),
    }))
  const [now, before] = [monthsOf(profit), monthsOf(profitBefore)]
  const compare = (of: (month: (typeof now)[number]) => number): Compared => [
    sumMinor(now.map(of)),
    sumMinor(before.map(of)),
  ]
  return {
    form: 'full',
    income: compare(({ incomeMinor }) => incomeMinor),
    costs: compare(({ costsMinor }) => costsMinor),
    profit: compare(({ incomeMinor, costsMinor }) => sumMinor([incomeMinor, -costsMinor])),
    months: now,
  }
}

function cashOf({ cash, cashBefore }: Business, exponent: number): CashOfPeriod | undefined {
  if (cash == null || cashBefore == null) return undefined
  const read = (text: string) => parseMinor(text, exponent)
  const compare = (of: (report: NonNullable<Business['cash']>) => number): Compared => [
    of(cash),
    of(cashBefore),
  ]
  return {
    form: 'full',
    received: compare(({ days }) => sumMinor(days.map(({ received }) => read(received)))),
    spent: compare(({ days }) => sumMinor(days.map(({ spent }) => read(spent)))),
    end: compare(({ opening, days }) => read(days.at(-1)?.balance ?? opening)),
  }
}

async function readSold(
  reading: Reading,
  about: { readonly business: Business; readonly period: Period; readonly currency: FigureCurrency },
): Promise<SoldOfPeriod | Unavailable> {
  const { business, period } = about
  const { sold, soldBefore } = business
  if (sold == null || soldBefore == null) return whyUnread(allowedBy(reading), 'invoice:read', 'product:read')
  const pagesOf = ({ pageInfo }: SoldPage) => pageInfo.totalPages ?? 1
  if (pagesOf(sold) + pagesOf(soldBefore) > MAX_PAGES) return { form: 'unavailable', why: 'late' }
  const [rows, before] = await Promise.all([
    readRows(reading, { first: sold, days: period }),
    readRows(reading, { first: soldBefore, days: period.before }),
  ])
  if (rows === undefined || before === undefined)
    return { form: 'unavailable', why: reading.isOver() ? 'late' : 'failed' }
  return orUnavailable(() => addUpSold([rows, before], about.currency))
}

/** Reads the rows of days; undefined if one of them was not read. */
async function readRows(
  reading: Reading,
  { first, days }: { readonly first: SoldPage; readonly days: Pick<Period, 'from' | 'to'> },
): Promise<readonly SoldRow[] | undefined> {
  const pages = first.pageInfo.totalPages ?? 1
  const { from, to } = days
  const variables = { id: reading.connection.businessId, from, to }
  const further = await askPages(reading, { operationName: 'SoldInPeriod', variables, pages })
  const rows = [first, ...further.flatMap((each) => (each as SoldInPeriodQuery).business?.sold ?? [])]
    .flatMap(({ edges }) => edges)
    .map(({ node }) => node)
  const isWhole = rows.length === first.pageInfo.totalCount && rows.every(({ items }) => items !== null)
  return isWhole ? rows : undefined
}

function addUpSold(
  rows: readonly [readonly SoldRow[], readonly SoldRow[]],
  currency: FigureCurrency,
): SoldOfPeriod {
  const counted = rows.map((each) => countInvoices(each).counted)
  const conversion = comparableOf(counted.flat(), currency)
  const products = new Map<
    string,
    { readonly id: string; readonly name: string; readonly sold: [number, number] }
  >()
  counted.forEach((each, which) => {
    for (const row of each) {
      for (const { product, subtotal } of row.items ?? []) {
        const { minor } = conversion.sum([{ row, minor: parseMinorUnitValue(subtotal.minorUnitValue) }])
        const known = products.get(product.id) ?? { id: product.id, name: product.name, sold: [0, 0] }
        known.sold[which as 0 | 1] = sumMinor([known.sold[which as 0 | 1], minor])
        products.set(product.id, known)
      }
    }
  })
  const all = [...products.values()].toSorted(
    (one, other) =>
      other.sold[0] - one.sold[0] || other.sold[1] - one.sold[1] || compareTexts(one.id, other.id),
  )
  const total = ([0, 1] as const).map((which) => sumMinor(all.map(({ sold }) => sold[which])))
  return {
    form: 'full',
    rows: all,
    total: [total[0] ?? 0, total[1] ?? 0],
    isAbout: conversion.kind === 'about',
  }
}
