import type { Contact, ContactFilter } from '#books/contacts/contact.ts'
import type { RowPage, RowReader } from '#books/row-reader.ts'

export type Customer = Contact<'Customer'>

export type CustomerPage = RowPage<Customer>

export type CustomerReader = RowReader<'Customer', Customer, ContactFilter>
