import { sql, type RawBuilder } from 'kysely'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { DigestOf, PasswordHash, PasswordResetToken, UserId } from '@counterfoil/oauth/ids'
import type { OpenReset } from '#account-mail/account-mail-worker.ts'
import { enqueueNotice } from '#account-mail/account-mail-store.ts'
import { deriveResetToken, digestOf } from '#crypto/secrets.ts'
import type { Database } from '#database/database.ts'
import { endGrants } from '#grants/access-revocation-store.ts'
import { changePassword } from '#users/user-store.ts'

export type PasswordResetStore = ReturnType<typeof createPasswordResetStore>

/** The lifetime in milliseconds of a link: the time for a mail to arrive and be read. */
export const RESET_LINK_MS = 30 * 60_000

/** The owner of the account that a link is for. */
export type ResetOwner = {
  readonly userId: UserId
  readonly email: string
  /** Number of valid personal tokens of the account, which work without a password. */
  readonly personalTokens: number
}

/**
 * Stores links that set a password: one for each account, as a digest, valid once. A link ends after {@link RESET_LINK_MS}, when
 * another is requested, the password is changed in another way or the account is closed.
 */
export function createPasswordResetStore(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
}) {
  const { db, clock, secrets } = deps

  const open: OpenReset = async ({ id, typedAddress, createdAt }) => {
    const expiresAt = new Date(createdAt.getTime() + RESET_LINK_MS)
    if (expiresAt.getTime() <= clock()) return undefined
    const token = deriveResetToken({ key: secrets[0], mailId: id })
    const { rows } = await sql<{ email: string; locale: string }>`
      with opened as (
        insert into password_resets as link (user_id, token_digest, requested_at, expires_at)
        select u.id, ${digestOf(token)}, ${createdAt}::timestamptz, ${expiresAt}::timestamptz from users u
        where lower(u.email) = ${typedAddress.trim().toLowerCase()} and ${isUnspent(sql`${createdAt}::timestamptz`)}
        on conflict (user_id) do update set
          token_digest = excluded.token_digest, requested_at = excluded.requested_at, expires_at = excluded.expires_at
        where link.requested_at <= excluded.requested_at
        returning link.user_id
      )
      select u.email, u.locale from opened join users u on u.id = opened.user_id`.execute(db)
    const to = rows[0]
    return to && { to, token }
  }

  return {
    open,

    /** Returns the account of a valid link, without consuming the link; undefined if it is invalid. */
    async find(token: PasswordResetToken): Promise<ResetOwner | undefined> {
      const { rows } = await sql<ResetOwner>`
        select u.id as "userId", u.email, ${liveTokens(new Date(clock()))} as "personalTokens" from password_resets link join users u on u.id = link.user_id
        where ${isLive(digestOf(token), new Date(clock()))}`.execute(db)
      return rows[0]
    },

    /**
     * Sets the password and consumes the link in one transaction: the person is signed out everywhere and notified by mail, and
     * their personal tokens end if `endsTokens`. Of two concurrent calls only one succeeds; the other returns undefined.
     */
    spend: (
      token: PasswordResetToken,
      { passwordHash, endsTokens }: { readonly passwordHash: PasswordHash; readonly endsTokens: boolean },
    ): Promise<ResetOwner | undefined> =>
      db.transaction().execute(async (trx) => {
        const at = new Date(clock())
        const { rows } = await sql<ResetOwner>`
          delete from password_resets link using users u
          where u.id = link.user_id and ${isLive(digestOf(token), at)}
          returning u.id as "userId", u.email, ${liveTokens(at)} as "personalTokens"`.execute(trx)
        const owner = rows[0]
        if (owner === undefined) return undefined
        if (endsTokens) {
          await endGrants(trx, at, { userId: owner.userId, isPersonal: true }, 'password_changed')
        }
        await setAndNotify(trx, { userId: owner.userId, passwordHash, at })
        return owner
      }),

    /** Sets the password of a person who knows the current one. They are signed out everywhere and notified by mail. */
    change: (userId: UserId, passwordHash: PasswordHash): Promise<void> =>
      db.transaction().execute((trx) => setAndNotify(trx, { userId, passwordHash, at: new Date(clock()) })),
  }
}

async function setAndNotify(trx: Database, change: Parameters<typeof changePassword>[1]): Promise<void> {
  await changePassword(trx, change)
  await enqueueNotice(trx, { kind: 'password_changed', userId: change.userId, at: change.at })
}

function isLive(digest: DigestOf<PasswordResetToken>, now: Date): RawBuilder<unknown> {
  return sql`link.token_digest = ${digest} and link.expires_at > ${now} and ${isUnspent(sql`link.requested_at`)}`
}

/** SQL for the number of valid personal tokens of the account `u`. */
function liveTokens(now: Date): RawBuilder<number> {
  return sql`(select count(*)::integer from token_families f where f.user_id = u.id and f.kind = 'personal'
    and f.ended_at is null and (f.access_expires_at is null or f.access_expires_at > ${now}))`
}

/** SQL condition: the account `u` is open, and its password was not set after the link was requested. */
function isUnspent(requestedAt: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`u.disabled_at is null and (u.password_set_at is null or u.password_set_at < ${requestedAt})`
}
