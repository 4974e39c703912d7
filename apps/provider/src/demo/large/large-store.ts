import type { BusinessId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { dayIn } from '#books/business-day.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import { writeBooks } from '#demo/books/demo-books-store.ts'
import { planBooks } from '#demo/books/plan-books.ts'
import { countReceivables, RECEIVABLE_TRIGGERS } from '../books/stored-totals-store.ts'
import { withoutKeys, withoutRowChecks, withoutTriggers } from '../bulk-store.ts'
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

/** With those of the demo. */
const LARGE_BUSINESSES = 1_000
const LARGE_INVOICES = 100_000

/** Businesses that can be distinguished by name. */
const MOST_NAMES = names.places.length * names.trades.length

/** What the business with the most invoices is called. */
export const LARGEST_NAME = nameBusinesses(2)[1] ?? ''

/** Businesses that get their books in one statement for each table. */
const AT_ONCE = 40

type SeedSize = { readonly businesses: number; readonly invoices: number }

/** How far it is: what is written, and how much of that is checked and in order, once everything is. */
export type SeedProgress = SeedSize & { readonly checkedPercent?: number }

/**
 * Fills a database that has the demo: a thousand businesses with the books of those of the demo, and a hundred thousand invoices
 * in one of them. All of it or nothing; nothing if it is there.
 */
export async function seedLarge({
  db,
  clock,
  told,
  size = { businesses: LARGE_BUSINESSES, invoices: LARGE_INVOICES },
}: {
  readonly db: Database
  readonly clock: Clock
  readonly told: (progress: SeedProgress) => void
  readonly size?: SeedSize
}): Promise<void> {
  const first = await db.selectFrom('users').select('id').where('id', '=', LARGE_USER.id).executeTakeFirst()
  if (first !== undefined) return
  const now = new Date(clock())
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.transaction().execute(async (trx) => {
    const { id, email } = LARGE_USER
    // Of several processes the first one goes on; the others wait here for its end.
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
    if (made !== undefined) await fill(trx, { now, told, size })
  })
}

async function fill(
  trx: DatabaseTransaction,
  {
    now,
    told,
    size,
  }: { readonly now: Date; readonly told: (progress: SeedProgress) => void; readonly size: SeedSize },
): Promise<void> {
  const columns = await readBookColumns(trx)
  const demos = Object.values(DEMO_BUSINESSES)
  const given = nameBusinesses(size.businesses - demos.length)
  // In the order of their ids: what is written in the order of its keys is soon sorted.
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
    told({ businesses: count, invoices })
  }
  const copyOthers = async () => {
    for (let start = 0; start < others.length; start += AT_ONCE)
      await copy(others.slice(start, start + AT_ONCE), size.invoices)
  }
  const grow = () =>
    growBooks(trx, columns, {
      businessId: largest.id,
      invoices: size.invoices,
      onProgress: (invoices) => told({ businesses: count, invoices }),
    })
  const writeAll = async () => {
    await withoutTriggers(trx, COPY_TRIGGERS, () => copy([largest], 0))
    await withoutTriggers(trx, RECEIVABLE_TRIGGERS, grow)
    await withoutTriggers(trx, COPY_TRIGGERS, () => withoutKeys(trx, ADDED_TABLES, copyOthers))
  }
  const keyless = BOOK_TABLES.filter((table) => !ADDED_TABLES.some((added) => added === table))
  const tellChecked = (share: number) => told({ ...size, checkedPercent: Math.floor(100 * share) })
  await withoutRowChecks(trx, { written: BOOK_TABLES, keyless }, writeAll, (share) =>
    tellChecked(share * (1 - COUNTED_SHARE)),
  )
  await countReceivables(trx, largest.id)
  tellChecked(1)
  await analyzeBooks(trx)
}

/** How much of the time of what follows the writing it takes to count the largest books again. */
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

/** A freelancer with three invoices a month: what most of a thousand businesses are. */
const SMALL = { ...DEMO_BUSINESSES.fern.books, invoicesAMonth: 3 }
/** The business that the small one is like. */
const LIKE_SMALL = DEMO_BUSINESSES.fern

/** Whose books the business with that number gets: mostly those of the small one, now and then a shop's or a trade's. */
function bookkeptLike(index: number, small: BusinessId): BusinessId {
  if (index % 50 === 0) return DEMO_BUSINESSES.bakery.id
  if (index % 50 === 25) return DEMO_BUSINESSES.okafor.id
  if (index % 10 === 5) return DEMO_BUSINESSES.pixel.id
  return index % 10 === 8 ? DEMO_BUSINESSES.fern.id : small
}

/** Businesses like another one, each with a plan that lets it be connected. */
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

/** The small business that most of the others are like. */
async function writeSmallBooks(trx: DatabaseTransaction, id: BusinessId, now: Date): Promise<void> {
  const { currency: currencyCode, timezone: timeZone } = LIKE_SMALL
  const today = dayIn(timeZone, now.getTime())
  const plan = planBooks({ profile: SMALL, businessId: LIKE_SMALL.id, currencyCode, today })
  const books = { plan, id, ownerId: LARGE_USER.id, currencyCode, timeZone, locale: 'en' } as const
  await withoutTriggers(trx, RECEIVABLE_TRIGGERS, () => writeBooks(trx, books, now))
  await countReceivables(trx, id)
}

/**
 * Names of that many businesses, each once.
 *
 * @throws RangeError for more than {@link MOST_NAMES}
 */
function nameBusinesses(count: number): readonly string[] {
  if (count > MOST_NAMES) throw new RangeError(`There are ${MOST_NAMES} names`)
  const all = names.trades.flatMap((trade) => names.places.map((place) => `${place} ${trade}`))
  return all.slice(0, count)
}
