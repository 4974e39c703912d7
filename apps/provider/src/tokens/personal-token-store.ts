import { sql } from 'kysely'
import { formatScope } from '@counterfoil/oauth/scope'
import type { Clock } from '@counterfoil/service/clock'
import type { AccessToken, TokenFamilyId, UserId } from '@counterfoil/oauth/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'
import { DEFAULT_TOKEN_DAYS, PERSONAL_SCOPES } from './bearer.ts'
import { digestOf, newToken } from '#crypto/secrets.ts'

export interface PersonalToken {
  readonly id: TokenFamilyId
  readonly name: string | null
  readonly createdAtMs: number
  /** Null for one made before tokens had an end. */
  readonly endsAtMs: number | null
}

const DAY_MS = 86_400_000

type Minted = { readonly id: TokenFamilyId; readonly token: AccessToken }

export interface PersonalTokenStore {
  /** Makes a token for scripts and tests: all scopes, all own businesses. It cannot be shown again. */
  mint(userId: UserId, name: string | null, days?: number): Promise<Minted>
  /** {@link PersonalTokenStore.mint} for a person who has fewer than `most`; undefined for one who has as many. */
  mintWithin(
    userId: UserId,
    asked: { readonly name: string; readonly days: number; readonly most: number },
  ): Promise<Minted | undefined>
  /** Live ones, newest first. */
  listFor(userId: UserId): Promise<readonly PersonalToken[]>
}

export function createPersonalTokenStore({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): PersonalTokenStore {
  const isLive = () => isLiveAt(new Date(clock()))

  return {
    mint: (userId, name, days = DEFAULT_TOKEN_DAYS) => mint({ db, clock }, userId, name, days),

    mintWithin: (userId, { name, days, most }) =>
      db.transaction().execute(async (trx) => {
        // Two pages that ask at once, perhaps in two processes, count one after the other.
        await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
        const { count } = await trx
          .selectFrom('token_families')
          .select((row) => row.fn.countAll<string>().as('count'))
          .where('user_id', '=', userId)
          .where(isLive())
          .executeTakeFirstOrThrow()
        return Number(count) < most ? mint({ db: trx, clock }, userId, name, days) : undefined
      }),

    async listFor(userId) {
      const rows = await db
        .selectFrom('token_families')
        .select(['id', 'name', 'created_at', 'access_expires_at'])
        .where('user_id', '=', userId)
        .where(isLive())
        .orderBy('created_at', 'desc')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        createdAtMs: row.created_at.getTime(),
        endsAtMs: row.access_expires_at?.getTime() ?? null,
      }))
    },
  }
}

const isLiveAt = (now: Date) => sql<boolean>`kind = 'personal' and ended_at is null
  and (access_expires_at is null or access_expires_at > ${now})`

async function mint(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  userId: UserId,
  name: string | null,
  days: number,
): Promise<Minted> {
  const id = newUuid<TokenFamilyId>()
  const token = newToken('personalToken', id)
  const now = new Date(clock())
  const scopes = formatScope(PERSONAL_SCOPES)
  await db
    .insertInto('token_families')
    .values({
      id,
      kind: 'personal',
      user_id: userId,
      scopes,
      name,
      created_at: now,
      access_digest: digestOf(token),
      access_scopes: scopes,
      access_issued_at: now,
      access_expires_at: new Date(clock() + days * DAY_MS),
    })
    .execute()
  return { id, token }
}
