import type { BusinessId } from '@counterfoil/oauth/ids'
import type { BooksWriters } from '#books/books-writers.ts'
import type { Database } from '#database/database.ts'
import type { PaymentDetails } from './payment-details.ts'

export type PaymentDetailsStore = ReturnType<typeof createPaymentDetailsStore>

/** Stores the payment details and tax numbers of businesses. */
export function createPaymentDetailsStore(parts: {
  readonly db: Database
  readonly writers: BooksWriters
  readonly clock: () => number
}) {
  return {
    async find(businessId: BusinessId): Promise<PaymentDetails> {
      const row = await parts.db
        .selectFrom('businesses')
        .select(['payment_details', 'tax_number'])
        .where('id', '=', businessId)
        .executeTakeFirstOrThrow()
      return { paymentDetails: row.payment_details, taxNumber: row.tax_number }
    },

    save: (businessId: BusinessId, details: PaymentDetails): Promise<void> =>
      parts.writers.write(businessId, async (trx) => {
        await trx
          .updateTable('businesses')
          .set({
            payment_details: details.paymentDetails,
            tax_number: details.taxNumber,
            modified_at: new Date(parts.clock()),
          })
          .where('id', '=', businessId)
          .execute()
      }),
  }
}
