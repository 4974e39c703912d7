import type { BusinessId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { dayIn } from '#books/business-day.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import { writeBooks } from '#demo/books/demo-books-store.ts'
import { planBooks } from '#demo/books/plan-books.ts'
import { countReceivables, RECEIVABLE_TRIGGERS } from '../books/stored-totals-store.ts'
import { withoutRowChecks, withoutTriggers } from '../bulk-store.ts'
import { DEMO_BUSINESSES } from '../demo-data.ts'
import { DEMO_PASSWORD } from '../demo-store.ts'
import {
  ADDED_TABLES,
  analyzeBooks,
  BOOK_TABLES,
  type BookColumns,
  type BookCopy,
  COPY_TRIGGERS,
  copyBooks,
  growBooks,
  putAside,
  readBookColumns,
} from './copy-books-store.ts'
import names from './large-names.json' with { type: 'json' }
import { LARGE_USER } from './large-user.ts'
import { hashPassword } from '#users/password-hash.ts'

/** The number of businesses, including those of the demo. */
const LARGE_BUSINESSES = 1_000
const LARGE_INVOICES = 100_000

/** The number of different names. */
const MOST_NAMES = names.places.length * names.trades.length

/** The name of the business with the most invoices. */
export const LARGEST_NAME = nameBusinesses(2)[1] ?? ''

/** The number of businesses that get their books in one statement for each table. */
const AT_ONCE = 40

type SeedSize = { readonly businesses: number; readonly invoices: number }

/** The progress: the numbers written, and, once all is written, the percentage that was checked and indexed. */
export type SeedProgress = SeedSize & { readonly checkedPercent?: number }

/**
 * Adds to a database with the demo data: a thousand businesses with copies of the demo books, of which one has 100,000 invoices.
 * Writes all of it or nothing. Does nothing if its owner exists.
 */
export async function seedLarge({
  db,
  clock,
  report,
  size = { businesses: LARGE_BUSINESSES, invoices: LARGE_INVOICES },
}: {
  readonly db: Database
  readonly clock: Clock
  readonly report: (progress: SeedProgress) => void
  readonly size?: SeedSize
}): Promise<void> {
  const first = await db.selectFrom('users').select('id').where('id', '=', LARGE_USER.id).executeTakeFirst()
  if (first !== undefined) return
  const now = new Date(clock())
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.transaction().execute(async (trx) => {
    const { id, email } = LARGE_USER
    // One process continues; the others wait here until it ends.
    const made = await trx
      .insertInto('users')
      .values({
        id,
        email,
        first_name: 'Greta',
        last_name: 'Lindqvist',
        locale: 'en',
        password_hash: passwordHash,
        created_at: now,
        modified_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made !== undefined) await fill(trx, { now, report, size })
  })
}

async function fill(
  trx: DatabaseTransaction,
  {
    now,
    report,
    size,
  }: { readonly now: Date; readonly report: (progress: SeedProgress) => void; readonly size: SeedSize },
): Promise<void> {
  const columns = await readBookColumns(trx)
  const demos = Object.values(DEMO_BUSINESSES)
  const given = nameBusinesses(size.businesses - demos.length)
  // Sorted, because rows in the order of their keys are indexed faster.
  const [smallId, largestId, ...ids] = given.map(() => randomUUID() as string as BusinessId).toSorted()
  if (smallId === undefined || largestId === undefined) throw new RangeError('There is no room for two more')
  await openBusinesses(trx, { from: LIKE_SMALL.id, businesses: [{ id: smallId, name: given[0] ?? '' }], now })
  await writeSmallBooks(trx, smallId, now)
  await putAside(trx, [...demos.map(({ id }) => id), smallId])
  const [largest, ...others] = [largestId, ...ids].map((id, index) => ({
    ...{ id, name: given[index + 1] ?? '', from: bookkeptLike(index, smallId) },
  }))
  if (largest === undefined) return
  let count = demos.length + 1
  const copy = async (copies: readonly NamedCopy[], invoices: number) => {
    await copyBusinesses(trx, columns, { copies, now })
    count += copies.length
    report({ businesses: count, invoices })
  }
  const copyOthers = async () => {
    for (let start = 0; start < others.length; start += AT_ONCE)
      await copy(others.slice(start, start + AT_ONCE), size.invoices)
  }
  const grow = () =>
    growBooks(trx, columns, {
      businessId: largest.id,
      invoices: size.invoices,
      onProgress: (invoices) => report({ businesses: count, invoices }),
    })
  const writeAll = async () => {
    await withoutTriggers(trx, COPY_TRIGGERS, () => copy([largest], 0))
    await withoutTriggers(trx, RECEIVABLE_TRIGGERS, grow)
    const added = { written: [], keyless: ADDED_TABLES }
    await withoutTriggers(trx, COPY_TRIGGERS, () => withoutRowChecks(trx, added, copyOthers))
  }
  const keyless = BOOK_TABLES.filter((table) => !ADDED_TABLES.some((added) => added === table))
  const reportChecked = (share: number) => report({ ...size, checkedPercent: Math.floor(100 * share) })
  await withoutRowChecks(trx, { written: BOOK_TABLES, keyless }, writeAll, (share) =>
    reportChecked(share * (1 - COUNTED_SHARE)),
  )
  await countReceivables(trx, largest.id)
  reportChecked(1)
  await analyzeBooks(trx)
}

/** The share of recounting the largest books in the time after all is written. */
const COUNTED_SHARE = 0.4

type NamedCopy = BookCopy & { readonly name: string }

async function copyBusinesses(
  trx: DatabaseTransaction,
  columns: BookColumns,
  { copies, now }: { readonly copies: readonly NamedCopy[]; readonly now: Date },
): Promise<void> {
  for (const [from, businesses] of Map.groupBy(copies, (copy) => copy.from))
    await openBusinesses(trx, { from, businesses, now })
  await copyBooks(trx, columns, { copies, ownerId: LARGE_USER.id })
}

/** The profile of most of the thousand businesses: a freelancer with three invoices a month. */
const SMALL = { ...DEMO_BUSINESSES.fern.books, invoicesAMonth: 3 }
/** The demo business that resembles {@link SMALL}. */
const LIKE_SMALL = DEMO_BUSINESSES.fern

/** Returns the business whose books the one at `index` gets: mostly the small one, sometimes a shop or a trade. */
function bookkeptLike(index: number, small: BusinessId): BusinessId {
  if (index % 50 === 0) return DEMO_BUSINESSES.bakery.id
  if (index % 50 === 25) return DEMO_BUSINESSES.okafor.id
  if (index % 10 === 5) return DEMO_BUSINESSES.pixel.id
  return index % 10 === 8 ? DEMO_BUSINESSES.fern.id : small
}

/** Creates copies of a business without books, each with a plan that allows connections. */
async function openBusinesses(
  trx: DatabaseTransaction,
  {
    from,
    businesses,
    now,
  }: {
    readonly from: BusinessId
    readonly businesses: readonly { readonly id: BusinessId; readonly name: string }[]
    readonly now: Date
  },
): Promise<void> {
  const template = await trx
    .selectFrom('businesses')
    .selectAll()
    .where('id', '=', from)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('businesses')
    .values(businesses.map(({ id, name }) => ({ ...template, id, name, website: null, is_personal: false })))
    .execute()
  await sql`
    insert into memberships (user_id, business_id, role, is_default, created_at)
    select ${LARGE_USER.id}, id, 'owner', false, ${now} from unnest(${businesses.map(({ id }) => id)}::uuid[]) as each (id)`.execute(
    trx,
  )
  await sql`
    insert into plans (business_id, state, name, modified_at)
    select id, 'active', 'Pro', ${now} from unnest(${businesses.map(({ id }) => id)}::uuid[]) as each (id)`.execute(
    trx,
  )
}

/** Writes the books of the small business that most others copy. */
async function writeSmallBooks(trx: DatabaseTransaction, id: BusinessId, now: Date): Promise<void> {
  const { currency: currencyCode, timezone: timeZone } = LIKE_SMALL
  const today = dayIn(timeZone, now.getTime())
  const plan = planBooks({ profile: SMALL, businessId: LIKE_SMALL.id, currencyCode, today })
  const books = { plan, id, ownerId: LARGE_USER.id, currencyCode, timeZone, locale: 'en' } as const
  await withoutTriggers(trx, RECEIVABLE_TRIGGERS, () => writeBooks(trx, books, now))
  await countReceivables(trx, id)
}

/**
 * Returns `count` different names of businesses.
 *
 * @throws RangeError for more than {@link MOST_NAMES}
 */
function nameBusinesses(count: number): readonly string[] {
  if (count > MOST_NAMES) throw new RangeError(`There are ${MOST_NAMES} names`)
  const all = names.trades.flatMap((trade) => names.places.map((place) => `${place} ${trade}`))
  return all.slice(0, count)
}
