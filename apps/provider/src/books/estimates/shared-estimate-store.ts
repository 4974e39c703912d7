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
} from './estimate-life.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import type { DatabaseTransaction } from '#database/database.ts'

/** An estimate that the holder of its address may read. */
type SharedEstimate = RowKey<'Estimate'> & {
  readonly document: PrintedDocument
  readonly status: EstimateShownStatus
}

/** What a customer says of an estimate. */
export type CustomerDecision = Extract<EstimateEvent, 'accept' | 'reject'>

/** What customers do with an estimate on its page. */
export type SharedEstimateStore = ReturnType<typeof createSharedEstimateStore>

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

export function createSharedEstimateStore({ db, writers, clock }: BooksStoreParts) {
  const statusOf = (row: StandingRow) => shownStatusOf(row, dayIn(row.timeZone, clock()))

  /** Lets an event happen, if it can. */
  function happen({ businessId, id }: RowKey<'Estimate'>, event: EstimateEvent): Promise<boolean> {
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
      if (event !== 'view') await noteDecision(trx, row, { state: next.life, now })
      return true
    })
  }

  return {
    /** By what is in its address. Undefined for a draft and for one that was deleted, as for one that never was. */
    async find(anonymousId: string): Promise<SharedEstimate | undefined> {
      const { rows } = await sql<StandingRow>`${STANDING}
        where e.anonymous_id = ${anonymousId} and e.life not in ('DRAFT', 'DELETED')`.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      const { businessId, id } = row
      return {
        businessId,
        id,
        document: await readPrintedDocument(db, { kind: 'ESTIMATE', businessId, id }),
        status: statusOf(row),
      }
    },

    /** The customer opened it. */
    async markViewed(key: RowKey<'Estimate'>): Promise<void> {
      await happen(key, 'view')
    },

    decide: happen,
  }
}

async function noteDecision(
  trx: DatabaseTransaction,
  { businessId, id, customerId }: StandingRow,
  { state, now }: { readonly state: string; readonly now: Date },
): Promise<void> {
  await sql`
    insert into estimate_history (business_id, estimate_id, position, state, entity_type, entity_id, name, email, created_at)
    select ${businessId}, ${id}::bigint,
      (select coalesce(max(position) + 1, 0) from estimate_history
        where business_id = ${businessId} and estimate_id = ${id}::bigint),
      ${state}, 'CUSTOMER', ${rowWireIdOf('Customer', { businessId, id: customerId })}, name, coalesce(email, ''), ${now}
    from customers where business_id = ${businessId} and id = ${customerId}::bigint`.execute(trx)
}
