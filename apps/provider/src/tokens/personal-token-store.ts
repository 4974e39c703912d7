import { sql } from 'kysely'
import { formatScope } from '@counterfoil/oauth/scope'
import type { Clock } from '@counterfoil/service/values/clock'
import type { AccessToken, BusinessId, GrantId, TokenFamilyId, UserId } from '@counterfoil/oauth/ids'
import { enqueueNotice } from '#account-mail/account-mail-store.ts'
import { newUuid } from '#crypto/new-uuid.ts'
import { digestOf, newToken } from '#crypto/secrets.ts'
import type { Database } from '#database/database.ts'
import { DEFAULT_TOKEN_DAYS, PERSONAL_SCOPES } from './bearer.ts'

const DAY_MS = 86_400_000

/** Options of a new personal token; by default it has all scopes. */
export interface AskedToken {
  readonly name: string
  readonly days?: number | undefined
  readonly scopes?: readonly string[] | undefined
  /** The business to which the token is limited; undefined for all businesses of its owner. */
  readonly businessId?: BusinessId | undefined
}

/** A new token, and the id of its grant. */
type Minted = { readonly id: GrantId; readonly token: AccessToken }

export type PersonalTokenStore = ReturnType<typeof createPersonalTokenStore>

interface Parts {
  readonly db: Database
  readonly clock: Clock
  /** True if the owner can be notified by mail. */
  readonly sendsMail: boolean
}

export function createPersonalTokenStore(parts: Parts) {
  const { db, clock } = parts
  return {
    /** Creates a token for scripts and tests, and notifies its owner by mail. It cannot be shown again. */
    mint: (userId: UserId, asked: AskedToken): Promise<Minted> =>
      db.transaction().execute((trx) => mint({ ...parts, db: trx }, userId, asked)),

    /** Like {@link PersonalTokenStore.mint}, but returns undefined if the person has `most` tokens already. */
    mintWithin: (userId: UserId, asked: AskedToken, most: number): Promise<Minted | undefined> =>
      db.transaction().execute(async (trx) => {
        // The lock serializes concurrent requests of a person, so that they do not exceed the limit.
        await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
        const { count } = await trx
          .selectFrom('token_families')
          .select((row) => row.fn.countAll<string>().as('count'))
          .where('user_id', '=', userId)
          .where(isLiveAt(new Date(clock())))
          .executeTakeFirstOrThrow()
        return Number(count) < most ? mint({ ...parts, db: trx }, userId, asked) : undefined
      }),
  }
}

const isLiveAt = (now: Date) => sql<boolean>`kind = 'personal' and ended_at is null
  and (access_expires_at is null or access_expires_at > ${now})`

/** Creates a grant without an application, and its token. */
async function mint(
  { db, clock, sendsMail }: Parts,
  userId: UserId,
  { name, days = DEFAULT_TOKEN_DAYS, scopes = PERSONAL_SCOPES, businessId }: AskedToken,
): Promise<Minted> {
  const familyId = newUuid<TokenFamilyId>()
  const id = newUuid<GrantId>()
  const token = newToken('personalToken', familyId)
  const now = new Date(clock())
  const reach = { user_id: userId, business_id: businessId ?? null, scopes: formatScope(scopes) }
  await db
    .insertInto('grants')
    .values({ ...reach, id, granted_at: now, confirmed_at: now, receipt_reference: '' })
    .execute()
  await db
    .insertInto('token_families')
    .values({
      ...reach,
      id: familyId,
      kind: 'personal',
      grant_id: id,
      name,
      created_at: now,
      access_digest: digestOf(token),
      access_scopes: reach.scopes,
      access_issued_at: now,
      access_expires_at: new Date(clock() + days * DAY_MS),
    })
    .execute()
  if (sendsMail) await enqueueNotice(db, { kind: 'personal_token_made', userId, at: now })
  return { id, token }
}
