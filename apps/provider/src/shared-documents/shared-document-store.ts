import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { type RowId, type RowKey, rowWireIdOf } from '#books/book-ids.ts'
import type { BooksStoreParts } from '#books/books-writers.ts'
import { dayIn } from '#books/business-day.ts'
import { readPrintedDocument } from '#books/documents/document-on-paper-store.ts'
import {
  type EstimateEvent,
  type EstimateLife,
  type EstimateShownStatus,
  nextStanding,
  shownStatusOf,
} from '#books/estimates/estimate-life.ts'
import { noteDecision } from '#books/estimates/estimate-store.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import type { DatabaseTransaction } from '#database/database.ts'

/** A document that the holder of its address may read. */
export type SharedDocument = { readonly businessId: BusinessId; readonly document: PrintedDocument } & (
  | { readonly kind: 'invoices'; readonly id: RowId<'Invoice'> }
  | { readonly kind: 'estimates'; readonly id: RowId<'Estimate'>; readonly status: EstimateShownStatus }
)

/** The customer's decision about an estimate. */
export type CustomerDecision = Extract<EstimateEvent, 'accept' | 'reject'>

export type SharedDocumentStore = ReturnType<typeof createSharedDocumentStore>

type StandingRow = {
  readonly businessId: BusinessId
  readonly id: RowId<'Estimate'>
  readonly customerId: RowId<'Customer'>
  readonly life: EstimateLife
  readonly undecided: EstimateLife | null
  readonly dueDay: string
  readonly timeZone: string | null
}

const STANDING = sql`select e.business_id as "businessId", e.id::text as id, e.customer_id::text as "customerId", e.life,
  e.undecided, e.due_day::text as "dueDay", b.timezone as "timeZone"
  from estimates e join businesses b on b.id = e.business_id`

/** Stores what customers do with a document: view it, accept or reject it. */
export function createSharedDocumentStore({ db, writers, clock }: BooksStoreParts) {
  const statusOf = (row: StandingRow) => shownStatusOf(row, dayIn(row.timeZone, clock()))

  /** Applies an event to an estimate. Returns false if its status does not allow it. */
  function happen(
    { businessId, id }: RowKey<'Estimate'>,
    event: CustomerDecision | 'view',
  ): Promise<boolean> {
    return writers.write(businessId, async (trx) => {
      const { rows } = await sql<StandingRow>`${STANDING}
        where e.business_id = ${businessId} and e.id = ${id}::bigint`.execute(trx)
      const [row] = rows
      const next = row && nextStanding(row, statusOf(row), event)
      if (row === undefined || next === undefined) return false
      const now = new Date(clock())
      const viewedAt = event === 'view' ? now : null
      if (next.life === row.life && viewedAt === null) return true
      await sql`
        update estimates set life = ${next.life}, undecided = ${next.undecided},
          last_viewed_at = coalesce(${viewedAt}::timestamptz, last_viewed_at),
          modified_at = case when life = ${next.life} then modified_at else ${now} end
        where business_id = ${businessId} and id = ${id}::bigint`.execute(trx)
      if (event !== 'view') await noteByCustomer(trx, row, { decision: event, now })
      return true
    })
  }

  return {
    /** Finds a document by the id in its address. Undefined for drafts, deleted and unknown documents alike. */
    async find(kind: SharedDocument['kind'], anonymousId: string): Promise<SharedDocument | undefined> {
      if (kind === 'invoices') {
        const { rows } = await sql<RowKey<'Invoice'>>`
          select business_id as "businessId", id::text as id from invoices
          where anonymous_id = ${anonymousId} and deleted_at is null and life <> 'DRAFT'`.execute(db)
        const [key] = rows
        return key && { ...key, kind, document: await readPrintedDocument(db, { ...key, noun: 'invoice' }) }
      }
      const { rows } = await sql<StandingRow>`${STANDING}
        where e.anonymous_id = ${anonymousId} and e.life not in ('DRAFT', 'DELETED')`.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      const { businessId, id } = row
      const document = await readPrintedDocument(db, { businessId, id, noun: 'estimate' })
      return { kind, businessId, id, document, status: statusOf(row) }
    },

    /** Records that the customer has viewed the document. */
    async markViewed(viewed: SharedDocument): Promise<void> {
      if (viewed.kind === 'estimates') {
        await happen(viewed, 'view')
        return
      }
      const { businessId, id } = viewed
      const now = new Date(clock())
      await writers.write(businessId, (trx) =>
        sql`
          update invoices set last_viewed_at = ${now}, life = 'VIEWED',
            modified_at = case when life = 'VIEWED' then modified_at else ${now} end
          where business_id = ${businessId} and id = ${id}::bigint and deleted_at is null and life <> 'DRAFT'`.execute(
          trx,
        ),
      )
    },

    /** Stores the customer's decision. Returns false if it is no longer possible; repeating a decision changes nothing. */
    decide: (estimate: RowKey<'Estimate'>, decision: CustomerDecision) => happen(estimate, decision),
  }
}

function noteByCustomer(
  trx: DatabaseTransaction,
  { businessId, id, customerId }: StandingRow,
  { decision, now }: { readonly decision: CustomerDecision; readonly now: Date },
): Promise<void> {
  return noteDecision(
    trx,
    { businessId, id },
    {
      state: decision === 'accept' ? 'ACCEPTED' : 'REJECTED',
      entityType: 'CUSTOMER',
      entityId: rowWireIdOf('Customer', { businessId, id: customerId }),
      timestamp: now,
      who: sql`select name, coalesce(email, '') as email from customers
      where business_id = ${businessId} and id = ${customerId}::bigint`,
    },
  )
}
