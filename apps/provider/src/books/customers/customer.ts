import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { Contact, ContactDetails, ContactFilter } from '#books/contacts/contact.ts'
import type { RowPage, RowReader } from '#books/row-reader.ts'

type CustomerId = RowId<'Customer'>

export type Customer = Contact<'Customer'>

export type CustomerPage = RowPage<Customer, ContactFilter>

export type CustomerReader = RowReader<'Customer', Customer, ContactFilter>

/** How the books refer to a customer: not at all, by paid documents, or by unpaid ones. */
type CustomerUse = 'none' | 'used' | 'owing'

/** Writes customers, inside a command. */
export type CustomerWriter = {
  create(transaction: BooksTransaction, details: ContactDetails): Promise<Customer>
  find(transaction: BooksTransaction, id: CustomerId): Promise<Customer | null>
  change(transaction: BooksTransaction, id: CustomerId, details: ContactDetails): Promise<Customer>
  findUse(transaction: BooksTransaction, id: CustomerId): Promise<CustomerUse>
  archive(transaction: BooksTransaction, id: CustomerId): Promise<void>
  remove(transaction: BooksTransaction, id: CustomerId): Promise<void>
}
