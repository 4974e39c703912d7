import { sql } from 'kysely'
import { randomId } from '@counterfoil/service/values/random'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import type { AuthorizationCode, BusinessId, GrantId, TokenFamilyId, UserId } from '@counterfoil/oauth/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import { digestOf } from '#crypto/secrets.ts'
import type { AuthorizationRequestRow, Database } from '#database/database.ts'
import { CODE_LIFETIME_MS, type PersonsAnswer } from './authorization-decision.ts'

/** Locks the account for sharing: a simultaneous disabling waits, and then finds the grant. */
export async function lockUser(trx: Database, userId: UserId | null) {
  if (userId === null) return undefined
  return trx
    .selectFrom('users')
    .select(['id', 'disabled_at'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
}

/** Locks the membership in the same way, against a simultaneous removal of this member. */
export async function lockMembership(
  trx: Database,
  { userId, businessId }: { readonly userId: UserId; readonly businessId: BusinessId },
): Promise<void> {
  await trx
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', userId)
    .where('business_id', '=', businessId)
    .forShare()
    .execute()
}

/** Stores the answer in its request, which accepts no other one from then on. */
export async function closeRequest(
  trx: Database,
  row: AuthorizationRequestRow,
  given: {
    readonly answer: 'allowed' | 'denied'
    readonly userId: UserId | null
    readonly businessId?: BusinessId | null
    readonly scopes?: string
    readonly description?: string
    readonly at: Date
  },
): Promise<void> {
  await trx
    .updateTable('authorization_requests')
    .set({
      answered_at: given.at,
      answer: given.answer,
      answer_user_id: given.userId,
      answer_business_id: given.businessId ?? null,
      answer_scopes: given.scopes ?? null,
      answer_description: given.description ?? null,
    })
    .where('id', '=', row.id)
    .execute()
}

type Allowed = {
  readonly row: AuthorizationRequestRow
  readonly userId: UserId
  readonly answer: Extract<PersonsAnswer, { kind: 'allow' }>
  /** The scopes in wire form. */
  readonly scopes: string
  readonly now: Date
}

/** Creates the grant, or adds the scopes to the active grant of the same user, application and business. */
export async function saveGrant(
  trx: Database,
  { row, userId, answer, scopes, now }: Allowed,
): Promise<{ readonly id: GrantId }> {
  const grantId = newUuid<GrantId>()
  return await trx
    .insertInto('grants')
    .values({
      id: grantId,
      user_id: userId,
      application_id: row.application_id,
      business_id: answer.businessId,
      scopes,
      granted_at: now,
      confirmed_at: now,
      // Valid until the application fetches its tokens: the reference of that request replaces it.
      receipt_reference: referenceOf(randomId()),
      granted_from: answer.from ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .expression(
          sql`user_id, application_id, coalesce(business_id, '00000000-0000-0000-0000-000000000000'::uuid)`,
        )
        .where('ended_at', 'is', null)
        .doUpdateSet({
          confirmed_at: now,
          scopes: sql<string>`(select string_agg(distinct scope, ' ' order by scope)
              from unnest(string_to_array(grants.scopes || ' ' || excluded.scopes, ' ')) as scope)`,
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Stores the digest of the code with its grant. */
export async function saveCode(
  trx: Database,
  options: Allowed & { readonly code: AuthorizationCode; readonly grantId: GrantId },
): Promise<void> {
  const { row, userId, answer, scopes, now, code, grantId } = options
  await trx
    .insertInto('authorization_codes')
    .values({
      code_digest: digestOf(code),
      request_id: row.id,
      application_id: row.application_id,
      user_id: userId,
      grant_id: grantId,
      business_id: answer.businessId,
      scopes,
      redirect_uri: row.redirect_uri,
      code_challenge: row.code_challenge,
      family_id: newUuid<TokenFamilyId>(),
      issued_at: now,
      expires_at: new Date(now.getTime() + CODE_LIFETIME_MS),
    })
    .execute()
}
