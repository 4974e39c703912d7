import { sql } from 'kysely'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { DatabaseTransaction } from '#database/database.ts'
import { dayIn } from '#books/business-day.ts'
import { writeBooks } from '../books/demo-books-store.ts'
import { DEMO_PROFILES } from '../books/demo-profiles.ts'
import { planBooks } from '../books/plan-books.ts'
import { countReceivables, RECEIVABLE_TRIGGERS } from '../books/stored-totals-store.ts'
import { withoutTriggers } from '../bulk-store.ts'
import { DEMO_BUSINESSES } from '../demo-data.ts'
import { LARGE_USER } from './large-user.ts'

/** A freelancer with three invoices a month: what most of a thousand businesses are. */
const SMALL = { ...DEMO_PROFILES.fern, invoicesAMonth: 3 }
/** The business that the small one is like. */
export const LIKE_SMALL = DEMO_BUSINESSES.fern

/** Whose books the business with that number gets: mostly those of the small one, now and then a shop's or a trade's. */
export function bookkeptLike(index: number, small: BusinessId): BusinessId {
  if (index % 50 === 0) return DEMO_BUSINESSES.bakery.id
  if (index % 50 === 25) return DEMO_BUSINESSES.okafor.id
  if (index % 10 === 5) return DEMO_BUSINESSES.pixel.id
  return index % 10 === 8 ? DEMO_BUSINESSES.fern.id : small
}

/** Businesses like another one, each with a plan that lets it be connected. */
export async function openBusinesses(
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
export async function writeSmallBooks(trx: DatabaseTransaction, id: BusinessId, now: Date): Promise<void> {
  const { currency: currencyCode, timezone: timeZone } = LIKE_SMALL
  const today = dayIn(timeZone, now.getTime())
  const plan = planBooks({ profile: SMALL, businessId: LIKE_SMALL.id, currencyCode, today })
  const books = { plan, id, ownerId: LARGE_USER.id, currencyCode, timeZone, locale: 'en' } as const
  await withoutTriggers(trx, RECEIVABLE_TRIGGERS, () => writeBooks(trx, [books], now))
  await countReceivables(trx, id)
}
