import type { Contact, ContactFilter } from '#books/contacts/contact.ts'
import type { RowPage, RowReader } from '#books/row-reader.ts'

export type Vendor = Contact<'Vendor'>

export type VendorPage = RowPage<Vendor>

export type VendorReader = RowReader<'Vendor', Vendor, ContactFilter>
