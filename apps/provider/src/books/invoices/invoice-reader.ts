import { createRowReader } from '#books/row-reader.ts'
import { createRelation } from '#books/row-relation.ts'
import { debtOf } from './customer-debt.ts'
import type { InvoiceStore } from './invoice-store.ts'
import type { InvoiceReader } from './invoice.ts'

/** What is asked for at once is read at once: one statement for each relation, however many invoices have it. */
export function createInvoiceReader(store: InvoiceStore): InvoiceReader {
  const debts = createRelation(store.debtsOf)
  return {
    ...createRowReader(store),
    owedBy: async (customer) => debtOf(customer, await debts(customer)),
    items: createRelation(store.itemsOf),
    itemTaxes: createRelation(store.taxesOf),
  }
}
