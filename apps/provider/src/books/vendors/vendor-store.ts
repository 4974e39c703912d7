import type { BooksTransaction } from '#books/command.ts'
import type { ContactDetails } from '#books/contacts/contact.ts'
import { CONTACT_COLUMNS, contactValues, createContactStore } from '#books/contacts/contact-store.ts'
import { readNamed } from '#books/row-reader.ts'
import { insertRow, type ColumnsOf, type RowTable } from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import type { Vendor } from './vendor.ts'

const TABLE: RowTable<ColumnsOf<'Vendor', Vendor>, Vendor> = {
  name: 'vendors',
  columns: CONTACT_COLUMNS,
  readRow: readNamed,
}

/** Creates the store that reads vendors of opened books. */
export const createVendorStore = (db: Database) => createContactStore(db, TABLE)

/** Writes vendors inside the transaction of a command, which holds the lock of the books. */
export const vendorWriter = {
  create: (transaction: BooksTransaction, details: ContactDetails): Promise<Vendor> =>
    insertRow(transaction, TABLE, contactValues(details)),
}
