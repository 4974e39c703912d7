import { sql, type RawBuilder } from 'kysely'
import type { Books } from '#books/open-books.ts'
import type { Database } from '#database/database.ts'

/** The tables in which the database keeps of each list where its stretches begin, and how many rows each has. */
type StretchTable =
  'customer_stretches' | 'estimate_stretches' | 'invoice_stretches' | 'product_stretches' | 'vendor_stretches'

/** A list that the database keeps in stretches, by an order that ascends. */
export type StretchedList = {
  readonly table: StretchTable
  /** As the table calls it. */
  readonly list: string
  /** Of a row: not in front of `place`, by an index of the order. */
  readonly isBehind: RawBuilder<unknown>
  readonly isDescending: boolean
  /** Where the list is one of several of that name, each with a key of its own. */
  readonly key?: RawBuilder<unknown>
  /** Where only a part of the list is asked for. */
  readonly part?: ListPart
  /** Where only rows of these kinds are asked for, as the table counts them; no row is of two of them. */
  readonly kinds?: readonly string[]
  /**
   * Ids, `n` 1 of what stands in the list and is not asked for, -1 of what is asked for and does not stand there, in SQL, with
   * `asked`: of a list in the order of writing alone.
   */
  readonly missing?: RawBuilder<unknown>
}

/** What stands in a list from one place on, and before another; null: from its beginning, to its end. */
export type ListPart = {
  readonly from: ListBound | null
  readonly before: ListBound | null
}
export type ListBound = {
  /** Of a stretch: it begins in front of it. */
  readonly isInFront: RawBuilder<unknown>
  /** Of the rows that begin at the stretch `bound`, those of the list in front of it; FROM and WHERE, with `asked`. */
  readonly rowsInFront: RawBuilder<unknown>
}

type Page = { readonly offset: number; readonly limit: number }

/** Where a list is entered for a page far inside it, found in the statement that reads the page. */
export type Entrance = {
  /** Finds `place`: where it is, and how many rows are passed from there on. */
  readonly given: RawBuilder<unknown>
  /** Of a row: not in front of `place`. */
  readonly isBehind: RawBuilder<unknown>
  readonly stretch: {
    readonly offset: number | RawBuilder<unknown>
    readonly limit: number | RawBuilder<unknown>
    readonly isFromEnd: boolean
  }
}

const PLACE_ID = sql`(select from_id from place)`
const PLACE_KEY = sql`(select from_key from place)`
const PLACE_TEXT = sql`(select from_text from place)`
const PLACE_DAY = sql`(select date '2000-01-01' + from_key::integer from place)`
/** The first stretch begins below every key, and before every instant that the database knows. */
const PLACE_INSTANT = sql`(select timestamptz 'epoch' + greatest(from_key, 0) * interval '1 millisecond' from place)`

/** Conditions on a row that says by which columns its list is ordered, id last: it does not stand in front of `place`. */
export const behindPlace = {
  byId: (id: RawBuilder<unknown>) => sql`${id} >= ${PLACE_ID}`,
  byAmount: (column: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`(${column}, ${id}) >= (${PLACE_KEY}, ${PLACE_ID})`,
  byDay: (column: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`(${column}, ${id}) >= (${PLACE_DAY}, ${PLACE_ID})`,
  byInstant: (column: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`(${column}, ${id}) >= (${PLACE_INSTANT}, ${PLACE_ID})`,
  byName: (column: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`(${column}, ${id}) >= (${PLACE_TEXT}, ${PLACE_ID})`,
  byNumber: (column: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`(${column}, ${id}) >= (${PLACE_TEXT}::numeric, ${PLACE_ID})`,
}

const ORDER = sql`from_text, from_key, from_id`

function stretchesOf(
  { table, list, key, kinds, missing }: StretchedList,
  asked: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const n = kinds === undefined ? sql`s.n` : sql`(${sql.join(kinds.map(countOfKind), sql` + `)})`
  const rows = sql`${asked} join ${sql.table(table)} s on s.business_id = asked.business_id and s.list = ${list}${
    key === undefined ? sql`` : sql` and s.from_text = '' and s.from_key = ${key}`
  }`
  const inOrder = (order: RawBuilder<unknown>) => sql`over (order by ${order} rows unbounded preceding)`
  // In the order of the primary key, so that nothing is sorted.
  if (missing === undefined) {
    return sql`stretches as materialized (
      select from_text, from_key, from_id, ${n} as n, sum(${n}) ${inOrder(ORDER)} as reached from ${rows}
    )`
  }
  return sql`kept as materialized (
      select from_text, from_key, from_id, ${n} as n, row_number() over (order by ${ORDER}) as place from ${rows}
    ), missing as materialized (
      select width_bucket(gone.id, (select array_agg(from_id order by place) from kept)) as place, sum(gone.n)::integer as n
      from (${missing}) gone group by 1
    ), stretches as materialized (
      select from_text, from_key, from_id, kept.n - coalesce(missing.n, 0) as n,
        sum(kept.n - coalesce(missing.n, 0)) ${inOrder(sql`place`)} as reached
      from kept left join missing using (place)
    )`
}

function countOfKind(kind: string): RawBuilder<unknown> {
  return sql`coalesce((s.kinds ->> ${kind}::text)::integer, 0)`
}

/** How many rows of the list stand in front of a bound. */
function rankOf({ isInFront, rowsInFront }: ListBound, asked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((
      select bound.reached - bound.n + (select count(*) from ${asked} cross join lateral (select 1 from ${rowsInFront}) i)
      from (
        select stretches.* from ${asked} cross join stretches where ${isInFront} order by from_text desc, from_key desc, from_id desc limit 1
      ) bound
    ), 0)`
}

function endsOf({ part }: StretchedList, asked: RawBuilder<unknown>): RawBuilder<unknown> {
  const first = part?.from ? rankOf(part.from, asked) : sql`0::bigint`
  const last = part?.before
    ? rankOf(part.before, asked)
    : sql`coalesce((select max(reached) from stretches), 0)`
  return sql`ends as materialized (select ${first} as first, ${last} as last)`
}

/**
 * By the stretch in which the page begins. A list that descends is read as it is kept, and turned.
 *
 * @param asked As `askedDays` or `askedBooks` gives it, of one business
 */
export function enterStretch(list: StretchedList, asked: RawBuilder<unknown>, page: Page): Entrance {
  const { isDescending, isBehind } = list
  const offset = sql`${page.offset}::bigint`
  const first = isDescending ? sql`last - ${offset} - taken` : sql`first + ${offset}`
  return {
    isBehind,
    given: sql`${stretchesOf(list, asked)}, ${endsOf(list, asked)}, wanted as (
      select ${first} as wanted, taken from (
        select first, last, least(${page.limit}::bigint, last - first - ${offset}) as taken from ends
      ) cut where taken > 0
    ), place as (
      select from_text, from_key, from_id, wanted - (reached - n) as passed, taken
      from wanted join stretches on reached > wanted order by reached, ${ORDER} limit 1
    )`,
    stretch: {
      offset: sql`(select passed from place)`,
      limit: sql`(select taken from place)`,
      isFromEnd: isDescending,
    },
  }
}

/** How many rows the list has, or the part of it: a SELECT of one row. */
export function countOfStretches(
  list: StretchedList,
  asked: RawBuilder<unknown>,
): RawBuilder<{ readonly total: number }> {
  return sql`with ${stretchesOf(list, asked)}, ${endsOf(list, asked)}
    select greatest(last - first, 0)::int as total from ends`
}

export async function countStretches(
  db: Database,
  list: StretchedList,
  { books, asked }: { readonly books: Books; readonly asked: RawBuilder<unknown> },
): Promise<ReadonlyMap<Books['businessId'], number>> {
  const { rows } = await countOfStretches(list, asked).execute(db)
  return new Map(rows.map(({ total }) => [books.businessId, total]))
}
