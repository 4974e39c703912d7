import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type {
  InvoicesOfYearQuery,
  MorePicturesQuery,
  MorePicturesQueryVariables,
} from '#generated/operations.ts'
import {
  buildMoreFigures,
  findPaidIds,
  moreVariables,
  type MoreFigures,
  type YearRow,
} from '../more-figures.ts'
import { askPages, readPayments } from './read-payments.ts'

/** The most pages: a business with more invoices in a year shows the latest, as "at least". */
const MAX_PAGES = 20

type Reading = Pick<Parameters<FiguresReader>[0], 'connection' | 'atMs' | 'ask' | 'isOver'>

/**
 * Reads the figures under "More pictures": one document, the further pages of the year's invoices, and the payments of paid
 * invoices, which the provider returns only by invoice.
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
  const figures = buildMoreFigures(answer, { readAt, scopes: connection.scopes, year, payments })
  return reading.isOver() ? sayLate(figures) : figures
}

/** Reports figures that were not read before the time was over as `late`: it is no fault of the provider. */
function sayLate(figures: MoreFigures): MoreFigures {
  const late = Object.entries(figures).map(([name, model]) => [
    name,
    typeof model === 'object' && 'why' in model && model.why === 'failed' ? { ...model, why: 'late' } : model,
  ])
  return Object.fromEntries(late) as MoreFigures
}

async function readPages(
  reading: Reading,
  about: { readonly variables: MorePicturesQueryVariables; readonly pages: number },
): Promise<readonly YearRow[]> {
  const { id, yearFrom, to, seesCustomers, seesProducts } = about.variables
  const variables = { id, yearFrom, to, seesCustomers, seesProducts }
  const answers = await askPages(reading, { operationName: 'InvoicesOfYear', variables, pages: about.pages })
  return answers.flatMap(
    (data) => (data as InvoicesOfYearQuery).business?.year?.edges.map(({ node }) => node) ?? [],
  )
}
