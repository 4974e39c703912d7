import { sql } from 'kysely'
import type { Clock } from '@counterfoil/service/values/clock'
import type { PasskeyChallenge, PasskeyId, UserId } from '@counterfoil/oauth/ids'
import { enqueueNotice } from '#account-mail/account-mail-store.ts'
import { digestOf } from '#crypto/secrets.ts'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'

export type PasskeyStore = ReturnType<typeof createPasskeyStore>

/** The most passkeys of an account; more than a person has devices. */
export const PASSKEYS_PER_ACCOUNT = 20

/** A passkey as shown to its owner. */
export type OwnPasskey = {
  readonly id: PasskeyId
  readonly credentialId: string
  readonly name: string
  readonly addedAtMs: number
  readonly lastUsedAtMs: number | undefined
}

/** A passkey with the values for verifying a signature. */
export type KnownPasskey = {
  readonly id: PasskeyId
  readonly userId: UserId
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
}

/** A verified answer to a challenge, which is to be consumed. */
type PasskeyUse = {
  readonly challenge: PasskeyChallenge
  readonly expiresAtMs: number
  readonly counter: number
}

type Parts = {
  readonly db: Database
  readonly clock: Clock
  /** True if the owner can be notified by mail. */
  readonly sendsMail: boolean
}

/** A passkey that a device has just created. */
type NewPasskey = PasskeyUse & Pick<KnownPasskey, 'credentialId' | 'publicKey'> & { readonly name: string }

/** Stores the passkeys of each account. A challenge is answered once, and a counter only grows, also with several processes. */
export function createPasskeyStore(parts: Parts) {
  return {
    /** Returns the passkeys of an account, the newest last. */
    list: list.bind(null, parts),

    find: find.bind(null, parts),

    /** Consumes the challenge and increases the counter. False if either was done before, or the passkey was removed. */
    use: use.bind(null, parts),

    /** Stores a new passkey. False if the challenge was answered before, the device is known, or there are too many. */
    add: add.bind(null, parts),

    /** Removes one passkey of an account, or all. Returns the number of removed passkeys. */
    remove: remove.bind(null, parts),

    /** Returns true once for an account without a passkey, which is then offered one. */
    takeOffer: takeOffer.bind(null, parts),
  }
}

async function list({ db }: Parts, userId: UserId): Promise<readonly OwnPasskey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    credentialId: row.credential_id,
    name: row.name,
    addedAtMs: row.created_at.getTime(),
    lastUsedAtMs: row.last_used_at?.getTime(),
  }))
}

async function find({ db }: Parts, credentialId: string): Promise<KnownPasskey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, user_id: userId, public_key: publicKey } = row
  return { id, userId, credentialId, publicKey, counter: Number(row.counter) }
}

function use({ db, clock }: Parts, id: PasskeyId, answer: PasskeyUse): Promise<boolean> {
  const { challenge, expiresAtMs, counter } = answer
  return db.transaction().execute(async (trx) => {
    if (!(await spend(trx, challenge, expiresAtMs))) return false
    const used = await trx
      .updateTable('passkeys')
      .set({ counter, last_used_at: new Date(clock()) })
      .where('id', '=', id)
      // WebAuthn Level 3 section 6.1.1: a device without a counter sends 0; a cloned device is detected by its lower counter.
      .where(counter === 0 ? sql<boolean>`counter = 0` : sql<boolean>`counter < ${counter}::bigint`)
      .returning('id')
      .executeTakeFirst()
    return used !== undefined
  })
}

function add(parts: Parts, userId: UserId, passkey: NewPasskey): Promise<boolean> {
  return parts.db.transaction().execute(async (trx) => {
    if (!(await spend(trx, passkey.challenge, passkey.expiresAtMs))) return false
    // The lock serializes additions to an account, so that two at once do not exceed the limit.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const known = await trx.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute()
    if (known.length >= PASSKEYS_PER_ACCOUNT) return false
    const added = await trx
      .insertInto('passkeys')
      .values({
        id: newUuid<PasskeyId>(),
        user_id: userId,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        name: passkey.name,
        created_at: new Date(parts.clock()),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added !== undefined) await notify(parts, trx, { kind: 'passkey_added', userId })
    return added !== undefined
  })
}

function remove(parts: Parts, userId: UserId, which: PasskeyId | 'all'): Promise<number> {
  return parts.db.transaction().execute(async (trx) => {
    const all = trx.deleteFrom('passkeys').where('user_id', '=', userId).returning('id')
    const removed = await (which === 'all' ? all : all.where('id', '=', which)).execute()
    if (removed.length > 0) await notify(parts, trx, { kind: 'passkey_removed', userId })
    return removed.length
  })
}

async function takeOffer({ db, clock }: Parts, userId: UserId): Promise<boolean> {
  const offered = await db
    .updateTable('users')
    .set({ passkey_offered_at: new Date(clock()) })
    .where('id', '=', userId)
    .where('passkey_offered_at', 'is', null)
    .where(sql<boolean>`not exists (select 1 from passkeys where passkeys.user_id = users.id)`)
    .returning('id')
    .executeTakeFirst()
  return offered !== undefined
}

async function notify(
  { clock, sendsMail }: Parts,
  trx: Database,
  notice: { readonly kind: 'passkey_added' | 'passkey_removed'; readonly userId: UserId },
): Promise<void> {
  if (sendsMail) await enqueueNotice(trx, { ...notice, at: new Date(clock()) })
}

async function spend(trx: Database, challenge: PasskeyChallenge, expiresAtMs: number): Promise<boolean> {
  const spent = await trx
    .insertInto('spent_challenges')
    .values({ challenge_digest: digestOf(challenge), expires_at: new Date(expiresAtMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge_digest')
    .executeTakeFirst()
  return spent !== undefined
}
