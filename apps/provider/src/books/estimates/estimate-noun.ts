import { documentParts } from '#books/documents/document-parts-store.ts'
import type { Noun } from '#caller/noun.ts'
import { depositCommands, type DepositCommandNeeds } from './deposit-commands.ts'
import { depositWriter } from './deposit-store.ts'
import { estimateCommands } from './estimate-commands.ts'
import { createEstimateReader } from './estimate-reader.ts'
import { estimateResolvers } from './estimate-resolvers.ts'
import { estimatePrinter } from './estimate-printer-store.ts'
import { sendCommands, type SendCommandNeeds } from './estimate-send-commands.ts'
import { createEstimateStore } from './estimate-store.ts'
import { estimateWriter } from './estimate-writer-store.ts'
import type { EstimatesCommands } from './estimates-schema.ts'

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
