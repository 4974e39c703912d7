import { sql } from 'kysely'
import { readPrintedDocument } from '#books/documents/document-on-paper-store.ts'
import type { EstimatePrinter } from './estimate-send-commands.ts'

/** Reads inside the transaction of a command. */
export const estimatePrinter: EstimatePrinter = {
  print: ({ trx }, { businessId, id }) => readPrintedDocument(trx, { kind: 'ESTIMATE', businessId, id }),

  async customerAddress({ trx }, { businessId, customerId }) {
    const { rows } = await sql<{ readonly email: string | null }>`
      select email from customers where business_id = ${businessId} and id = ${customerId}::bigint`.execute(
      trx,
    )
    return rows[0]?.email ?? null
  },
}
