import type { BooksTransaction } from '#books/command.ts'
import type { Contact, ContactDetails, ContactFilter } from '#books/contacts/contact.ts'
import type { RowPage, RowReader } from '#books/row-reader.ts'

export type Vendor = Contact<'Vendor'>

export type VendorPage = RowPage<Vendor, ContactFilter>

export type VendorReader = RowReader<'Vendor', Vendor, ContactFilter>

/** Writes vendors. The interface only reads them. */
export type VendorWriter = {
  create(transaction: BooksTransaction, details: ContactDetails): Promise<Vendor>
}
