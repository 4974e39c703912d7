import { formatDecimal } from '@counterfoil/money/decimal'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import type { Clock } from '@counterfoil/service/values/clock'
import type { RowId, RowKey } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import { columnsOf, readDocumentRow, type DocumentRow } from '#books/documents/document-row.ts'
import { createDocumentStore, type DocumentTable } from '#books/documents/document-store.ts'
import type { AddedUp, DocumentContent } from '#books/documents/document-validation.ts'
import { createDocumentWriter } from '#books/documents/document-writer-store.ts'
import type { DocumentSendMethod } from '#books/documents/document.ts'
import { createPaymentReaders } from '#books/payments/payment-store.ts'
import { createRelation, createRowReader, keyOf } from '#books/row-reader.ts'
import { askedRows, type KeyColumns } from '#books/row-store.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import { ESTIMATE_PAYMENTS } from './deposit-store.ts'
import type { DepositMeasure, DepositStatus, DepositTerms } from './deposit-terms.ts'
import { shownStatusOf, type EstimateLife, type EstimateStanding } from './estimate-life.ts'
import type { Estimate, EstimateHistoryEntry, EstimateId, EstimateListStatus } from './estimate.ts'
import { sql, type RawBuilder } from 'kysely'

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
const ESTIMATES: DocumentTable<'Estimate', EstimateListStatus, EstimateRow, Estimate> = {
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

/** The user-written content of an estimate. */
export type EstimateContent = DocumentContent & {
  readonly dontCarryOverNotesToInvoice: boolean
  readonly deposit: DepositTerms
}

export type AddedUpEstimate = AddedUp<EstimateContent> & { readonly depositTotalMinor: bigint }

/** The columns that an event sets on an estimate. Missing ones stay unchanged. */
export type EstimateMarks = {
  readonly lastSentAt?: Date
  readonly lastSentVia?: DocumentSendMethod
  readonly invoiceId?: RowId<'Invoice'>
}

const writer = createDocumentWriter(ESTIMATES)

/** Writes estimates inside the transaction of a command, which holds the lock of the books. */
export const estimateWriter = {
  ...writer,

  create: (transaction: BooksTransaction, content: AddedUpEstimate): Promise<Estimate> =>
    writer.insert(transaction, {
      content,
      own: { ...ownColumnsOf(content), life: 'DRAFT', due: content.totalMinor.toString() },
    }),

  /** Replaces the content of an estimate. */
  change(transaction: BooksTransaction, id: EstimateId, content: AddedUpEstimate): Promise<Estimate> {
    const due = sql`${content.totalMinor.toString()}::bigint - paid`
    return writer.rewrite(transaction, id, { content, own: { ...ownColumnsOf(content), due } })
  },

  stand(
    transaction: BooksTransaction,
    id: EstimateId,
    { life, undecided }: EstimateStanding,
    marks: EstimateMarks,
  ): Promise<Estimate> {
    const isApproved = life !== 'DRAFT' && life !== 'DELETED'
    return writer.update(transaction, id, {
      life,
      undecided,
      last_sent_at: marks.lastSentAt,
      last_sent_via: marks.lastSentVia,
      invoice_id: marks.invoiceId,
      approved_at: isApproved ? sql`coalesce(approved_at, ${transaction.now})` : undefined,
    })
  },

  /** Adds the decision of the command's author to the history of the estimate. */
  noteByAuthor: (
    { trx, books: { businessId }, now, author }: BooksTransaction,
    id: EstimateId,
    state: EstimateHistoryEntry['state'],
  ): Promise<void> =>
    noteDecision(
      trx,
      { businessId, id },
      {
        ...{ state, entityType: 'BUSINESS_OWNER', entityId: wireIdOf('User', author.userId), timestamp: now },
        who: sql`select trim(concat(first_name, ' ', last_name)) as name, email from users where id = ${author.userId}`,
      },
    ),
}

/** Adds a decision to the history of an estimate. `who` selects the name and e-mail address of the person. */
export async function noteDecision(
  trx: DatabaseTransaction,
  { businessId, id }: RowKey<'Estimate'>,
  decision: Omit<EstimateHistoryEntry, 'email' | 'name'> & { readonly who: RawBuilder<unknown> },
): Promise<void> {
  const { state, entityType, entityId, timestamp, who } = decision
  await sql`
    insert into estimate_history (business_id, estimate_id, position, state, entity_type, entity_id, name, email, created_at)
    select ${businessId}, ${id}::bigint,
      (select coalesce(max(position) + 1, 0) from estimate_history
        where business_id = ${businessId} and estimate_id = ${id}::bigint),
      ${state}, ${entityType}, ${entityId}, who.name, who.email, ${timestamp}
    from (${who}) who`.execute(trx)
}

/** Returns the user-written columns that only estimates have. */
function ownColumnsOf(content: AddedUpEstimate) {
  const { measure, status } = content.deposit
  return {
    leave_notes_behind: content.dontCarryOverNotesToInvoice,
    deposit_status: status,
    deposit_amount: measure?.unit === 'AMOUNT' ? measure.amountMinor.toString() : null,
    deposit_percentage: measure?.unit === 'PERCENTAGE' ? formatDecimal(measure.percentage) : null,
    deposit_total: content.depositTotalMinor.toString(),
  }
}
