import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type {
  InvoicesOfYearQuery,
  MorePicturesQuery,
  MorePicturesQueryVariables,
  PaymentsOfInvoicesQuery,
} from '#gql/operations.ts'
import {
  buildMoreFigures,
  findPaidIds,
  moreVariables,
  type MoreFigures,
  type PaymentsByInvoice,
  type YearRow,
} from './more-figures.ts'

/** How many invoices `PaymentsOfInvoices` takes. */
const BATCH = 25
/** More at once would only make the provider say "slow down". */
const AT_ONCE = 4
/** A business with more invoices in a year, or more paid ones, is told of the latest, as "at least". */
const MAX_PAGES = 20
const MAX_BATCHES = 40

type Reading = Pick<Parameters<FiguresReader>[0], 'connection' | 'atMs' | 'ask' | 'isOver'>

/**
 * Reads the figures under "More pictures": one document, the further pages of the year's invoices, and the payments of those that
 * are paid, which the provider tells only by the invoice.
 */
export async function readMore(reading: Reading): Promise<MoreFigures> {
  const { connection, atMs, ask } = reading
  const variables = moreVariables({ ...connection, atMs })
  const { data } = await ask({ operationName: 'MorePictures', variables })
  const answer = (data as MorePicturesQuery).business
  if (answer == null) throw new Error('an answer without a business')
  const first = answer.year?.edges.map(({ node }) => node) ?? []
  const pages = Math.min(answer.year?.pageInfo.totalPages ?? 1, MAX_PAGES)
  const year = [...first, ...(await readPages(reading, { variables, pages }))]
  const payments = await readPayments(reading, { id: variables.id, ids: findPaidIds(year) })
  const readAt = new Date(atMs).toISOString()
  return buildMoreFigures(answer, { readAt, scopes: connection.scopes, year, payments })
}

async function readPages(
  reading: Reading,
  { variables, pages }: { readonly variables: MorePicturesQueryVariables; readonly pages: number },
): Promise<readonly YearRow[]> {
  const { id, yearFrom, to, seesCustomers, seesProducts } = variables
  const shared = { id, yearFrom, to, seesCustomers, seesProducts }
  const further = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => index + 2)
  const answers = await inTurns(reading, {
    operationName: 'InvoicesOfYear',
    variables: further.map((page) => ({ ...shared, page })),
  })
  return answers.flatMap(
    (data) => (data as InvoicesOfYearQuery).business?.year?.edges.map(({ node }) => node) ?? [],
  )
}

/** The payments of these invoices, as far as they came. */
export async function readPayments(
  reading: Pick<Reading, 'ask' | 'isOver'>,
  { id, ids }: { readonly id: MorePicturesQueryVariables['id']; readonly ids: readonly string[] },
): Promise<PaymentsByInvoice> {
  const count = Math.min(MAX_BATCHES, Math.ceil(ids.length / BATCH))
  const answers = await inTurns(reading, {
    operationName: 'PaymentsOfInvoices',
    variables: Array.from({ length: count }, (_, index) => ({
      id,
      ...placesOf(ids.slice(index * BATCH, (index + 1) * BATCH)),
    })),
  })
  return new Map(answers.flatMap((data) => paymentsOf(data as PaymentsOfInvoicesQuery)))
}

/** The variables that name these invoices: `i0` and `has0`, `i1` and `has1` … */
function placesOf(ids: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    ids.flatMap((id, place) => [
      [`i${place}`, id],
      [`has${place}`, true],
    ]),
  )
}

function paymentsOf({ business }: PaymentsOfInvoicesQuery) {
  return Object.values(business ?? {}).flatMap((invoice) =>
    typeof invoice === 'object' && invoice !== null ? [[invoice.id, invoice.payments] as const] : [],
  )
}

/** What came of many questions, some at a time. Stops when it is time to do with what there is; what fails is left out. */
async function inTurns(
  { ask, isOver }: Pick<Reading, 'ask' | 'isOver'>,
  about: { readonly operationName: string; readonly variables: readonly Readonly<Record<string, unknown>>[] },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { operationName, variables } = about
  const answers: Readonly<Record<string, unknown>>[] = []
  for (let from = 0; from < variables.length && !isOver(); from += AT_ONCE) {
    const some = variables.slice(from, from + AT_ONCE)
    const settled = await Promise.allSettled(some.map((each) => ask({ operationName, variables: each })))
    for (const each of settled) if (each.status === 'fulfilled') answers.push(each.value.data)
  }
  return answers
}
