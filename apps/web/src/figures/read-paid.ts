import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type {
  OverviewWithoutTransactionsQuery,
  OverviewWithoutTransactionsQueryVariables,
  PaidInvoicesQuery,
} from '#generated/operations.ts'
import type { PaidInvoices } from './money-in.ts'
import { askInTurns, readPayments } from './read-payments.ts'

/** As many invoices as payments are read of. */
const MAX_PAGES = 4

type FirstPage = NonNullable<OverviewWithoutTransactionsQuery['business']>['paid']

/**
 * The further pages of what changed since the window began, and the payments of all of it: recording or deleting a payment changes
 * its invoice. Undefined where invoices were not asked for, or did not come.
 */
export async function readPaid(
  reading: Pick<Parameters<FiguresReader>[0], 'ask' | 'isOver'>,
  asked: {
    readonly first: FirstPage
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
