import type { AskProvider, FiguresReader } from '@counterfoil/bff-api/figures'
import type {
  OpenInCurrencyQuery,
  OpenInCurrencyQueryVariables,
  OpenInvoicesQuery,
  OverviewQuery,
  OverviewQueryVariables,
  OverviewWithoutTransactionsQuery,
  OverviewWithoutTransactionsQueryVariables,
  PaidInvoicesQuery,
  ProfitBeforeQuery,
  ProfitBeforeQueryVariables,
} from '#generated/operations.ts'
import { addDays, dayIn } from '../day.ts'
import { buildOutlook, sameDaysBefore } from '../headline.ts'
import type { PaidInvoices } from '../money-in.ts'
import { buildMovedUp } from '../moved-up.ts'
import {
  buildOverview,
  OPEN_PAGES,
  type OverviewAnswer,
  type OverviewFigures,
  overviewVariables,
} from '../overview.ts'
import { orUnavailable } from '../picture-facts.ts'
import { askPages, readPayments } from './read-payments.ts'
import { type Expected, readAhead } from './read-ahead.ts'
import { readSince } from './read-since.ts'
import { buildToDo, type ToDo } from '../to-do.ts'

type Reading = Omit<Parameters<FiguresReader>[0], 'name'>

const AT_ONCE = 4
/** The most pages. With more, owed amounts come from the provider's report: a full reading takes longer than the report's age. */
const MAX_PAGES_BESIDE_REPORT = 1 + AT_ONCE

/**
 * Reads the overview: one operation, and further pages of open invoices while there is time. The figures state what is left out.
 * The changes since the last visit are read at the same time.
 * @returns The figures, and the expectations to store for the next reading; none if they are stored already.
 */
export async function readOverview(
  reading: Reading,
): Promise<{ readonly figures: OverviewFigures; readonly expected?: Expected }> {
  // Neither value is worth failing the page.
  const look = reading.lastLook().catch(() => ({ beforeMs: undefined, putOff: {} }))
  const [{ figures, expected }, sinceLastLook] = await Promise.all([
    readPictures(reading, look),
    look.then(({ beforeMs }) => readSince(reading, beforeMs)),
  ])
  return { figures: { ...figures, sinceLastLook: sinceLastLook ?? null }, ...(expected && { expected }) }
}

/** The shape under which {@link Expected} is stored. */
export const EXPECTED_SHAPE = 'expected-1'
/** The days for which stored expectations are used: after that a repeating payment may have ended. */
const EXPECTED_DAYS = 7
/** The most transactions of a year for which the overview waits. */
const MOST_AT_FIRST = 1000

/**
 * Returns the expectations of an earlier reading. On the first visit, and if they are old, they are read here if a year is short;
 * after a failed reading they are tried again on the next day.
 */
async function readExpected(
  reading: Reading,
  { transactions }: OverviewAnswer,
): Promise<{ readonly expected: Expected; readonly isNew: boolean }> {
  const { connection, offers, atMs, left } = reading
  const utcDay = dayIn({ zone: null, instant: new Date(atMs).toISOString() })
  const nothing: Expected = { on: addDays(utcDay, 1 - EXPECTED_DAYS), repeating: [], usuallyLate: {} }
  const isAllowed = ['account:read', 'transaction:read'].every((scope) => connection.scopes.includes(scope))
  const isFew = (transactions?.pageInfo.totalCount ?? Infinity) <= MOST_AT_FIRST
  if (!isAllowed || !offers.includes('transactions')) return { expected: nothing, isNew: false }
  try {
    const before = (await left(EXPECTED_SHAPE)) as Expected | undefined
    if (before !== undefined && addDays(before.on, EXPECTED_DAYS) >= utcDay)
      return { expected: before, isNew: false }
    if (!isFew) return { expected: nothing, isNew: false }
    return { expected: (await readAhead(reading)).expected ?? nothing, isNew: true }
  } catch {
    return { expected: nothing, isNew: true }
  }
}

async function readPictures(
  reading: Reading,
  look: ReturnType<Reading['lastLook']>,
): Promise<{ readonly figures: OverviewFigures; readonly expected: Expected | undefined }> {
  const { connection, offers, atMs, ask } = reading
  const { businessId, scopes } = connection
  const isOffered = offers.includes('transactions') && offers.includes('reports')
  const variables = overviewVariables({ businessId: businessId ?? '', atMs, scopes })
  const operationName = isOffered ? 'Overview' : 'OverviewWithoutTransactions'
  const { data } = await ask({
    operationName,
    variables: isOffered ? variables : withoutTransactions(variables),
  })
  const { business } = data as OverviewQuery
  if (business == null) throw new Error('a business was neither answered nor refused')
  const [open, openInOwnCurrency, paid, before, { expected, isNew }, { putOff }] = await Promise.all([
    isLarge(business) ? business.open : readAllOpen({ reading, business, variables }),
    isLarge(business) ? countInOwnCurrency(reading, business) : undefined,
    isOffered
      ? undefined
      : readPaid(reading, {
          first: (data as OverviewWithoutTransactionsQuery).business?.paid,
          variables: withoutTransactions(variables),
        }),
    business.profit == null ? undefined : readProfitBefore(reading, business),
    readExpected(reading, business),
    look,
  ])
  const figures = buildOverview(
    { ...business, ...(open == null ? {} : { open }) },
    {
      ...{ readAt: new Date(atMs).toISOString(), scopes, variables },
      offersTransactions: isOffered,
      ...{ paid, openInOwnCurrency },
    },
  )
  const rows = rowsOf(open)
  const outlook = orUnavailable(() => buildOutlook({ ...figures, ...rows, before, ...expected }))
  const toDo = toDoOf(business, rows, { ...figures, ...expected, putOff })
  const movedUp = buildMovedUp(figures, {
    ...rows,
    chart: chartOf(data as OverviewWithoutTransactionsQuery),
    offersTransactions: isOffered,
  })
  return {
    figures: {
      ...figures,
      ...('form' in outlook ? {} : { outlook }),
      ...(toDo && { toDo }),
      movedUp,
    },
    expected: isNew ? expected : undefined,
  }
}

/** Returns the things to do. Undefined if not all open invoices were read, or if an amount cannot be held. */
function toDoOf(
  { accepted, drafts }: OverviewAnswer,
  { open, isPart }: ReturnType<typeof rowsOf>,
  about: Omit<Parameters<typeof buildToDo>[0], 'open' | 'accepted' | 'drafts'>,
): readonly ToDo[] | undefined {
  if (open === undefined || isPart) return undefined
  const toDo = orUnavailable(() =>
    buildToDo({
      ...{ ...about, open, accepted: accepted?.edges.map(({ node }) => node) ?? [] },
      drafts: drafts?.pageInfo.totalCount ?? 0,
    }),
  )
  return 'form' in toDo ? undefined : toDo
}

function rowsOf(open: OverviewAnswer['open']) {
  if (open == null) return { open: undefined, isPart: false }
  const { edges, pageInfo } = open
  return { open: edges.map(({ node }) => node), isPart: edges.length < (pageInfo.totalCount ?? 0) }
}

/** Returns every account, if accounts were requested. */
function chartOf({ business }: OverviewWithoutTransactionsQuery) {
  if (business?.chart == null) return undefined
  const { edges, pageInfo } = business.chart
  return {
    rows: edges.flatMap(({ node }) => (node == null ? [] : [node])),
    isPart: edges.length < (pageInfo.totalCount ?? 0),
  }
}

/** Keeps the used variables: unused ones are refused. A payment changes its invoice, perhaps a day earlier in UTC. */
function withoutTransactions({
  id,
  cashFrom,
  seesAccounts,
  seesCustomers,
  seesInvoices,
  invoicesEstimates,
}: OverviewQueryVariables) {
  const paidAfter = `${addDays(cashFrom, -1)}T00:00:00Z`
  return { id, seesAccounts, seesCustomers, seesInvoices, invoicesEstimates, paidAfter }
}

/** Returns true if there are too many open invoices to read, and the provider's report has their sums. */
function isLarge({ aged, open }: Pick<NonNullable<OverviewQuery['business']>, 'aged' | 'open'>): boolean {
  return aged != null && (open?.pageInfo.totalPages ?? 1) > MAX_PAGES_BESIDE_REPORT
}

/** Counts open invoices in the business's currency; undefined if the provider gives no count. */
async function countInOwnCurrency(
  { ask, connection }: Reading,
  { currency }: OverviewAnswer,
): Promise<number | undefined> {
  const variables: OpenInCurrencyQueryVariables = {
    id: connection.businessId,
    currency: currency.code as OpenInCurrencyQueryVariables['currency'],
  }
  const answer = await ask({ operationName: 'OpenInCurrency', variables }).catch(() => undefined)
  return (answer?.data as OpenInCurrencyQuery | undefined)?.business?.open?.pageInfo.totalCount ?? undefined
}

/** Returns the profit of the same days of the month before; undefined if it was not read. Overview requests them by the UTC day. */
async function readProfitBefore({ ask, connection, atMs }: Reading, { timezone, before }: OverviewAnswer) {
  const daysIn = (zone: string | null) =>
    sameDaysBefore(dayIn({ zone, instant: new Date(atMs).toISOString() }))
  const days = daysIn(timezone)
  if (days.beforeTo === daysIn(null).beforeTo) return before?.months
  const variables: ProfitBeforeQueryVariables = { id: connection.businessId, ...days }
  const answer = await ask({ operationName: 'ProfitBefore', variables }).catch(() => undefined)
  return (answer?.data as ProfitBeforeQuery | undefined)?.business?.profit?.months
}

/** Returns the first page with the edges of the following pages, in order. */
async function readAllOpen(facts: {
  readonly reading: Reading
  readonly business: OverviewAnswer
  readonly variables: OverviewQueryVariables
}): Promise<OverviewAnswer['open']> {
  const { reading, business, variables } = facts
  const { open } = business
  if (open == null) return open
  const edges = [...open.edges]
  const pagesInAll = open.pageInfo.totalPages ?? 1
  for (let page = 2; page <= pagesInAll && !reading.isOver(); page += AT_ONCE) {
    const last = Math.min(page + AT_ONCE - 1, pagesInAll)
    const pages = Array.from({ length: last - page + 1 }, (_, index) => page + index)
    const read = await Promise.all(pages.map((number) => readPage(reading.ask, { variables, page: number })))
    for (const further of read) edges.push(...further)
    if (read.some((further) => further.length === 0)) break
  }
  return { ...open, edges }
}

/** Reads a page; empty if that failed: then there are fewer rows than the list's total, and figures show "at least". */
async function readPage(
  ask: AskProvider,
  { variables, page }: { readonly variables: OverviewQueryVariables; readonly page: number },
) {
  const { id, seesCustomers } = variables
  const further = { operationName: OPEN_PAGES, variables: { id, page, seesCustomers } }
  const answer = await ask(further).catch(() => undefined)
  return (answer?.data as OpenInvoicesQuery | undefined)?.business?.open?.edges ?? []
}

/** The most pages: as many invoices as their payments are read for. */
const MAX_PAGES = 4

/**
 * Reads the further pages of invoices changed since the window began, and their payments: recording or deleting a payment changes
 * its invoice. Undefined if invoices were not requested or not read.
 */
async function readPaid(
  reading: Pick<Parameters<FiguresReader>[0], 'ask' | 'isOver'>,
  asked: {
    readonly first: NonNullable<OverviewWithoutTransactionsQuery['business']>['paid']
    readonly variables: Pick<OverviewWithoutTransactionsQueryVariables, 'id' | 'paidAfter'>
  },
): Promise<PaidInvoices | undefined> {
  const { first, variables } = asked
  if (first == null) return undefined
  const { id, paidAfter } = variables
  const pages = Math.min(first.pageInfo.totalPages ?? 1, MAX_PAGES)
  const further = await askPages(reading, {
    operationName: 'PaidInvoices',
    variables: { id, paidAfter },
    pages,
  })
  const edges = [
    ...first.edges,
    ...further.flatMap((data) => (data as PaidInvoicesQuery).business?.paid?.edges ?? []),
  ]
  const rows = edges.map(({ node }) => node)
  const ids = [...new Set(rows.filter(({ status }) => status !== 'DRAFT').map(({ id: invoice }) => invoice))]
  return {
    rows,
    payments: await readPayments(reading, { id, ids }),
    isPart: rows.length < (first.pageInfo.totalCount ?? 0),
  }
}
