import { sql } from 'kysely'
import type { BusinessId, GrantId, UserId } from '@counterfoil/oauth/ids'
import type { Database } from '#database/database.ts'
import { compareNames } from './compare-names.ts'
import { coversAnySql, handoverSql } from './handover-sql.ts'
import { judgeBusinessChoice, type BusinessAccess } from './business-access.ts'

export type BusinessAccessStore = ReturnType<typeof createBusinessAccessStore>

/** Decides who may connect which business. `db` may be a transaction's handle. */
export function createBusinessAccessStore({ db }: { readonly db: Database }) {
  return {
    /** Lists every business of the person, the default one first, then by name. */
    async listFor(userId: UserId): Promise<readonly BusinessAccess[]> {
      const rows = await selectAccess(db, userId).orderBy('b.id').execute()
      return rows
        .map(readRow)
        .sort(
          (one, other) =>
            Number(other.isDefault) - Number(one.isDefault) || compareNames(one.name, other.name),
        )
    },

    /** Finds a business; undefined alike if it does not exist and if it is not theirs. */
    async find(userId: UserId, businessId: BusinessId): Promise<BusinessAccess | undefined> {
      const row = await selectAccess(db, userId).where('b.id', '=', businessId).executeTakeFirst()
      return row && readRow(row)
    },

    /** Returns the businesses that this person may share now: those of an `all_businesses` application. */
    async eligibleBusinessIds(userId: UserId): Promise<readonly BusinessId[]> {
      const rows = await selectAccess(db, userId)
        .where(sql<boolean>`${sql.raw(handoverSql({ member: 'm', business: 'b', plan: 'p' }))} = 'can'`)
        .orderBy('b.id')
        .execute()
      return rows.map((row) => row.id)
    },

    /** Returns true if this grant over all businesses covers at least one now, without excluded ones. */
    async coversAny(userId: UserId, grantId: GrantId): Promise<boolean> {
      const covers = coversAnySql({ userId: 'g.user_id', grantId: 'g.id' })
      const row = await db
        .selectFrom('grants as g')
        .where('g.id', '=', grantId)
        .where('g.user_id', '=', userId)
        .select(sql<boolean>`${sql.raw(covers)}`.as('covers_any'))
        .executeTakeFirst()
      return row?.covers_any === true
    },
  }
}

function selectAccess(db: Database, userId: UserId) {
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

function readRow(row: AccessRow): BusinessAccess {
  const plan = row.state && {
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
