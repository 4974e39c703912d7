import { formatScope } from '@counterfoil/oauth/scope'
import type { Clock } from '@counterfoil/service/clock'
import type { AccessToken, TokenFamilyId, UserId } from '@counterfoil/oauth/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'
import { PERSONAL_SCOPES } from './bearer.ts'
import { digestOf, newToken } from '#crypto/secrets.ts'

export interface PersonalToken {
  readonly id: TokenFamilyId
  readonly name: string | null
  readonly createdAtMs: number
}

export interface PersonalTokenStore {
  /** A token for scripts and tests: all scopes, all own businesses, no expiry. It cannot be shown again. */
  mint(
    userId: UserId,
    name: string | null,
  ): Promise<{ readonly id: TokenFamilyId; readonly token: AccessToken }>
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
  return {
    async mint(userId, name) {
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
        })
        .execute()
      return { id, token }
    },
    async listFor(userId) {
      const rows = await db
        .selectFrom('token_families')
        .select(['id', 'name', 'created_at'])
        .where('user_id', '=', userId)
        .where('kind', '=', 'personal')
        .where('ended_at', 'is', null)
        .orderBy('created_at', 'desc')
        .execute()
      return rows.map((row) => ({ id: row.id, name: row.name, createdAtMs: row.created_at.getTime() }))
    },
  }
}
