import DataLoader from 'dataloader'
import { documentParts } from '#books/documents/document-parts-store.ts'
import { type DepositCommandNeeds, depositCommands } from './deposit-commands.ts'
import { depositWriter } from './deposit-store.ts'
import { estimateCommands } from './estimate-commands.ts'
import { estimatePrinter } from './shared-estimate-store.ts'
import { estimateResolvers } from './estimate-resolvers.ts'
import { type SendCommandNeeds, sendCommands } from './estimate-send-commands.ts'
import { createEstimateStore, type EstimateStore } from './estimate-store.ts'
import { estimateWriter } from './estimate-writer-store.ts'
import type { Estimate, EstimateItem, EstimateReader } from './estimate.ts'
import type { EstimatesCommands } from './estimates-schema.ts'
import { type AskedRow, BATCH_ONLY, createRowReader, keyOf } from '#books/row-reader.ts'
import { createRelation } from '#books/row-relation.ts'
import type { Noun } from '#caller/noun.ts'

const commands = {
  Mutation: { ...estimateCommands.Mutation, ...depositCommands.Mutation, ...sendCommands.Mutation },
} satisfies EstimatesCommands<DepositCommandNeeds & SendCommandNeeds>

/** What a business offers, and what is paid for it before there is an invoice. */
export const estimateNoun = {
  sdl: new URL('estimates.graphql', import.meta.url),
  resolvers: estimateResolvers,
  commands,
  createReaders: (db, clock) => {
    const store = createEstimateStore(db, clock)
    return () => ({
      estimates: createEstimateReader(store),
      estimateWriter,
      depositWriter,
      estimatePrinter,
      documentParts,
    })
  },
} satisfies Noun

/** Batches the reads of one request: one statement for each relation, however many estimates have it. */
function createEstimateReader(store: EstimateStore): EstimateReader {
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
