import type { Contact } from '#books/contacts/contact.ts'
import type { RowPage } from '#books/row-reader.ts'

export type Vendor = Contact<'Vendor'>

export type VendorPage = RowPage<Vendor>
