import DataLoader from 'dataloader'
import { BATCH_ONLY, keyOf, type AskedRow } from '#books/row-reader.ts'
import { createRelation } from '#books/row-relation.ts'
import type { PaymentReader } from './payment.ts'
import type { PaymentStore } from './payment-store.ts'

/** Batches the reads of one request. */
export function createPaymentReader(store: PaymentStore): PaymentReader {
  const found = new DataLoader(async (asked: readonly AskedRow<'InvoicePayment'>[]) => {
    const payments = new Map((await store.findMany(asked)).map((payment) => [keyOf(payment), payment]))
    return asked.map(({ books, id }) => payments.get(keyOf({ businessId: books.businessId, id })) ?? null)
  }, BATCH_ONLY)
  return {
    find: (books, id) => found.load({ books, id }),
    ofInvoice: createRelation(store.ofInvoices),
  }
}
