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

interface RevocationParts {
  readonly db: Database
  readonly clock: Clock
}

export function createAccessRevocationStore(parts: RevocationParts) {
  const { db } = parts

  return {
    /** Ends access tokens, refresh tokens, codes and the remembered consent. Returns false if the grant had ended before. */
    withdrawGrant: (grantId: GrantId): Promise<boolean> =>
      db
        .transaction()
        .execute(
          async (trx) =>
            (await endGrants(trx, new Date(parts.clock()), { id: grantId }, 'withdrawn_by_user')) > 0,
        ),

    /** Ends every grant of a person, personal tokens too. @returns the number of ended grants */
    removeAll: (userId: UserId): Promise<number> =>
      db
        .transaction()
        .execute((trx) => endGrants(trx, new Date(parts.clock()), { userId }, 'withdrawn_by_user')),

    /** Closes an account: its sessions, its grants, its personal tokens. Returns false if there is no open account. */
    disableUser: disableUser.bind(null, parts),

    /** Enables the account again; ended grants stay ended. */
    enableUser: enableUser.bind(null, parts),

    /**
     * Adds a member to a business, or changes their role. A role that may not connect applications ends the member's grants for it;
     * their grants over all businesses continue without it.
     */
    setRole: setRole.bind(null, parts),

    /**
     * Excludes one business from a grant over all businesses; the others stay. Applies from the next call, until the person
     * approves again on the page. Returns false if it was excluded before.
     */
    takeOut: takeOut.bind(null, parts),

    /** Removes a person from a business. Returns false if they were not in it. */
    removeMember: removeMember.bind(null, parts),

    /** Deletes an application with its tokens, codes and secrets; its name stays on people's lists. */
    deleteApplication: deleteApplication.bind(null, parts),
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

function disableUser(parts: RevocationParts, userId: UserId): Promise<boolean> {
  const { db, clock } = parts

  return db.transaction().execute(async (trx) => {
    const now = new Date(clock())
    const disabled = await trx
      .updateTable('users')
      .set({ disabled_at: now, modified_at: now })
      .where('id', '=', userId)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (disabled === undefined) return false
    await endGrants(trx, now, { userId }, 'user_disabled')
    await trx
      .updateTable('token_families')
      .set({ ended_at: now, end_reason: 'user_disabled' })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
    await trx.deleteFrom('session_accounts').where('user_id', '=', userId).execute()
    return true
  })
}

async function enableUser({ db, clock }: RevocationParts, userId: UserId): Promise<boolean> {
  const enabled = await db
    .updateTable('users')
    .set({ disabled_at: null, modified_at: new Date(clock()) })
    .where('id', '=', userId)
    .where('disabled_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return enabled !== undefined
}

function setRole(
  parts: RevocationParts,
  userId: UserId,
  businessId: BusinessId,
  role: MembershipRole,
): Promise<void> {
  const { db, clock } = parts

  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('memberships')
      .values({ user_id: userId, business_id: businessId, role, created_at: new Date(clock()) })
      .onConflict((conflict) => conflict.columns(['user_id', 'business_id']).doUpdateSet({ role }))
      .execute()
    if (!mayLookAfterApps(role))
      await endGrants(trx, new Date(parts.clock()), { userId, businessId }, 'role_changed')
  })
}

async function takeOut(
  { db, clock }: RevocationParts,
  grantId: GrantId,
  businessId: BusinessId,
  byUserId: UserId,
): Promise<boolean> {
  const taken = await db
    .insertInto('grant_exclusions')
    .values({
      grant_id: grantId,
      business_id: businessId,
      excluded_by: byUserId,
      excluded_at: new Date(clock()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('grant_id')
    .executeTakeFirst()
  return taken !== undefined
}

function removeMember(parts: RevocationParts, userId: UserId, businessId: BusinessId): Promise<boolean> {
  const { db } = parts

  return db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('memberships')
      .where('user_id', '=', userId)
      .where('business_id', '=', businessId)
      .returning('user_id')
      .executeTakeFirst()
    await endGrants(trx, new Date(parts.clock()), { userId, businessId }, 'membership_removed')
    return removed !== undefined
  })
}

function deleteApplication({ db, clock }: RevocationParts, applicationId: ApplicationId): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const now = new Date(clock())
    const deleted = await trx
      .updateTable('applications')
      .set({ deleted_at: now, modified_at: now })
      .where('id', '=', applicationId)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (deleted === undefined) return false
    await trx
      .updateTable('authorization_codes')
      .set({ revoked_at: now })
      .where('application_id', '=', applicationId)
      .where('revoked_at', 'is', null)
      .execute()
    await trx
      .updateTable('token_families')
      .set({ ended_at: now, end_reason: 'application_deleted' })
      .where('application_id', '=', applicationId)
      .where('ended_at', 'is', null)
      .execute()
    await trx.deleteFrom('application_secrets').where('application_id', '=', applicationId).execute()
    return true
  })
}
