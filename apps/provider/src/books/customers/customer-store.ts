import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { ContactDetails } from '#books/contacts/contact.ts'
import { contactTable, contactValues, createContactStore } from '#books/contacts/contact-store.ts'
import { findRow, insertRow, updateRow } from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import type { Customer } from './customer.ts'

const TABLE = contactTable<'Customer'>('customers')

/** Creates the store that reads customers of opened books. */
export const createCustomerStore = (db: Database) => createContactStore(db, TABLE)

/** Writes customers inside the transaction of a command, which holds the lock of the books. */
export const customerWriter = {
  create: (transaction: BooksTransaction, details: ContactDetails): Promise<Customer> =>
    insertRow(transaction, TABLE, contactValues(details)),

  find: (transaction: BooksTransaction, id: RowId<'Customer'>): Promise<Customer | null> =>
    findRow(transaction, TABLE, id),

  change: (
    transaction: BooksTransaction,
    id: RowId<'Customer'>,
    details: ContactDetails,
  ): Promise<Customer> => updateRow(transaction, TABLE, { id, values: contactValues(details) }),

  /** Returns `owing` if the customer has unpaid invoices, `used` if any other document or posting refers to it, else `none`. */
  async findUse({ trx, books }: BooksTransaction, id: RowId<'Customer'>): Promise<'none' | 'used' | 'owing'> {
    const { rows } = await sql<{ readonly is_owing: boolean; readonly is_used: boolean }>`
      select exists (
        select 1 from invoices where business_id = ${books.businessId} and customer_id = ${id}::bigint
          and deleted_at is null and state in ('PARTIAL', 'SAVED', 'SENT', 'VIEWED')
      ) as is_owing, exists (
        select 1 from invoices where business_id = ${books.businessId} and customer_id = ${id}::bigint
      ) or exists (
        select 1 from estimates where business_id = ${books.businessId} and customer_id = ${id}::bigint
      ) or exists (
        select 1 from postings where business_id = ${books.businessId} and customer_id = ${id}::bigint
      ) as is_used`.execute(trx)
    if (rows[0]?.is_owing) return 'owing'
    return rows[0]?.is_used ? 'used' : 'none'
  },

  async archive(transaction: BooksTransaction, id: RowId<'Customer'>): Promise<void> {
    await updateRow(transaction, TABLE, { id, values: { is_archived: true } })
  },

  async remove({ trx, books }: BooksTransaction, id: RowId<'Customer'>): Promise<void> {
    await sql`delete from customers where business_id = ${books.businessId} and id = ${id}::bigint`.execute(
      trx,
    )
  },
}
