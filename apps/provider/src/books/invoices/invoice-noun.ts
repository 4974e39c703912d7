import { documentParts } from '#books/documents/document-parts-store.ts'
import type { DocumentPartsReader } from '#books/documents/document-parts.ts'
import { debtOf } from './customer-debt.ts'
import { invoiceCommands } from './invoice-commands.ts'
import type { InvoicePrinter } from './invoice-messages.ts'
import { invoiceResolvers } from './invoice-resolvers.ts'
import { invoiceSendCommands } from './invoice-send-commands.ts'
import { createInvoiceStore, type InvoiceStore } from './invoice-store.ts'
import { invoiceWriter } from './invoice-write-store.ts'
import type { InvoiceWriter } from './invoice-writer.ts'
import type { InvoiceReader } from './invoice.ts'
import { invoicePrinter } from './shared-invoice-store.ts'
import { createRowReader } from '#books/row-reader.ts'
import { createRelation } from '#books/row-relation.ts'
import type { Noun } from '#caller/noun.ts'

/** The invoices of a business. */
export const invoiceNoun = {
  sdl: new URL('invoices.graphql', import.meta.url),
  resolvers: invoiceResolvers,
  commands: { Mutation: { ...invoiceCommands.Mutation, ...invoiceSendCommands.Mutation } },
  createReaders: (db, clock) => {
    const store = createInvoiceStore(db, clock)
    return (): {
      readonly invoices: InvoiceReader
      readonly invoiceWriter: InvoiceWriter
      readonly invoicePrinter: InvoicePrinter
      readonly documentParts: DocumentPartsReader
    } => ({ invoices: createInvoiceReader(store), invoiceWriter, invoicePrinter, documentParts })
  },
} satisfies Noun

/** Batches the reads of one request: one statement for each relation, however many invoices have it. */
function createInvoiceReader(store: InvoiceStore): InvoiceReader {
  const debts = createRelation(store.debtsOf)
  return {
    ...createRowReader(store),
    owedBy: async (customer) => debtOf(customer, await debts(customer)),
    items: createRelation(store.itemsOf),
    itemTaxes: createRelation(store.taxesOf),
  }
}
