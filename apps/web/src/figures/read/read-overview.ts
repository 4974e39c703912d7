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
/** With more pages, what is owed comes from the provider's report: reading all would take longer than the report is old. */
const MAX_PAGES_BESIDE_REPORT = 1 + AT_ONCE

/**
 * Reads what the first view shows: one operation, and further pages of open invoices while there is time. What is left out is said
 * in the figures. What has changed since the last look is read at the same time.
 * @returns With the figures, what is to be left for the next reading: nothing where that is known already.
 */
export async function readOverview(
  reading: Reading,
): Promise<{ readonly figures: OverviewFigures; readonly expected?: Expected }> {
  // Neither is worth the page.
  const look = reading.lastLook().catch(() => ({ beforeMs: undefined, putOff: {} }))
  const [{ figures, expected }, sinceLastLook] = await Promise.all([
    readPictures(reading, look),
    look.then(({ beforeMs }) => readSince(reading, beforeMs)),
  ])
  return { figures: { ...figures, sinceLastLook: sinceLastLook ?? null }, ...(expected && { expected }) }
}

/** The form in which {@link Expected} is left. */
export const EXPECTED_SHAPE = 'expected-1'
/** A payment that is not read of for longer may have ended. */
const EXPECTED_DAYS = 7
/** With more transactions in a year, the first view does not wait for them. */
const MOST_AT_FIRST = 1000

/**
 * As an earlier reading left it. On the first visit, and when that was long ago, a year that is soon read is read here; one that
 * did not come whole is tried again on the next day.
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

/** Undefined where not all open invoices were read, and where one of the amounts cannot be held. */
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

/** Every account, where that was asked for. */
function chartOf({ business }: OverviewWithoutTransactionsQuery) {
  if (business?.chart == null) return undefined
  const { edges, pageInfo } = business.chart
  return {
    rows: edges.flatMap(({ node }) => (node == null ? [] : [node])),
    isPart: edges.length < (pageInfo.totalCount ?? 0),
  }
}

/** A variable that no field uses is refused. A payment changes its invoice, in UTC perhaps on the day before its own. */
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

/** Returns true if there are too many open invoices to read, and the provider's report adds them up. */
function isLarge({ aged, open }: Pick<NonNullable<OverviewQuery['business']>, 'aged' | 'open'>): boolean {
  return aged != null && (open?.pageInfo.totalPages ?? 1) > MAX_PAGES_BESIDE_REPORT
}

/** Counts open invoices in the currency of the business; undefined if the provider does not say. */
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

/** Returns the same days of the month before; undefined if they did not come. Overview asks for those of the day in UTC. */
async function readProfitBefore({ ask, connection, atMs }: Reading, { timezone, before }: OverviewAnswer) {
  const daysIn = (zone: string | null) =>
    sameDaysBefore(dayIn({ zone, instant: new Date(atMs).toISOString() }))
  const days = daysIn(timezone)
  if (days.beforeTo === daysIn(null).beforeTo) return before?.months
  const variables: ProfitBeforeQueryVariables = { id: connection.businessId, ...days }
  const answer = await ask({ operationName: 'ProfitBefore', variables }).catch(() => undefined)
  return (answer?.data as ProfitBeforeQuery | undefined)?.business?.profit?.months
}

/** The first page with the edges of those that follow, in their order. */
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

/** Empty when it could not be read: then there are fewer rows than the list says, and figures say "at least". */
async function readPage(
  ask: AskProvider,
  { variables, page }: { readonly variables: OverviewQueryVariables; readonly page: number },
) {
  const { id, seesCustomers } = variables
  const further = { operationName: OPEN_PAGES, variables: { id, page, seesCustomers } }
  const answer = await ask(further).catch(() => undefined)
  return (answer?.data as OpenInvoicesQuery | undefined)?.business?.open?.edges ?? []
}

/** As many invoices as payments are read of. */
const MAX_PAGES = 4

/**
 * The further pages of what changed since the window began, and the payments of all of it: recording or deleting a payment changes
 * its invoice. Undefined where invoices were not asked for, or did not come.
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
