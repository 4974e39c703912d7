import type { ContactFilter, ContactDetails } from '#books/contacts/contact.ts'
import {
  CONTACT_COLUMNS,
  contactConditions,
  contactOrder,
  contactValues,
  readContactRow,
  type ContactRow,
} from '#books/contacts/contact-store.ts'
import type { RowStore } from '#books/row-reader.ts'
import { createRowStore, insertRow, type RowTable } from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import type { Vendor } from './vendor.ts'
import type { BooksTransaction } from '#books/command.ts'

const TABLE: RowTable<ContactRow<'Vendor'>, Vendor> = {
  name: 'vendors',
  columns: CONTACT_COLUMNS,
  readRow: readContactRow,
}

/** Reads vendors of the books that were opened. */
export function createVendorStore(db: Database): RowStore<'Vendor', Vendor, ContactFilter> {
  const filter = {
    conditionsOf: contactConditions,
    orderOf: contactOrder,
  }
  return createRowStore(db, TABLE, filter)
}

/** Writes vendors inside the transaction of the holder of the books. */
export const vendorWriter = {
  create: (transaction: BooksTransaction, details: ContactDetails): Promise<Vendor> =>
    insertRow(transaction, TABLE, contactValues(details)),
}
