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
import { askInTurns, readPayments } from '../read-payments.ts'
import { readSince } from './read-since.ts'
import { buildToDo } from '../to-do.ts'

type Reading = Omit<Parameters<FiguresReader>[0], 'name'>

/** Pages that are asked for at the same time. */
const AT_ONCE = 4
/** With more pages, what is owed comes from the provider's report: reading all would take longer than the report is old. */
const MAX_PAGES_BESIDE_REPORT = 1 + AT_ONCE

/**
 * Reads what the first view shows: one operation, and further pages of open invoices while there is time. What is left out is said
 * in the figures. What has changed since the last look is read at the same time.
 */
export async function readOverview(reading: Reading): Promise<OverviewFigures> {
  const [figures, sinceLastLook] = await Promise.all([readPictures(reading), readSince(reading)])
  return { ...figures, sinceLastLook: sinceLastLook ?? null }
}

async function readPictures(reading: Reading): Promise<OverviewFigures> {
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
  const [open, openInOwnCurrency, paid, before] = await Promise.all([
    isLarge(business) ? business.open : readAllOpen({ reading, business, variables }),
    isLarge(business) ? countInOwnCurrency(reading, business) : undefined,
    isOffered
      ? undefined
      : readPaid(reading, {
          first: (data as OverviewWithoutTransactionsQuery).business?.paid,
          variables: withoutTransactions(variables),
        }),
    business.profit == null ? undefined : readProfitBefore(reading, business),
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
  const outlook = orUnavailable(() => buildOutlook({ ...figures, ...rows, before }))
  const toDo =
    rows.open === undefined || rows.isPart
      ? undefined
      : orUnavailable(() =>
          buildToDo({ ...figures, open: rows.open ?? [], drafts: business.drafts?.pageInfo.totalCount ?? 0 }),
        )
  const movedUp = buildMovedUp(figures, {
    ...rows,
    chart: chartOf(data as OverviewWithoutTransactionsQuery),
    offersTransactions: isOffered,
  })
  return {
    ...figures,
    ...('form' in outlook ? {} : { outlook }),
    ...(toDo === undefined || 'form' in toDo ? {} : { toDo }),
    movedUp,
  }
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
}: OverviewQueryVariables) {
  const paidAfter = `${addDays(cashFrom, -1)}T00:00:00Z`
  return { id, seesAccounts, seesCustomers, seesInvoices, paidAfter }
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

/** Reads the same days of the month before; undefined if they did not come. */
async function readProfitBefore({ ask, connection, atMs }: Reading, { timezone }: OverviewAnswer) {
  const today = dayIn({ zone: timezone, instant: new Date(atMs).toISOString() })
  const variables: ProfitBeforeQueryVariables = { id: connection.businessId, ...sameDaysBefore(today) }
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
  try {
    const { data } = await ask({ operationName: OPEN_PAGES, variables: { id, page, seesCustomers } })
    return (data as OpenInvoicesQuery).business?.open?.edges ?? []
  } catch {
    return []
  }
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
  const further = await askInTurns(reading, {
    operationName: 'PaidInvoices',
    variables: Array.from({ length: pages - 1 }, (_, index) => ({ id, paidAfter, page: index + 2 })),
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
