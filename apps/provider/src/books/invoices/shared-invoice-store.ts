import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { readPrintedDocument } from '#books/documents/document-on-paper-store.ts'
import type { BooksStoreParts } from '#books/books-writers.ts'
import type { InvoiceId } from './invoice.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'

type InvoiceKey = { readonly businessId: BusinessId; readonly id: InvoiceId }

/** An invoice that the holder of its address may read. */
export type SharedInvoice = InvoiceKey & { readonly document: PrintedDocument }

/** What customers do with an invoice on its page. */
export type SharedInvoiceStore = ReturnType<typeof createSharedInvoiceStore>

export function createSharedInvoiceStore({ db, writers, clock }: BooksStoreParts) {
  return {
    /** By what is in its address. Undefined for a draft and for one that was deleted, as for one that never was. */
    async find(anonymousId: string): Promise<SharedInvoice | undefined> {
      const { rows } = await sql<InvoiceKey>`
        select business_id as "businessId", id::text as id from invoices
        where anonymous_id = ${anonymousId} and deleted_at is null and life <> 'DRAFT'`.execute(db)
      const [key] = rows
      return key && { ...key, document: await readPrintedDocument(db, { ...key, kind: 'INVOICE' }) }
    },

    /** The customer opened it. */
    async markViewed({ businessId, id }: InvoiceKey): Promise<void> {
      const now = new Date(clock())
      await writers.write(businessId, async (trx) => {
        await sql`
          update invoices set last_viewed_at = ${now}, life = 'VIEWED',
            modified_at = case when life = 'VIEWED' then modified_at else ${now} end
          where business_id = ${businessId} and id = ${id}::bigint and deleted_at is null and life <> 'DRAFT'`.execute(
          trx,
        )
      })
    },

    /** Whether this person is a member of the business: then the customer did not open it. */
    async isMember(businessId: BusinessId, userId: string): Promise<boolean> {
      const { rows } = await sql`
        select 1 from memberships where business_id = ${businessId} and user_id = ${userId}`.execute(db)
      return rows.length > 0
    },
  }
}
