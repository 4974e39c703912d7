import type { Clock } from '@counterfoil/service/values/clock'
import { sql } from 'kysely'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import { mayLookAfterSql } from './handover-sql.ts'
import type { Database } from '#database/database.ts'

export type PlanStore = ReturnType<typeof createPlanStore>

const PLAN_NAME = 'Pro'

/** Stores changes made on the page of plans: activating a plan, creating a business. Only for an owner or admin. */
export function createPlanStore(db: Database, clock: Clock) {
  return {
    /**
     * Makes the plan of a business active for a year. A plan that is too small becomes Pro, any other keeps its name.
     * @returns The name of the business; undefined if this person may not change its plan, or it does not exist.
     */
    activate: (userId: UserId, businessId: BusinessId): Promise<string | undefined> =>
      activate(db, new Date(clock()), { userId, businessId }),

    /** Creates a business of this person, on an active plan. @returns Its id. */
    async createBusiness(userId: UserId, name: string): Promise<BusinessId> {
      const now = new Date(clock())
      const id = newUuid<BusinessId>()
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('businesses')
          .values({
            id,
            name,
            currency_code: 'CAD',
            country_code: 'CA',
            created_at: now,
            modified_at: now,
          })
          .execute()
        const others = await trx
          .selectFrom('memberships')
          .select('business_id')
          .where('user_id', '=', userId)
          .executeTakeFirst()
        const isDefault = others === undefined
        await trx
          .insertInto('memberships')
          .values({
            user_id: userId,
            business_id: id,
            role: 'owner',
            is_default: isDefault,
            created_at: now,
          })
          .execute()
        await trx
          .insertInto('plans')
          .values({ business_id: id, ...activePlan(now) })
          .execute()
      })
      return id
    },
  }
}

function activate(
  db: Database,
  now: Date,
  { userId, businessId }: { readonly userId: UserId; readonly businessId: BusinessId },
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const business = await trx
      .selectFrom('memberships as member')
      .innerJoin('businesses as business', 'business.id', 'member.business_id')
      .leftJoin('plans as plan', 'plan.business_id', 'business.id')
      .select(['business.name', 'plan.name as plan_name', 'plan.state'])
      .where('member.user_id', '=', userId)
      .where(sql<boolean>`${sql.raw(mayLookAfterSql('member'))}`)
      .where('business.id', '=', businessId)
      .where('business.is_archived', '=', false)
      .executeTakeFirst()
    if (business === undefined) return undefined
    const keepsName = business.state === 'lapsed' || business.state === 'active'
    const plan = {
      ...activePlan(now),
      name: keepsName ? (business.plan_name ?? PLAN_NAME) : PLAN_NAME,
      reason: null,
      ended_on: null,
    }
    await trx
      .insertInto('plans')
      .values({ business_id: businessId, ...plan })
      .onConflict((conflict) => conflict.column('business_id').doUpdateSet(plan))
      .execute()
    return business.name
  })
}

/** Returns the columns of a plan that is paid for one year from now. */
function activePlan(now: Date) {
  const end = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), now.getUTCDate()))
  return {
    state: 'active',
    name: PLAN_NAME,
    ends_on: end.toISOString().slice(0, 10),
    modified_at: now,
  } as const
}
