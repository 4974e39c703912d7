import type { Clock } from '@counterfoil/service/values/clock'
import type { BusinessId } from '@counterfoil/oauth/ids'
import DataLoader from 'dataloader'
import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { EntryKind } from '#books/ledger/entry.ts'
import { createToday } from '#books/business-day.ts'
import { batchAlike, BATCH_ONLY } from '#books/row-reader.ts'
import { askedBooks } from '#books/row-store.ts'
import type { Books } from '#books/open-books.ts'
import type { AccountSubtypeValue, AccountTypeValue } from '#books/reference/reference-data.ts'
import type { Database } from '#database/database.ts'
import type { AgedSums, ReportBasis, MonthSum, StandingSum, CashSum } from './report.ts'
import type { DayRange, SplitRange } from './report-days.ts'

type OfBusiness = { readonly business_id: BusinessId }
type SumRow = OfBusiness & {
  readonly id: RowId<'Account'>
  readonly type: AccountTypeValue
  readonly subtype: AccountSubtypeValue
  readonly debit: string
}

/** Returns a function that creates readers of totals for one request. Their cost does not depend on the number of entries. */
export function createReportReaders(db: Database, clock: Clock) {
  const today = createToday(clock)
  const read = readsOf(db)
  return () => ({
    today,
    sumMonths: batched(read.months),
    sumStanding: batched(read.standing),
    /** Sums all open amounts by age. */
    sumAged: batched(read.aged),
    /** Sums open amounts by age, from entries dated up to a day. */
    sumAgedOn: batched(read.agedOn),
    sumCash: batched(read.cash),
  })
}

type OnBasis = { readonly basis: ReportBasis }
type Asked<Request> = Request & { readonly books: Books }

/** Batches simultaneous requests that differ only in their business. */
function batched<Request, Answer>(
  read: (books: readonly Books[], asked: Asked<Request>) => Promise<(books: Books) => Answer>,
): (asked: Asked<Request>) => Promise<Answer> {
  const loader = new DataLoader(batchAlike(read), BATCH_ONLY)
  return (asked) => loader.load(asked)
}

function readsOf(db: Database) {
  return {
    async months(books: readonly Books[], { range, basis }: Asked<OnBasis & { readonly range: SplitRange }>) {
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
      return byBusiness(rows, (row): MonthSum => ({
        ...accountOf(row),
        month: row.month,
        debitMinor: BigInt(row.debit),
      }))
    },

    async standing(books: readonly Books[], { on, basis }: Asked<OnBasis & { readonly on: string }>) {
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
      return byBusiness(rows, (row): StandingSum => ({
        ...accountOf(row),
        debitMinor: BigInt(row.debit),
        earlierDebitMinor: BigInt(row.earlier),
      }))
    },

    async aged(books: readonly Books[], { today }: Asked<{ readonly today: string }>) {
      const { rows } = await sql<AgedRow>`
        select business_id, ${agedSums(today)} from ${askedBooks(books)}
        join receivable_months using (business_id) group by business_id`.execute(db)
      return agedOf(rows)
    },

    async agedOn(books: readonly Books[], { on }: Asked<{ readonly on: string }>) {
      const { rows } = await sql<AgedRow>`
        select business_id, ${agedSums(on)} from (
          select m.business_id, m.due_day, m.owed, m.credit from ${askedBooks(books)}
          join receivable_months m on m.business_id = asked.business_id
            and m.month < date_trunc('month', ${on}::date::timestamp)
          union all
          select d.business_id, d.due_day, d.owed, d.credit from ${askedBooks(books)}
          join receivable_days d on d.business_id = asked.business_id
            and d.day between date_trunc('month', ${on}::date::timestamp) and ${on}::date
        ) stood group by business_id`.execute(db)
      return agedOf(rows)
    },

    async cash(books: readonly Books[], { range }: Asked<{ readonly range: DayRange }>) {
      const sums = byBusiness(await readCash(db, { books, range }), (row) => row)
      return (of: Books) => {
        const own = sums(of)
        const opening = own.find(({ day }) => day === null)
        return {
          openingMinor: opening === undefined ? 0n : BigInt(opening.debit) - BigInt(opening.credit),
          days: own.flatMap(({ day, debit, credit, moved, undone }): readonly CashSum[] =>
            day === null
              ? []
              : [
                  {
                    day,
                    ...{ debitMinor: BigInt(debit), creditMinor: BigInt(credit) },
                    ...{ movedMinor: BigInt(moved), undoneMinor: BigInt(undone) },
                  },
                ],
          ),
        }
      }
    },
  }
}

type AgedRow = OfBusiness & { readonly [Name in keyof AgedSums]: string }

/** Returns the columns that sum `owed` and `credit` by the days from `due_day` to a day. */
function agedSums(day: string): RawBuilder<unknown> {
  const age = sql`${day}::date - due_day`
  const sums: Readonly<Record<keyof AgedSums, RawBuilder<unknown>>> = {
    notDue: sql`sum(owed) filter (where ${age} <= 0)`,
    days1To30: sql`sum(owed) filter (where ${age} between 1 and 30)`,
    days31To60: sql`sum(owed) filter (where ${age} between 31 and 60)`,
    days61To90: sql`sum(owed) filter (where ${age} between 61 and 90)`,
    over90: sql`sum(owed) filter (where ${age} > 90)`,
    credits: sql`sum(credit)`,
  }
  return sql.join(
    Object.entries(sums).map(([name, sum]) => sql`coalesce(${sum}, 0)::text as ${sql.ref(name)}`),
  )
}

function agedOf(rows: readonly AgedRow[]) {
  const byId = new Map(rows.map((row) => [row.business_id, row]))
  return ({ businessId }: Books): AgedSums => {
    const row = byId.get(businessId)
    const minor = (name: keyof AgedSums) => BigInt(row?.[name] ?? 0)
    return {
      notDue: minor('notDue'),
      days1To30: minor('days1To30'),
      days31To60: minor('days31To60'),
      days61To90: minor('days61To90'),
      over90: minor('over90'),
      credits: minor('credits'),
    }
  }
}

type CashRow = OfBusiness & {
  readonly day: string | null
  readonly debit: string
  readonly credit: string
  readonly moved: string
  readonly undone: string
}

/**
 * Returns the amounts posted to cash accounts by day, with all days before the first as day null; the part that only moved
 * between cash accounts; and the part that was reversed, on the day of the reversed entry. Reads only money transactions, because
 * no other entry has postings on cash accounts alone.
 */
async function readCash(
  db: Database,
  { books, range }: { readonly books: readonly Books[]; readonly range: DayRange },
): Promise<readonly CashRow[]> {
  const { rows } = await sql<CashRow>`
    with cash as (
      select a.business_id, a.id from ${askedBooks(books)}
      join accounts a on a.business_id = asked.business_id and a.subtype = 'CASH_AND_BANK'
    ), moves as (
      select p.business_id, p.entry_id, p.day, sum(greatest(p.base_amount, 0)) as moved
      from cash cross join lateral (
        ${cashPostings('DEPOSIT', range)} union all ${cashPostings('WITHDRAWAL', range)}
      ) p
      group by p.business_id, p.entry_id, p.day having count(*) > 1
    ), sums as (
      select business_id, null::date as day, debit, credit, 0 as moved, 0 as undone
      from cash join account_months kept using (business_id)
      where kept.account_id = cash.id and kept.book in (0, 1) and kept.month < date_trunc('month', ${range.from}::date::timestamp)
      union all
      select business_id, case when kept.day >= ${range.from}::date then kept.day end, debit, credit, 0, 0
      from cash join account_days kept using (business_id)
      where kept.account_id = cash.id and kept.book in (0, 1)
        and kept.day between date_trunc('month', ${range.from}::date::timestamp) and ${range.to}::date
      union all
      select p.business_id, p.day, 0, 0, 0, abs(p.base_amount)
      from cash cross join lateral (${cashPostings('REVERSAL', range)}) p
      union all
      select m.business_id, m.day, 0, 0, m.moved, 0 from moves m
      where not exists (
          select 1 from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
          where p.business_id = m.business_id and p.entry_id = m.entry_id and a.subtype <> 'CASH_AND_BANK')
        and not exists (select 1 from entries e where e.business_id = m.business_id and e.reverses_id = m.entry_id)
    )
    select business_id, day, sum(debit)::text as debit, sum(credit)::text as credit, sum(moved)::text as moved,
      sum(undone)::text as undone
    from sums group by business_id, day order by day nulls first`.execute(db)
  return rows
}

/**
 * Selects the postings of one kind on an account of `cash`. Each kind has a statement of its own, because for several kinds a plan
 * that was made before the tables had statistics reads all postings of the account.
 */
function cashPostings(kind: EntryKind, range: DayRange): RawBuilder<unknown> {
  return sql`select business_id, entry_id, day, base_amount from postings
    where business_id = cash.business_id and account_id = cash.id and kind = ${sql.lit(kind)} and book in (0, 1)
      and ${within('day', range)}`
}

function byBusiness<Row extends OfBusiness, Value>(rows: readonly Row[], readRow: (row: Row) => Value) {
  const groups = Map.groupBy(rows, ({ business_id: businessId }) => businessId)
  return ({ businessId }: Books): readonly Value[] => (groups.get(businessId) ?? []).map(readRow)
}

function accountOf({ id, type, subtype }: SumRow) {
  return { accountId: id, typeValue: type, subtypeValue: subtype }
}

/** Returns the number of the book that a basis counts besides book 0. */
function bookOf(basis: ReportBasis): RawBuilder<unknown> {
  return basis === 'CASH' ? sql`2` : sql`1`
}

function within(column: 'day' | 'month', { from, to }: DayRange): RawBuilder<unknown> {
  return sql`${sql.ref(column)} between ${from}::date and ${to}::date`
}

export type ReportReader = ReturnType<ReturnType<typeof createReportReaders>>
