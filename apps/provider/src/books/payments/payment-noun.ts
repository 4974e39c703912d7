import type { Noun } from '#caller/noun.ts'
import { paymentCommands } from './payment-commands.ts'
import { createPaymentReader } from './payment-reader.ts'
import { paymentResolvers } from './payment-resolvers.ts'
import { receiptCommands } from './receipt-commands.ts'
import { createPaymentStore, paymentWriter } from './payment-store.ts'
import type { PaymentReader, PaymentWriter } from './payment.ts'

/** The payments of invoices. */
export const paymentNoun = {
  sdl: new URL('payments.graphql', import.meta.url),
  resolvers: paymentResolvers,
  commands: { Mutation: { ...paymentCommands.Mutation, ...receiptCommands.Mutation } },
  createReaders: (db) => {
    const store = createPaymentStore(db)
    return (): { readonly invoicePayments: PaymentReader; readonly paymentWriter: PaymentWriter } => ({
      invoicePayments: createPaymentReader(store),
      paymentWriter,
    })
  },
} satisfies Noun
