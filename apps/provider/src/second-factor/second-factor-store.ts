import { randomBytes } from 'node:crypto'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { markOf } from '@counterfoil/service/telemetry/redaction'
import type { RecoveryCode, UserId } from '@counterfoil/oauth/ids'
import { enqueueNotice } from '#account-mail/account-mail-store.ts'
import { openText, sealText } from '#crypto/sealed-text.ts'
import { digestOf } from '#crypto/secrets.ts'
import type { Database } from '#database/database.ts'
import {
  formatRecoveryCode,
  formatTotpSecret,
  matchTotpStep,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  TOTP_SECRET_BYTES,
  type TypedCode,
} from './codes.ts'

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>

/** The time in milliseconds for which an unconfirmed secret stays the same, so that a reload of the page does not change it. */
const SETUP_MS = 60 * 60_000
/** The most secrets that are encrypted again in one run. */
const SEAL_BATCH = 500

type Parts = {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly secrets: Secrets
  /** True if the owner can be notified by mail. */
  readonly sendsMail: boolean
}

/** The second factor of an account that has it on: since when, and the number of unused recovery codes. */
export type SecondFactorState = { readonly onSince: Date; readonly recoveryCodesLeft: number }

/**
 * Stores TOTP secrets and recovery codes of accounts. A code is accepted once, also with several processes, because one statement
 * decides. The secret is encrypted; recovery codes are stored as digests.
 */
export function createSecondFactorStore(parts: Parts) {
  const { db } = parts
  return {
    async isOn(userId: UserId): Promise<boolean> {
      return (await findRow(parts, userId))?.turned_on_at instanceof Date
    },

    async find(userId: UserId): Promise<SecondFactorState | undefined> {
      const row = await findRow(parts, userId)
      if (row?.turned_on_at == null) return undefined
      const left = await db
        .selectFrom('recovery_codes')
        .select((row) => row.fn.countAll<string>().as('count'))
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { onSince: row.turned_on_at, recoveryCodesLeft: Number(left.count) }
    },

    /** Returns the TOTP secret to set up in an app; undefined if the second factor is on already. */
    setUp: setUp.bind(null, parts),

    /** Turns codes on with a first code. @returns recovery codes, which are shown only once; undefined for a wrong code */
    turnOn: turnOn.bind(null, parts),

    /** Returns true for a correct code that was not used before, and marks it as used. */
    take: takeCode.bind(null, parts),

    /** Replaces the recovery codes. @returns the new ones, which are shown only once; undefined if codes are off */
    renewRecoveryCodes: renewRecoveryCodes.bind(null, parts),

    /** Turns codes off and deletes the secret and the recovery codes. @returns whether they were on */
    remove: remove.bind(null, parts),

    /** Encrypts secrets with our newest key again, so that an older key can be removed. @returns the number of secrets */
    sealAnew: sealAnew.bind(null, parts),
  }
}

function findRow({ db }: Parts, userId: UserId) {
  return db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

const contextOf = (userId: UserId) => ['second factor', userId] as const

/** @throws if none of our keys decrypts the secret: that is our fault, never a wrong code */
function openSecret({ secrets, logger }: Parts, userId: UserId, sealed: string): string {
  const secret = openText(secrets, contextOf(userId), sealed)
  if (secret !== undefined) return secret
  logger.error({ event: 'second_factor.unreadable', userId })
  throw new Error('The secret of a second factor was sealed under a key that is not among ours')
}

/** Returns the time step of a code that is correct now; undefined for any other code. */
function stepOf(
  parts: Parts,
  row: { readonly user_id: UserId; readonly sealed_secret: string },
  code: string,
): number | undefined {
  const secret = openSecret(parts, row.user_id, row.sealed_secret)
  return matchTotpStep({ secret, code }, parts.clock())
}

async function setUp(parts: Parts, userId: UserId): Promise<string | undefined> {
  const { db, clock, secrets } = parts
  const secret = formatTotpSecret(Uint8Array.from(randomBytes(TOTP_SECRET_BYTES)))
  const fresh = {
    sealed_secret: sealText(secrets, contextOf(userId), secret),
    key_mark: markOf(secrets[0]),
    created_at: new Date(clock()),
  }
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(fresh)
        .where('second_factors.turned_on_at', 'is', null)
        .where('second_factors.created_at', '<=', new Date(clock() - SETUP_MS)),
    )
    .execute()
  const row = await findRow(parts, userId)
  return row === undefined || row.turned_on_at !== null
    ? undefined
    : openSecret(parts, userId, row.sealed_secret)
}

async function turnOn(
  parts: Parts,
  userId: UserId,
  typed: TypedCode,
): Promise<readonly RecoveryCode[] | undefined> {
  const { db, clock } = parts
  const row = await findRow(parts, userId)
  if (row === undefined || row.turned_on_at !== null || typed.kind !== 'totp') return undefined
  const step = stepOf(parts, row, typed.code)
  if (step === undefined) return undefined
  const at = new Date(clock())
  return db.transaction().execute(async (trx) => {
    const turned = await trx
      .updateTable('second_factors')
      .set({ turned_on_at: at, last_step: step })
      .where('user_id', '=', userId)
      .where('turned_on_at', 'is', null)
      .where('sealed_secret', '=', row.sealed_secret)
      .returning('user_id')
      .executeTakeFirst()
    if (turned === undefined) return undefined
    const codes = await replaceRecoveryCodes(trx, userId)
    if (parts.sendsMail) await enqueueNotice(trx, { kind: 'second_factor_on', userId, at })
    return codes
  })
}

function renewRecoveryCodes(
  { db, clock, sendsMail }: Parts,
  userId: UserId,
): Promise<readonly RecoveryCode[] | undefined> {
  return db.transaction().execute(async (trx) => {
    // Of two concurrent calls the second waits here, then replaces the codes of the first: ten codes are valid, never twenty.
    const row = await trx
      .selectFrom('second_factors')
      .select('turned_on_at')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.turned_on_at == null) return undefined
    const codes = await replaceRecoveryCodes(trx, userId)
    if (sendsMail) await enqueueNotice(trx, { kind: 'recovery_codes_renewed', userId, at: new Date(clock()) })
    return codes
  })
}

async function replaceRecoveryCodes(trx: Database, userId: UserId): Promise<readonly RecoveryCode[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    formatRecoveryCode(randomBytes(RECOVERY_CODE_BYTES)),
  )
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = codes.map((code) => ({ user_id: userId, code_digest: digestOf(code) }))
  await trx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

async function takeCode(parts: Parts, userId: UserId, typed: TypedCode): Promise<boolean> {
  const { db, clock } = parts
  if (typed.kind === 'none') return false
  if (typed.kind === 'recovery') {
    const used = await db
      .updateTable('recovery_codes')
      .set({ used_at: new Date(clock()) })
      .where('user_id', '=', userId)
      .where('code_digest', '=', digestOf(typed.code))
      .where('used_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    return used !== undefined
  }
  const row = await findRow(parts, userId)
  if (row?.turned_on_at == null) return false
  const step = stepOf(parts, row, typed.code)
  if (step === undefined) return false
  // RFC 6238 section 5.2: a code is refused at its second use. Of two concurrent calls only one advances the step.
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('turned_on_at', 'is not', null)
    .where((one) => one.or([one('last_step', 'is', null), one('last_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

function remove({ db, clock, sendsMail }: Parts, userId: UserId): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    const removed = await trx
      .deleteFrom('second_factors')
      .where('user_id', '=', userId)
      .returning('turned_on_at')
      .executeTakeFirst()
    if (removed?.turned_on_at == null) return false
    if (sendsMail) await enqueueNotice(trx, { kind: 'second_factor_off', userId, at: new Date(clock()) })
    return true
  })
}

/** Secrets that none of our keys decrypts are only reported. They are not selected, so they cannot block the others. */
async function sealAnew(parts: Parts): Promise<number> {
  const { db, secrets, logger } = parts
  const [newest, ...older] = [markOf(secrets[0]), ...secrets.slice(1).map(markOf)] as const
  const unreadable = await db
    .selectFrom('second_factors')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('key_mark', 'not in', [newest, ...older])
    .executeTakeFirstOrThrow()
  const count = Number(unreadable.count)
  if (count > 0) logger.error({ event: 'second_factor.unreadable', count })
  const rows =
    older.length === 0
      ? []
      : await db
          .selectFrom('second_factors')
          .select(['user_id', 'sealed_secret'])
          .where('key_mark', 'in', older)
          .limit(SEAL_BATCH)
          .execute()
  let sealed = 0
  for (const row of rows) {
    const secret = openText(secrets, contextOf(row.user_id), row.sealed_secret)
    if (secret === undefined) {
      logger.error({ event: 'second_factor.unreadable', userId: row.user_id })
      continue
    }
    await db
      .updateTable('second_factors')
      .set({ sealed_secret: sealText(secrets, contextOf(row.user_id), secret), key_mark: newest })
      .where('user_id', '=', row.user_id)
      .where('sealed_secret', '=', row.sealed_secret)
      .execute()
    sealed += 1
  }
  return sealed
}
