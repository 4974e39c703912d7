import { sql, type RawBuilder } from 'kysely'
import type { ListOf } from '#books/documents/document-list-store.ts'
import type { EstimateListStatus, EstimateOrder } from './estimate.ts'

const UNDECIDED = sql`d.life in ('APPROVED', 'SENT', 'VIEWED')`

/** The condition of undecided estimates that are not past their due date: few of all estimates. */
const NOT_YET_DUE = sql`${UNDECIDED} and d.due_day >= asked.today`

/** Returns the condition of estimates with that deposit status, written as in the index of deposits. */
function ofDeposit(kind: string): RawBuilder<unknown> {
  return sql`(d.paid > 0 or d.deposit_total > 0) and (case when d.paid > 0
    then case when d.paid >= d.deposit_total then 'DEPOSIT_PAID' else 'DEPOSIT_PARTIAL' end else 'DEPOSIT_UNPAID' end) = ${sql.lit(kind)}`
}

const CONDITIONS: Readonly<Record<EstimateListStatus, RawBuilder<unknown>>> = {
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
}

/** The sort key of statuses. Expired estimates come after accepted and rejected ones. */
const STATUS_RANK = sql`case when ${UNDECIDED} and d.due_day < asked.today then 6 else case d.life when 'DRAFT' then 0
  when 'APPROVED' then 1 when 'SENT' then 2 when 'VIEWED' then 3 when 'ACCEPTED' then 4 when 'REJECTED' then 5 else 7 end end`

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

export const ESTIMATE_LIST: ListOf<EstimateListStatus, EstimateOrder> = {
  kind: 'estimate',
  conditions: CONDITIONS,
  // Numbers without a counted value come last.
  byNumber: sql`coalesce(d.number_value, 1e30)`,
  byStatus: STATUS_RANK,
  statusesOf({ status }) {
    if (status === null) return SHOWN_STATUSES
    if (status === 'ACTIVE') return ACTIVE_STATUSES
    const shown = SHOWN_STATUSES.find((each) => each === status)
    return shown === undefined ? null : [shown]
  },
  countedDays: () => null,
}
