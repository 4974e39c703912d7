import { sql } from 'kysely'
import type { BusinessId, GrantId, UserId } from '@counterfoil/oauth/ids'
import type { Database } from '#database/database.ts'
import { compareNames } from './compare-names.ts'
import { coversAnySql, handoverSql } from './handover-sql.ts'
import { judgeBusinessChoice, type BusinessAccess } from './business-access.ts'

export type BusinessAccessStore = ReturnType<typeof createBusinessAccessStore>

interface AccessParts {
  readonly db: Database
}

/** Decides who may connect which business. `db` may be a transaction's handle. */
export function createBusinessAccessStore(parts: AccessParts) {
  return {
    /** Lists every business of the person, the default one first, then by name. */
    listFor: listBusinesses.bind(null, parts),
    /** Finds a business; undefined alike if it does not exist and if it is not theirs. */
    find: findBusiness.bind(null, parts),
    /** Returns the businesses that this person may share now: those of an `all_businesses` application. */
    eligibleBusinessIds: findEligible.bind(null, parts),
    /** Returns true if this grant over all businesses covers at least one now, without excluded ones. */
    coversAny: coversAny.bind(null, parts),
  }
}

function selectAccess({ db }: AccessParts, userId: UserId) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .leftJoin('plans as p', 'p.business_id', 'b.id')
    .where('m.user_id', '=', userId)
    .select([
      'b.id',
      'b.name',
      'b.city',
      'b.currency_code',
      'b.is_personal',
      'b.is_archived',
      'm.role',
      'm.is_default',
      'p.state',
      'p.name as plan_name',
      'p.reason',
      'p.ends_on',
      'p.ended_on',
    ])
}

type AccessRow = Awaited<ReturnType<ReturnType<typeof selectAccess>['execute']>>[number]

async function listBusinesses(parts: AccessParts, userId: UserId): Promise<readonly BusinessAccess[]> {
  const rows = await selectAccess(parts, userId).orderBy('b.id').execute()
  return rows
    .map(readRow)
    .sort(
      (one, other) => Number(other.isDefault) - Number(one.isDefault) || compareNames(one.name, other.name),
    )
}

async function findBusiness(
  parts: AccessParts,
  userId: UserId,
  businessId: BusinessId,
): Promise<BusinessAccess | undefined> {
  const row = await selectAccess(parts, userId).where('b.id', '=', businessId).executeTakeFirst()
  return row === undefined ? undefined : readRow(row)
}

async function findEligible({ db }: AccessParts, userId: UserId): Promise<readonly BusinessId[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .leftJoin('plans as p', 'p.business_id', 'm.business_id')
    .where('m.user_id', '=', userId)
    .where(sql<boolean>`${sql.raw(handoverSql({ member: 'm', business: 'b', plan: 'p' }))} = 'can'`)
    .select('m.business_id')
    .orderBy('m.business_id')
    .execute()
  return rows.map((row) => row.business_id)
}

async function coversAny({ db }: AccessParts, userId: UserId, grantId: GrantId): Promise<boolean> {
  const row = await db
    .selectFrom('grants as g')
    .where('g.id', '=', grantId)
    .where('g.user_id', '=', userId)
    .select(sql<boolean>`${sql.raw(coversAnySql({ userId: 'g.user_id', grantId: 'g.id' }))}`.as('covers_any'))
    .executeTakeFirst()
  return row?.covers_any === true
}

function readRow(row: AccessRow): BusinessAccess {
  const plan =
    row.state === null
      ? null
      : {
          state: row.state,
          name: row.plan_name ?? '',
          reason: row.reason,
          endsOn: row.ends_on,
          endedOn: row.ended_on,
        }
  const facts = { isArchived: row.is_archived, role: row.role, plan }
  return {
    businessId: row.id,
    name: row.name,
    city: row.city,
    currencyCode: row.currency_code,
    isPersonal: row.is_personal,
    isDefault: row.is_default,
    ...facts,
    choice: judgeBusinessChoice(facts),
  }
}
