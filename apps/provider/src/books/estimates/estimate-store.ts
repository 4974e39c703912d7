import type { Clock } from '@counterfoil/service/values/clock'
import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import { columnsOf, readDocumentRow, type DocumentRow } from '#books/documents/document-row.ts'
import { createDocumentStore, type DocumentTable } from '#books/documents/document-store.ts'
import { createPaymentReaders } from '#books/payments/payment-store.ts'
import { createRelation, createRowReader, keyOf } from '#books/row-reader.ts'
import { askedRows, type KeyColumns } from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import { ESTIMATE_PAYMENTS } from './deposit-store.ts'
import type { DepositMeasure, DepositStatus } from './deposit-terms.ts'
import { shownStatusOf, type EstimateLife } from './estimate-life.ts'
import type { Estimate, EstimateHistoryEntry, EstimateListStatus } from './estimate.ts'

type EstimateRow = DocumentRow<'Estimate'> & {
  readonly life: EstimateLife
  readonly undecided: EstimateLife | null
  readonly leavesNotes: boolean
  readonly depositStatus: DepositStatus
  readonly depositAmount: string | null
  readonly depositPercentage: string | null
  readonly depositTotal: string
  readonly invoiceId: RowId<'Invoice'> | null
}

const UNDECIDED = sql`d.life in ('APPROVED', 'SENT', 'VIEWED')`

/** The condition of undecided estimates that are not past their due date: few of all estimates. */
const NOT_YET_DUE = sql`${UNDECIDED} and d.due_day >= asked.today`

/** The statuses that are shown, in their order. They do not overlap. */
const SHOWN_STATUSES = [
  'DRAFT',
  'APPROVED',
  'SENT',
  'VIEWED',
  'ACCEPTED',
  'REJECTED',
  'EXPIRED',
  'CONVERTED',
] as const satisfies readonly EstimateListStatus[]

const ACTIVE_STATUSES = ['APPROVED', 'SENT', 'VIEWED', 'ACCEPTED'] as const

/** The table of estimates, with the SQL of their lists. */
export const ESTIMATES: DocumentTable<'Estimate', EstimateListStatus, EstimateRow, Estimate> = {
  kind: 'estimate',
  rowKind: 'Estimate',
  columns: `${columnsOf('estimate')}, d.undecided, d.leave_notes_behind as "leavesNotes", d.deposit_status as "depositStatus",
    d.deposit_amount::text as "depositAmount", d.deposit_percentage::text as "depositPercentage",
    d.deposit_total::text as "depositTotal", d.invoice_id::text as "invoiceId"`,
  readRow: (row, books, today) => ({
    ...readDocumentRow(row, books),
    life: row.life,
    undecided: row.undecided,
    status: shownStatusOf({ life: row.life, dueDay: row.dueDate }, today),
    dontCarryOverNotesToInvoice: row.leavesNotes,
    deposit: { status: row.depositStatus, measure: measureOf(row) },
    depositTotalMinor: BigInt(row.depositTotal),
    invoiceId: row.invoiceId,
    embeds: { attachments: false, payments: false, history: false },
  }),
  // A deleted estimate can be found by its id.
  isFound: sql`true`,
  conditions: {
    ACCEPTED: sql`d.life = 'ACCEPTED'`,
    ACTIVE: sql`(d.life = 'ACCEPTED' or (${NOT_YET_DUE}))`,
    APPROVED: sql`d.life = 'APPROVED' and d.due_day >= asked.today`,
    CONVERTED: sql`d.life = 'CONVERTED'`,
    DRAFT: sql`d.life = 'DRAFT'`,
    EXPIRED: sql`${UNDECIDED} and d.due_day < asked.today`,
    PAID: ofDeposit('DEPOSIT_PAID'),
    PARTIAL: ofDeposit('DEPOSIT_PARTIAL'),
    REJECTED: sql`d.life = 'REJECTED'`,
    SENT: sql`d.life = 'SENT' and d.due_day >= asked.today`,
    UNPAID: ofDeposit('DEPOSIT_UNPAID'),
    VIEWED: sql`d.life = 'VIEWED' and d.due_day >= asked.today`,
  },
  // Numbers without a counted value come last.
  byNumber: sql`coalesce(d.number_value, 1e30)`,
  // Expired estimates come after accepted and rejected ones.
  byStatus: sql`case when ${UNDECIDED} and d.due_day < asked.today then 6 else case d.life when 'DRAFT' then 0
    when 'APPROVED' then 1 when 'SENT' then 2 when 'VIEWED' then 3 when 'ACCEPTED' then 4 when 'REJECTED' then 5 else 7 end end`,
  statusesOf({ status }) {
    if (status === null) return SHOWN_STATUSES
    if (status === 'ACTIVE') return ACTIVE_STATUSES
    const shown = SHOWN_STATUSES.find((each) => each === status)
    return shown === undefined ? null : [shown]
  },
  countedDays: () => null,
}

/** Returns the condition of estimates with that deposit status, written as in the index of deposits. */
function ofDeposit(kind: string): RawBuilder<unknown> {
  return sql`(d.paid > 0 or d.deposit_total > 0) and (case when d.paid > 0
    then case when d.paid >= d.deposit_total then 'DEPOSIT_PAID' else 'DEPOSIT_PARTIAL' end else 'DEPOSIT_UNPAID' end) = ${sql.lit(kind)}`
}

function measureOf({ depositAmount, depositPercentage }: EstimateRow): DepositMeasure | null {
  if (depositAmount !== null) return { unit: 'AMOUNT', amountMinor: BigInt(depositAmount) }
  if (depositPercentage === null) return null
  return { unit: 'PERCENTAGE', percentage: knownDecimal(depositPercentage) }
}

export type EstimateReader = ReturnType<ReturnType<typeof createEstimateReaders>>['estimates']

/** Creates the factory of readers of estimates for one request, with one statement per relation for any number of estimates. */
export function createEstimateReaders(db: Database, clock: Clock) {
  const store = createEstimateStore(db, clock)
  const openPayments = createPaymentReaders(db, 'EstimatePayment', ESTIMATE_PAYMENTS)
  return () => ({
    estimates: {
      ...createRowReader(store),
      items: createRelation(store.itemsOf),
      itemTaxes: createRelation(store.taxesOf),
      payments: openPayments(),
      history: createRelation((estimates: readonly Estimate[]) => findHistory(db, estimates)),
    },
  })
}

export const createEstimateStore = (db: Database, clock: Clock) => createDocumentStore(db, clock, ESTIMATES)

async function findHistory(db: Database, estimates: readonly Estimate[]) {
  const { rows } = await sql<EstimateHistoryEntry & KeyColumns<'Estimate'>>`
    select h.business_id, h.estimate_id::text as id, h.state, h.entity_type as "entityType",
      h.entity_id as "entityId", h.name, h.email, h.created_at as timestamp
    from estimate_history h
    join ${askedRows(estimates)} on asked.business_id = h.business_id and asked.id = h.estimate_id
    order by h.position`.execute(db)
  return Map.groupBy(rows, ({ business_id: businessId, id }) => keyOf({ businessId, id }))
}
