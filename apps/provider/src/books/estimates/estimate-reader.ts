import DataLoader from 'dataloader'
import { BATCH_ONLY, createRowReader, keyOf, type AskedRow } from '#books/row-reader.ts'
import { createRelation } from '#books/row-relation.ts'
import type { Estimate, EstimateItem, EstimateReader } from './estimate.ts'
import type { EstimateStore } from './estimate-store.ts'

/** What is asked for at once is read at once: one statement for each relation, however many estimates have it. */
export function createEstimateReader(store: EstimateStore): EstimateReader {
  const items = createRelation((estimates: readonly Estimate[]) => store.itemsOf(estimates))
  const itemTaxes = createRelation((lines: readonly EstimateItem[]) => store.taxesOf(lines))
  const payments = createRelation((estimates: readonly Estimate[]) => store.paymentsOf(estimates))
  const history = createRelation((estimates: readonly Estimate[]) => store.historyOf(estimates))
  const foundPayments = new DataLoader(async (asked: readonly AskedRow<'EstimatePayment'>[]) => {
    const found = new Map((await store.findPayments(asked)).map((payment) => [keyOf(payment), payment]))
    return asked.map(({ books, id }) => found.get(keyOf({ businessId: books.businessId, id })) ?? null)
  }, BATCH_ONLY)

  return {
    ...createRowReader(store),
    items,
    itemTaxes,
    payments,
    findPayment: (books, id) => foundPayments.load({ books, id }),
    history,
  }
}
