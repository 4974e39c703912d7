import type { Noun } from '#caller/noun.ts'
import type { DocumentPartsReader } from '#books/documents/document-parts.ts'
import { documentParts } from '#books/documents/document-parts-store.ts'
import { invoiceCommands } from './invoice-commands.ts'
import { createInvoiceReader } from './invoice-reader.ts'
import { invoiceResolvers } from './invoice-resolvers.ts'
import { createInvoiceStore } from './invoice-store.ts'
import { invoiceWriter } from './invoice-write-store.ts'
import type { InvoiceWriter } from './invoice-writer.ts'
import type { InvoiceReader } from './invoice.ts'

/** The invoices of a business. */
export const invoiceNoun = {
  sdl: new URL('invoices.graphql', import.meta.url),
  resolvers: invoiceResolvers,
  commands: invoiceCommands,
  createReaders: (db, clock) => {
    const store = createInvoiceStore(db, clock)
    return (): {
      readonly invoices: InvoiceReader
      readonly invoiceWriter: InvoiceWriter
      readonly documentParts: DocumentPartsReader
    } => ({ invoices: createInvoiceReader(store), invoiceWriter, documentParts })
  },
} satisfies Noun
