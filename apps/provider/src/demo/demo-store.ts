import { documentLocaleOf } from '#books/printing/printed-document.ts'
import { DEMO_USERS, type DemoBusiness, DEMO_BUSINESSES } from './demo-data.ts'
import { dayIn } from '#books/business-day.ts'
import { planBooks } from './books/plan-books.ts'
import { writeBooks, type PlannedBusiness } from './books/demo-books-store.ts'
import { countBooks, countReceivables, KEEPING_TRIGGERS } from './books/stored-totals-store.ts'
import { withoutRowChecks, withoutTriggers } from './bulk-store.ts'
import type { Clock } from '@counterfoil/service/values/clock'
import { hashPassword } from '#users/password-hash.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'

/** Password of every demo account. */
export const DEMO_PASSWORD = 'harbour-demo'

const DAY_MS = 86_400_000

/**
 * Creates the demo users and businesses unless they exist. Several processes may do so at once. Later changes by anyone are kept.
 */
export async function seedDemo({
  db,
  clock,
  hasBooks,
}: {
  readonly db: Database
  readonly clock: Clock
  /** True if each business gets fourteen months of books. */
  readonly hasBooks: boolean
}): Promise<void> {
  const first = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', DEMO_USERS.many.id)
    .executeTakeFirst()
  if (first !== undefined) return

  const nowMs = clock()
  // The password is hashed on another thread while this one plans the books.
  const hashed = userRows(nowMs)
  const books = hasBooks ? planAllBooks(nowMs) : []
  const users = await hashed
  await db.transaction().execute(async (trx) => {
    // One process continues; the others wait here until it ends.
    const isFirst = await writePeople(trx, users, nowMs)
    if (!isFirst || books.length === 0) return
    const ids = books.map(({ id }) => id)
    await withoutRowChecks(trx, { written: LARGEST_TABLES }, async () => {
      await withoutTriggers(trx, KEEPING_TRIGGERS, async () => {
        for (const each of books) await writeBooks(trx, each, new Date(nowMs))
      })
      await countBooks(trx, ids)
    })
    for (const id of ids) await countReceivables(trx, id)
  })
}

/** The tables in which checking and indexing all rows at once is cheaper. */
const LARGEST_TABLES = [
  'entries',
  'postings',
  'invoices',
  'invoice_items',
  'invoice_item_taxes',
  'invoice_payments',
  'account_days',
  'account_months',
  'transaction_counts',
  'open_days',
]

/** Hashes the password before the transaction, as that is slow, and only once: all users share it, and it is no secret. */
async function userRows(nowMs: number) {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  return Object.values(DEMO_USERS).map((user) => ({
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    locale: user.locale,
    password_hash: passwordHash,
    created_at: new Date(nowMs - 1_400 * DAY_MS),
    modified_at: new Date(nowMs),
  }))
}

/** @returns true if they did not exist yet */
async function writePeople(
  trx: DatabaseTransaction,
  users: Awaited<ReturnType<typeof userRows>>,
  nowMs: number,
): Promise<boolean> {
  const businesses: readonly DemoBusiness[] = Object.values(DEMO_BUSINESSES)
  const made = await trx
    .insertInto('users')
    .values(users)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  await trx
    .insertInto('businesses')
    .values(businesses.map((business) => businessRow(business, nowMs)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto('memberships')
    .values(
      businesses.map((business) => ({
        user_id: DEMO_USERS[business.owner].id,
        business_id: business.id,
        role: 'owner' as const,
        is_default: business.isDefault ?? false,
        created_at: new Date(nowMs),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto('plans')
    .values(businesses.map((business) => planRow(business, nowMs)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return made.some(({ id }) => id === DEMO_USERS.many.id)
}

function planAllBooks(nowMs: number): readonly PlannedBusiness[] {
  return Object.values(DEMO_BUSINESSES).map((business) => {
    const { id, currency: currencyCode, timezone: timeZone, address } = business
    const locale = documentLocaleOf({ provinceCode: address[3], countryCode: address[4] })
    const plan = planBooks({
      profile: business.books,
      businessId: id,
      currencyCode,
      today: dayIn(timeZone, nowMs),
    })
    return { plan, id, ownerId: DEMO_USERS[business.owner].id, currencyCode, timeZone, locale }
  })
}

function businessRow(business: DemoBusiness, nowMs: number) {
  const [line1, line2, city, province, country, postalCode] = business.address
  return {
    id: business.id,
    name: business.name,
    is_personal: business.isPersonal ?? false,
    currency_code: business.currency,
    type: business.type,
    subtype: business.subtype,
    organizational_type: business.organizationalType,
    timezone: business.timezone,
    address_line1: line1,
    address_line2: line2,
    city,
    province_code: province,
    country_code: country,
    postal_code: postalCode,
    phone: business.phone,
    mobile: business.mobile ?? null,
    toll_free: business.tollFree ?? null,
    fax: business.fax ?? null,
    website: business.website ?? null,
    invoice_accent_color: business.accentColor,
    payment_details: business.paymentDetails ?? null,
    tax_number: business.taxNumber ?? null,
    created_at: new Date(nowMs - business.createdDaysAgo * DAY_MS),
    modified_at: new Date(nowMs),
  }
}

function planRow({ id, plan }: DemoBusiness, nowMs: number) {
  const day =
    plan.endsInDays === undefined
      ? null
      : new Date(nowMs + plan.endsInDays * DAY_MS).toISOString().slice(0, 10)
  return {
    business_id: id,
    state: plan.state,
    name: plan.name,
    reason: plan.reason ?? null,
    ends_on: plan.state === 'active' ? day : null,
    ended_on: plan.state === 'lapsed' ? day : null,
    modified_at: new Date(nowMs),
  }
}
