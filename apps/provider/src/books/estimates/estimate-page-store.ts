import { type RawBuilder, sql } from 'kysely'
import type { TodayOf } from '#books/business-day.ts'
import {
  askedDays,
  dueCondition,
  literalDay,
  literalInstant,
  pageOf,
  partCondition,
  partsOfPage,
} from '#books/documents/document-list-store.ts'
import { ESTIMATE_COLUMNS, type EstimateRow } from './estimate-row.ts'
import type { EstimateFilter, EstimateListStatus, EstimateOrder } from './estimate.ts'
import type { Books } from '#books/open-books.ts'
import { countEach } from '#books/row-store.ts'
import type { PageRequest } from '#caller/paging.ts'
import type { Database } from '#database/database.ts'

type Page = Pick<PageRequest, 'limit' | 'offset'>

/** Reads pages of lists of estimates: the ids from an index, then the rows. */
export function createEstimatePages(db: Database, todayOf: TodayOf) {
  const read = async (books: readonly Books[], filter: EstimateFilter, page: Page, after = sql``) => {
    const { rows } = await pageOf<EstimateRow>({
      table: 'estimates',
      as: 'r',
      columns: sql.raw(ESTIMATE_COLUMNS),
      ids: { id: sql`e.id`, from: sql`${estimatesOf(filter)} ${after}` },
      order: orderOf(filter.sort),
      asked: askedDays(books, todayOf),
      page,
      isPlannedEachTime: hasRange(filter),
    }).execute(db)
    return rows
  }

  return {
    /** Returns the same page of each of the businesses. */
    async list(
      books: readonly Books[],
      filter: EstimateFilter,
      page: PageRequest,
    ): Promise<readonly EstimateRow[]> {
      const { afterId } = page
      if (afterId !== undefined)
        return await read(
          books,
          { ...filter, sort: 'CREATED_AT_ASC' },
          page,
          sql`and e.id > ${afterId}::bigint`,
        )
      const [only, ...others] = books
      const statuses = only === undefined || others.length > 0 ? null : splitByStatus(filter)
      if (only === undefined || statuses === null) return await read(books, filter, page)
      const parts = partsOfPage(await countStatuses(db, statuses, askedDays([only], todayOf)), page)
      const rows = await Promise.all(parts.map(({ part, ...inside }) => read(books, part.filter, inside)))
      return rows.flat()
    },

    /** Returns for each filter the number of each business by its id; a business without any is missing. */
    count(books: readonly Books[], filters: readonly EstimateFilter[]) {
      const counts = filters.map(
        (filter) => sql`
        select asked.business_id, count(*)::int as total from ${askedDays(books, todayOf)}
        join estimates e on ${conditionOf(filter)} group by asked.business_id`,
      )
      return countEach(db, counts)
    },
  }
}

/** Counts the estimates of each filter by one scan. The filters differ only in their status. */
async function countStatuses(db: Database, filters: readonly EstimateFilter[], asked: RawBuilder<unknown>) {
  const [first] = filters
  if (first === undefined) return []
  const totals = filters.map((filter) => sql`count(*) filter (where ${conditionOf(filter)})`)
  const { rows } = await sql<{ readonly totals: readonly number[] }>`
    select array[${sql.join(totals)}]::int[] as totals
    from ${asked} join estimates e on ${conditionOf({ ...first, status: null })}`.execute(db)
  return filters.map((filter, index) => ({ filter, total: rows[0]?.totals[index] ?? 0 }))
}

/** One text for each shape of filter, so that the plan of each fits. `e` is an estimate, `asked` as `askedDays` gives it. */
function conditionOf(filter: EstimateFilter): RawBuilder<unknown> {
  const { customerId } = filter
  const conditions = [
    sql`e.business_id = asked.business_id and e.life <> 'DELETED'`,
    filter.amountDue === null ? null : dueCondition({ table: 'e', amountDue: filter.amountDue }),
    filter.currencyCode === null ? null : sql`e.currency_code = ${filter.currencyCode}`,
    customerId === null ? null : customerCondition(customerId),
    filter.estimateDateStart === null ? null : sql`e.estimate_day >= ${literalDay(filter.estimateDateStart)}`,
    filter.estimateDateEnd === null ? null : sql`e.estimate_day <= ${literalDay(filter.estimateDateEnd)}`,
    filter.estimateNumber === null ? null : partCondition(sql`e.estimate_number`, filter.estimateNumber),
    filter.modifiedAtAfter === null ? null : sql`e.modified_at >= ${literalInstant(filter.modifiedAtAfter)}`,
    filter.modifiedAtBefore === null
      ? null
      : sql`e.modified_at <= ${literalInstant(filter.modifiedAtBefore)}`,
    filter.status === null ? null : STATUS_CONDITIONS[filter.status],
  ]
  return sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )
}

/** Whether the filter has a range: how much it holds decides which index is best. */
function hasRange(filter: EstimateFilter): boolean {
  const { estimateDateStart, estimateDateEnd, modifiedAtAfter, modifiedAtBefore } = filter
  return [estimateDateStart, estimateDateEnd, modifiedAtAfter, modifiedAtBefore].some((end) => end !== null)
}

function customerCondition(id: NonNullable<EstimateFilter['customerId']>): RawBuilder<unknown> {
  return id === 'none' ? sql`false` : sql`e.customer_id = ${id}::bigint`
}

const UNDECIDED = sql`e.life in ('APPROVED', 'SENT', 'VIEWED')`

/** Sent and not due yet: few beside all that was ever written. */
const NOT_YET_DUE = sql`${UNDECIDED} and e.due_day >= asked.today`

/** As the index of deposits says it. */
function ofDeposit(kind: string): RawBuilder<unknown> {
  return sql`(e.paid > 0 or e.deposit_total > 0) and (case when e.paid > 0
    then case when e.paid >= e.deposit_total then 'DEPOSIT_PAID' else 'DEPOSIT_PARTIAL' end else 'DEPOSIT_UNPAID' end) = ${sql.lit(kind)}`
}

const STATUS_CONDITIONS: Readonly<Record<EstimateListStatus, RawBuilder<unknown>>> = {
  ACCEPTED: sql`e.life = 'ACCEPTED'`,
  ACTIVE: sql`(e.life = 'ACCEPTED' or (${NOT_YET_DUE}))`,
  APPROVED: sql`e.life = 'APPROVED' and e.due_day >= asked.today`,
  CONVERTED: sql`e.life = 'CONVERTED'`,
  DRAFT: sql`e.life = 'DRAFT'`,
  EXPIRED: sql`${UNDECIDED} and e.due_day < asked.today`,
  PAID: ofDeposit('DEPOSIT_PAID'),
  PARTIAL: ofDeposit('DEPOSIT_PARTIAL'),
  REJECTED: sql`e.life = 'REJECTED'`,
  SENT: sql`e.life = 'SENT' and e.due_day >= asked.today`,
  UNPAID: ofDeposit('DEPOSIT_UNPAID'),
  VIEWED: sql`e.life = 'VIEWED' and e.due_day >= asked.today`,
}

/** The order of their lives; an expired one is behind what was decided. */
const STATUS_RANK = sql`case when ${UNDECIDED} and e.due_day < asked.today then 6 else case e.life when 'DRAFT' then 0
  when 'APPROVED' then 1 when 'SENT' then 2 when 'VIEWED' then 3 when 'ACCEPTED' then 4 when 'REJECTED' then 5 else 7 end end`

/** As an index has it: what has no number is behind all that have one. */
const NUMBER_ORDER = sql`coalesce(e.number_value, 1e30)`

const SORT_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  AMOUNT_DUE: sql`e.due`,
  AMOUNT_PAID: sql`e.paid`,
  DUE_AT: sql`e.due_day`,
  ESTIMATE_DATE: sql`e.estimate_day`,
  ESTIMATE_NUMBER: NUMBER_ORDER,
  MODIFIED_AT: sql`e.modified_at`,
  STATUS: STATUS_RANK,
  TOTAL: sql`e.total`,
}

/** The order of a list; what is alike in it comes in the order in which it was written. `c` is the customer. */
function orderOf(sort: EstimateOrder): RawBuilder<unknown> {
  const { name, isDescending } = readSort(sort)
  const direction = isDescending ? sql`desc` : sql`asc`
  if (name === 'CUSTOMER_NAME') return sql`c.name_key ${direction}, c.id ${direction}, e.id ${direction}`
  const column = SORT_COLUMNS[name]
  return column === undefined ? sql`e.id ${direction}` : sql`${column} ${direction}, e.id ${direction}`
}

function readSort(sort: EstimateOrder) {
  const [, name = 'CREATED_AT', way = ''] = /^(.+)_(ASC|DESC)$/.exec(sort) ?? []
  return { name, isDescending: way === 'DESC' }
}

/** The estimates that a filter lets through, in FROM and WHERE. */
function estimatesOf(filter: EstimateFilter): RawBuilder<unknown> {
  const customers = filter.sort.startsWith('CUSTOMER_NAME')
    ? sql`join customers c on c.business_id = e.business_id and c.id = e.customer_id`
    : sql``
  return sql`estimates e ${customers} where ${conditionOf(filter)}`
}

/** What an estimate is shown as, in the order of their lives, each in one of them only. */
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

/**
 * A list in the order of statuses as the lists of each, one behind the other.
 *
 * @returns Null when it is in another order
 */
function splitByStatus(filter: EstimateFilter): readonly EstimateFilter[] | null {
  const { sort, status } = filter
  if (sort !== 'STATUS_ASC' && sort !== 'STATUS_DESC') return null
  const shown = SHOWN_STATUSES.find((each) => each === status)
  const ofStatus = shown === undefined ? null : [shown]
  const split = status === null ? SHOWN_STATUSES : status === 'ACTIVE' ? ACTIVE_STATUSES : ofStatus
  if (split === null) return null
  const isDescending = sort === 'STATUS_DESC'
  return (isDescending ? split.toReversed() : split).map((each) => ({
    ...filter,
    status: each,
    sort: isDescending ? 'CREATED_AT_DESC' : 'CREATED_AT_ASC',
  }))
}
