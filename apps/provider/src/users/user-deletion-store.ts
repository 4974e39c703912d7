import type { Clock } from '@counterfoil/service/values/clock'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { Database } from '#database/database.ts'

type UserDeletion =
  | {
      readonly kind: 'deleted'
      readonly endedGrants: number
      /** Names of the businesses that were deleted with their only member. */
      readonly businesses: readonly string[]
      /** Number of applications that continue without an owner. */
      readonly applications: number
    }
  /** A business would be left without an owner. */
  | {
      readonly kind: 'last_owner'
      /** Names of businesses with other members, one of whom has to become owner first. */
      readonly shared: readonly string[]
      /** Names of businesses without other members; they are deleted too if that is requested. */
      readonly alone: readonly string[]
    }
  | { readonly kind: 'unknown' }

/**
 * Deletes an account for good, with its grants and tokens, in one transaction. Every business keeps an owner. Its applications
 * continue for their users, without an owner.
 */
export function deleteUser(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  userId: UserId,
  { withBusinesses }: { readonly withBusinesses: boolean },
): Promise<UserDeletion> {
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (user === undefined) return { kind: 'unknown' }
    const { shared, alone } = await ownedAlone(trx, userId)
    const stays = shared.length > 0 || (alone.length > 0 && !withBusinesses)
    if (stays) return { kind: 'last_owner', shared: shared.map(nameOf), alone: alone.map(nameOf) }

    // The grants first, as in every statement that ends one: a code exchange waits for them, or has already issued its tokens.
    const ended = { ended_at: new Date(clock()), end_reason: 'user_deleted' } as const
    const grants = await trx
      .updateTable('grants')
      .set(ended)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute()
    await trx
      .updateTable('token_families')
      .set(ended)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
    const applications = await trx
      .updateTable('applications')
      .set({ owner_user_id: null })
      .where('owner_user_id', '=', userId)
      .returning('deleted_at')
      .execute()
    if (alone.length > 0) {
      const ids = alone.map(({ id }) => id)
      await trx.deleteFrom('businesses').where('id', 'in', ids).execute()
    }
    await trx.deleteFrom('users').where('id', '=', userId).execute()
    return {
      kind: 'deleted',
      endedGrants: grants.length,
      businesses: alone.map(nameOf),
      applications: applications.filter((application) => application.deleted_at === null).length,
    }
  })
}

type Owned = { readonly id: BusinessId; readonly name: string }

const nameOf = ({ name }: Owned) => name

/** Finds businesses of which this person is the only owner. They are locked, so that members cannot change meanwhile. */
async function ownedAlone(
  trx: Database,
  userId: UserId,
): Promise<{ readonly shared: readonly Owned[]; readonly alone: readonly Owned[] }> {
  const owned = await trx
    .selectFrom('businesses as b')
    .innerJoin('memberships as m', 'm.business_id', 'b.id')
    .select(['b.id', 'b.name'])
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'owner')
    .orderBy('b.name')
    .forUpdate('b')
    .execute()
  if (owned.length === 0) return { shared: [], alone: [] }
  const others = await trx
    .selectFrom('memberships')
    .select(['business_id', 'role'])
    .where('user_id', '<>', userId)
    .where(
      'business_id',
      'in',
      owned.map(({ id }) => id),
    )
    .execute()
  const rolesIn = (id: string) => others.filter((other) => other.business_id === id).map(({ role }) => role)
  const ownerless = owned.filter(({ id }) => !rolesIn(id).includes('owner'))
  return {
    shared: ownerless.filter(({ id }) => rolesIn(id).length > 0),
    alone: ownerless.filter(({ id }) => rolesIn(id).length === 0),
  }
}
