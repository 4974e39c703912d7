import { sql } from 'kysely'
import { readPrintedEstimate } from './printed-estimate-store.ts'
import type { EstimatePrinter } from './estimate-send-commands.ts'

/** Reads inside the transaction of a command. */
export const estimatePrinter: EstimatePrinter = {
  print: ({ trx }, { businessId, id }) => readPrintedEstimate(trx, { businessId, id }),

  async customerAddress({ trx }, { businessId, customerId }) {
    const { rows } = await sql<{ readonly email: string | null }>`
      select email from customers where business_id = ${businessId} and id = ${customerId}::bigint`.execute(
      trx,
    )
    return rows[0]?.email ?? null
  },
}
