import type { Clock } from '@counterfoil/service/values/clock'
import type { ApplicationId, BusinessId, GrantId, UserId } from '@counterfoil/oauth/ids'
import type { Database, MembershipRole } from '#database/database.ts'
import type { GrantEnd } from '#database/columns.ts'
import { mayLookAfterApps } from '#businesses/business-access.ts'

/**
 * Removes access, at once and for good: every lookup checks the grant (or the account, the membership, the application), and its
 * tokens are marked in the same transaction.
 */
export type AccessRevocationStore = ReturnType<typeof createAccessRevocationStore>

export function createAccessRevocationStore({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  const now = () => new Date(clock())
  return {
    /** Ends access tokens, refresh tokens, codes and the remembered consent. Returns false if the grant had ended before. */
    async withdrawGrant(grantId: GrantId): Promise<boolean> {
      const ended = await db
        .transaction()
        .execute((trx) => endGrants(trx, now(), { id: grantId }, 'withdrawn_by_user'))
      return ended > 0
    },

    /** Ends every grant of a person, personal tokens too. @returns the number of ended grants */
    removeAll: (userId: UserId): Promise<number> =>
      db.transaction().execute((trx) => endGrants(trx, now(), { userId }, 'withdrawn_by_user')),

    /** Closes an account: its sessions, its grants, its personal tokens. Returns false if there is no open account. */
    disableUser: (userId: UserId): Promise<boolean> =>
      db.transaction().execute((trx) => disableUser(trx, userId, now())),

    /** Enables the account again; ended grants stay ended. */
    async enableUser(userId: UserId): Promise<void> {
      await db
        .updateTable('users')
        .set({ disabled_at: null, modified_at: now() })
        .where('id', '=', userId)
        .where('disabled_at', 'is not', null)
        .execute()
    },

    /**
     * Adds a member to a business, or changes their role. A role that may not connect applications ends the member's grants for it;
     * their grants over all businesses continue without it.
     */
    setRole: (userId: UserId, businessId: BusinessId, role: MembershipRole): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('memberships')
          .values({ user_id: userId, business_id: businessId, role, created_at: now() })
          .onConflict((conflict) => conflict.columns(['user_id', 'business_id']).doUpdateSet({ role }))
          .execute()
        if (!mayLookAfterApps(role)) await endGrants(trx, now(), { userId, businessId }, 'role_changed')
      }),

    /**
     * Excludes one business from a grant over all businesses; the others stay. Applies from the next call, until the person
     * approves again on the page. Returns false if it was excluded before.
     */
    async takeOut(grantId: GrantId, businessId: BusinessId, byUserId: UserId): Promise<boolean> {
      const taken = await db
        .insertInto('grant_exclusions')
        .values({ grant_id: grantId, business_id: businessId, excluded_by: byUserId, excluded_at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('grant_id')
        .executeTakeFirst()
      return taken !== undefined
    },

    /** Removes a person from a business. Returns false if they were not in it. */
    removeMember: (userId: UserId, businessId: BusinessId): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const removed = await trx
          .deleteFrom('memberships')
          .where('user_id', '=', userId)
          .where('business_id', '=', businessId)
          .returning('user_id')
          .executeTakeFirst()
        await endGrants(trx, now(), { userId, businessId }, 'membership_removed')
        return removed !== undefined
      }),

    /** Deletes an application with its tokens, codes and secrets; its name stays on people's lists. */
    deleteApplication: (applicationId: ApplicationId): Promise<boolean> =>
      db.transaction().execute((trx) => deleteApplication(trx, applicationId, now())),
  }
}

/**
 * Ends grants and then, always in this order, their tokens and codes.
 *
 * @returns the number of grants
 */
export async function endGrants(
  trx: Database,
  now: Date,
  filter: {
    readonly id?: GrantId
    readonly userId?: UserId
    readonly businessId?: BusinessId
    /** True to end personal tokens alone. */
    readonly isPersonal?: true
  },
  reason: GrantEnd,
): Promise<number> {
  let query = trx
    .updateTable('grants')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId)
  if (filter.businessId !== undefined) query = query.where('business_id', '=', filter.businessId)
  if (filter.isPersonal === true) query = query.where('application_id', 'is', null)
  const ended = await query.returning('id').execute()
  const ids = ended.map((grant) => grant.id)
  if (ids.length > 0) {
    await trx
      .updateTable('authorization_codes')
      .set({ revoked_at: now })
      .where('grant_id', 'in', ids)
      .where('revoked_at', 'is', null)
      .execute()
    await trx
      .updateTable('token_families')
      .set({ ended_at: now, end_reason: reason })
      .where('grant_id', 'in', ids)
      .where('ended_at', 'is', null)
      .execute()
  }
  return ids.length
}

async function disableUser(trx: Database, userId: UserId, at: Date): Promise<boolean> {
  const disabled = await trx
    .updateTable('users')
    .set({ disabled_at: at, modified_at: at })
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (disabled === undefined) return false
  await endGrants(trx, at, { userId }, 'user_disabled')
  await trx
    .updateTable('token_families')
    .set({ ended_at: at, end_reason: 'user_disabled' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  await trx.deleteFrom('session_accounts').where('user_id', '=', userId).execute()
  return true
}

async function deleteApplication(trx: Database, applicationId: ApplicationId, at: Date): Promise<boolean> {
  const deleted = await trx
    .updateTable('applications')
    .set({ deleted_at: at, modified_at: at })
    .where('id', '=', applicationId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (deleted === undefined) return false
  await trx
    .updateTable('authorization_codes')
    .set({ revoked_at: at })
    .where('application_id', '=', applicationId)
    .where('revoked_at', 'is', null)
    .execute()
  await trx
    .updateTable('token_families')
    .set({ ended_at: at, end_reason: 'application_deleted' })
    .where('application_id', '=', applicationId)
    .where('ended_at', 'is', null)
    .execute()
  await trx.deleteFrom('application_secrets').where('application_id', '=', applicationId).execute()
  return true
}
