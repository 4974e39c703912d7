import type { Clock } from '@counterfoil/service/clock'
import type { BusinessId } from '@counterfoil/oauth/ids'
import DataLoader from 'dataloader'
import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import { createToday } from '#books/business-day.ts'
import { batchAlike, BATCH_ONLY } from '#books/row-reader.ts'
import { askedBooks } from '#books/row-store.ts'
import type { Books } from '#books/open-books.ts'
import type { AccountSubtypeValue, AccountTypeValue } from '#books/reference/reference-data.ts'
import type { Database } from '#database/database.ts'
import type { ReportBasis, ReportReader } from './report.ts'
import type { DayRange } from './report-days.ts'

type OfBusiness = { readonly business_id: BusinessId }
type SumRow = OfBusiness & {
  readonly id: RowId<'Account'>
  readonly type: AccountTypeValue
  readonly subtype: AccountSubtypeValue
  readonly debit: string
}

/** Reads the totals of days and months, so that a report costs the same however much was entered on them. */
export function createReportReader(db: Database, clock: Clock): ReportReader {
  const read = readsOf(db)
  const months = new DataLoader(batchAlike(read.months), BATCH_ONLY)
  const standing = new DataLoader(batchAlike(read.standing), BATCH_ONLY)
  const aged = new DataLoader(batchAlike(read.aged), BATCH_ONLY)
  const cash = new DataLoader(batchAlike(read.cash), BATCH_ONLY)
  return {
    today: createToday(clock),
    sumMonths: (asked) => months.load(asked),
    sumStanding: (asked) => standing.load(asked),
    sumAged: (asked) => aged.load(asked),
    sumCash: (asked) => cash.load(asked),
  }
}

type Asked<Name extends keyof ReportReader> = Parameters<ReportReader[Name]>[0] & { readonly books: Books }

function readsOf(db: Database) {
  return {
    async months(books: readonly Books[], { range, basis }: Asked<'sumMonths'>) {
      const { rows } = await sql<SumRow & { readonly month: string }>`
        select a.business_id, a.id::text as id, a.type, a.subtype, kept.month, sum(kept.debit - kept.credit)::text as debit
        from ${askedBooks(books)}
        join accounts a on a.business_id = asked.business_id and a.type in ('INCOME', 'EXPENSE')
        cross join lateral (
          select month, debit, credit from account_months
          where business_id = a.business_id and account_id = a.id and book in (0, ${bookOf(basis)})
            and ${within('month', range.months)}
          union all
          select date_trunc('month', day::timestamp)::date, debit, credit from account_days
          where business_id = a.business_id and account_id = a.id and book in (0, ${bookOf(basis)})
            and (${within('day', range.head)} or ${within('day', range.tail)})
        ) kept
        group by a.business_id, a.id, a.type, a.subtype, a.name_key, kept.month order by a.name_key, a.id, kept.month`.execute(
        db,
      )
      return byBusiness(rows, (row) => ({
        ...accountOf(row),
        month: row.month,
        debitMinor: BigInt(row.debit),
      }))
    },

    async standing(books: readonly Books[], { on, basis }: Asked<'sumStanding'>) {
      const year = `${on.slice(0, 4)}-01-01`
      const { rows } = await sql<SumRow & { readonly earlier: string }>`
        select a.business_id, a.id::text as id, a.type, a.subtype, sum(kept.debit - kept.credit)::text as debit,
          coalesce(sum(kept.debit - kept.credit) filter (where kept.at < ${year}::date), 0)::text as earlier
        from ${askedBooks(books)}
        join accounts a on a.business_id = asked.business_id
        cross join lateral (
          select month as at, debit, credit from account_months
          where business_id = a.business_id and account_id = a.id and book in (0, ${bookOf(basis)})
            and month < date_trunc('month', ${on}::date::timestamp)
          union all
          select day, debit, credit from account_days
          where business_id = a.business_id and account_id = a.id and book in (0, ${bookOf(basis)})
            and day between date_trunc('month', ${on}::date::timestamp) and ${on}::date
        ) kept
        group by a.business_id, a.id, a.type, a.subtype, a.name_key order by a.name_key, a.id`.execute(db)
      return byBusiness(rows, (row) => ({
        ...accountOf(row),
        debitMinor: BigInt(row.debit),
        earlierDebitMinor: BigInt(row.earlier),
      }))
    },

    async aged(books: readonly Books[], { today }: Asked<'sumAged'>) {
      const { rows } = await sql<OfBusiness & { readonly days: number; readonly due: string }>`
        select o.business_id, ${today}::date - o.due_day as days, sum(o.due_base)::text as due
        from ${askedBooks(books)}
        join open_days o on o.business_id = asked.business_id and o.customer_id = 0
          and o.state in ('SAVED', 'SENT', 'VIEWED', 'PARTIAL', 'OVERPAID')
        group by o.business_id, o.due_day, o.state = 'OVERPAID'`.execute(db)
      return byBusiness(rows, ({ days, due }) => ({ daysOverdue: days, dueBaseMinor: BigInt(due) }))
    },

    async cash(books: readonly Books[], { range }: Asked<'sumCash'>) {
      const { rows } = await sql<
        OfBusiness & { readonly day: string | null; readonly debit: string; readonly credit: string }
      >`
        select a.business_id, kept.day, sum(kept.debit)::text as debit, sum(kept.credit)::text as credit
        from ${askedBooks(books)}
        join accounts a on a.business_id = asked.business_id and a.subtype = 'CASH_AND_BANK'
        cross join lateral (
          select null::date as day, debit, credit from account_months
          where business_id = a.business_id and account_id = a.id and book in (0, 1)
            and month < date_trunc('month', ${range.from}::date::timestamp)
          union all
          select case when day >= ${range.from}::date then day end, debit, credit from account_days
          where business_id = a.business_id and account_id = a.id and book in (0, 1)
            and day between date_trunc('month', ${range.from}::date::timestamp) and ${range.to}::date
        ) kept
        group by a.business_id, kept.day order by kept.day nulls first`.execute(db)
      const sums = byBusiness(rows, (row) => row)
      return (of: Books) => {
        const own = sums(of)
        const opening = own.find(({ day }) => day === null)
        return {
          openingMinor: opening === undefined ? 0n : BigInt(opening.debit) - BigInt(opening.credit),
          days: own.flatMap(({ day, debit, credit }) =>
            day === null ? [] : [{ day, debitMinor: BigInt(debit), creditMinor: BigInt(credit) }],
          ),
        }
      }
    },
  }
}

function byBusiness<Row extends OfBusiness, Value>(rows: readonly Row[], readRow: (row: Row) => Value) {
  const groups = Map.groupBy(rows, ({ business_id: businessId }) => businessId)
  return ({ businessId }: Books): readonly Value[] => (groups.get(businessId) ?? []).map(readRow)
}

function accountOf({ id, type, subtype }: SumRow) {
  return { accountId: id, typeValue: type, subtypeValue: subtype }
}

/** What counts beside what counts in both. */
function bookOf(basis: ReportBasis): RawBuilder<unknown> {
  return basis === 'CASH' ? sql`2` : sql`1`
}

function within(column: 'day' | 'month', { from, to }: DayRange): RawBuilder<unknown> {
  return sql`${sql.ref(column)} between ${from}::date and ${to}::date`
}
