import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import type { Redis } from 'ioredis'
import { connectionKey, idempotencyKeys } from '#connections/pending-revocation.ts'
import { keyIdOf, type SealedBox } from '#crypto/sealed-box.ts'
import { digestOf } from '#crypto/signature.ts'
import { UNREPLICATED, type ConfirmedStoreDeps } from '#redis/confirm.ts'
import type { IdempotencyRecord } from './idempotency-record.ts'

/** As long as Harbour keeps the answers to its `Idempotency-Key`. */
const KEPT_MS = 86_400_000
/** Of one connection. The oldest answered ones go first; those without an answer stay for {@link KEPT_MS}. */
export const MAX_RECORDS = 1000
/** Of one connection, sealed. The oldest answered records go first. */
export const MAX_RECORD_BYTES = 1_048_576

/** The key that a page chose for a mutation, for one person and connection. */
export interface IdempotencyKey {
  readonly connectionId: ConnectionId
  readonly principalId: PrincipalId
  readonly key: string
}

/** A record as it is in the store: a change names the one that it replaces. */
export type SealedRecord = string & { readonly __brand: 'SealedRecord' }

type Beginning =
  | { readonly kind: 'begun'; readonly mine: SealedRecord }
  /** The key has a record already. `record`: undefined if it cannot be opened. */
  | {
      readonly kind: 'found'
      readonly found: SealedRecord
      readonly record: IdempotencyRecord | undefined
      /** Since it was written or renewed. */
      readonly ageMs: number
    }
  /** The connection does not exist any more. */
  | { readonly kind: 'gone' }
  /** No other change of this connection can be remembered before then. */
  | { readonly kind: 'full'; readonly freeInMs: number }

/** Records of mutations, sealed, each for a day, beside their connection. */
export interface IdempotencyRecords {
  /**
   * Writes a record for one sender, among all processes.
   * @param instead Replaces this record, unless it has changed meanwhile.
   */
  begin(key: IdempotencyKey, record: IdempotencyRecord, instead?: SealedRecord): Promise<Beginning>
  /** Says that `mine` is still being sent. False if it was replaced or is gone. */
  renew(key: IdempotencyKey, mine: SealedRecord): Promise<boolean>
  /** Replaces `mine` with `record`, unless another sender replaced it. */
  settle(key: IdempotencyKey, mine: SealedRecord, record: IdempotencyRecord): Promise<void>
  /** Nothing was carried out: the key is free again. */
  release(key: IdempotencyKey, mine: SealedRecord): Promise<void>
  /**
   * Seals the records of a connection again under the newest key, except those that are being sent. Returns the id of the key
   * of each.
   */
  reseal(connectionId: ConnectionId, principalId: PrincipalId): Promise<readonly string[]>
}

/**
 * KEYS: records by field, times of those without an answer, times of those with one. The number of bytes of all records is a
 * field of its own, so that no script reads a record that is not asked for.
 */
const RECORDS = `
local records, open, answered = KEYS[1], KEYS[2], KEYS[3]
local function put(field, value)
  redis.call('HINCRBY', records, 'bytes', #value - redis.call('HSTRLEN', records, field))
  redis.call('HSET', records, field, value)
end
local function drop(field)
  redis.call('HINCRBY', records, 'bytes', -redis.call('HSTRLEN', records, field))
  redis.call('HDEL', records, field)
  redis.call('ZREM', open, field)
  redis.call('ZREM', answered, field)
end
local function drop_oldest_answered() drop(redis.call('ZRANGE', answered, 0, 0)[1]) end
`

/** ARGV: field, new record, expected record ('' for none), now, how long records are kept, most records. KEYS[4]: the connection. */
const BEGIN = `${RECORDS}
if redis.call('EXISTS', KEYS[4]) == 0 then return {'gone'} end
local field, now, kept = ARGV[1], tonumber(ARGV[4]), tonumber(ARGV[5])
for _, times in ipairs({open, answered}) do
  for _, old in ipairs(redis.call('ZRANGE', times, '-inf', now - kept, 'BYSCORE', 'LIMIT', 0, 50)) do drop(old) end
end
local at = tonumber(redis.call('ZSCORE', open, field) or redis.call('ZSCORE', answered, field))
if at and at + kept <= now then
  drop(field)
  at = nil
end
local found = at and redis.call('HGET', records, field) or ''
if found ~= ARGV[3] then
  if not at then return {'none'} end
  return {'found', found, tostring(now - at)}
end
if not at then
  local others = redis.call('ZCARD', open)
  if others >= tonumber(ARGV[6]) then
    return {'full', '', tostring(redis.call('ZRANGE', open, 0, 0, 'WITHSCORES')[2] + kept - now)}
  end
  if others + redis.call('ZCARD', answered) >= tonumber(ARGV[6]) then drop_oldest_answered() end
end
put(field, ARGV[2])
redis.call('ZADD', open, now, field)
for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], kept) end
return {'begun'}`

/** ARGV: field, expected record, new record or '' to remove it, '1' if it has an answer, most bytes. */
const SETTLE = `${RECORDS}
local field = ARGV[1]
if redis.call('HGET', records, field) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then
  drop(field)
  return 1
end
put(field, ARGV[3])
if ARGV[4] ~= '1' then return 1 end
local at = redis.call('ZSCORE', open, field)
if at then
  redis.call('ZREM', open, field)
  redis.call('ZADD', answered, at, field)
  redis.call('PEXPIRE', answered, redis.call('PTTL', records))
end
while tonumber(redis.call('HGET', records, 'bytes')) > tonumber(ARGV[5]) and redis.call('ZCARD', answered) > 1 do
  drop_oldest_answered()
end
return 1`

/** ARGV: field, expected record, now. */
const RENEW = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('ZADD', KEYS[2], 'XX', ARGV[3], ARGV[1])
return 1`

/** A record's place: its connection and person, and the digest of its key. */
type Place = Omit<IdempotencyKey, 'key'> & { readonly field: string }

const placeOf = ({ key, ...owner }: IdempotencyKey): Place => ({ ...owner, field: digestOf(key) })

/** Seals records for their place, and opens them again. */
function createRecordBox(box: SealedBox) {
  const contextOf = ({ connectionId, principalId, field }: Place) =>
    `${idempotencyKeys(connectionId)[0]}:${principalId}:${field}`
  return {
    seal: (place: Place, record: IdempotencyRecord) =>
      box.seal({ text: JSON.stringify(record), context: contextOf(place) }) as SealedRecord,
    open(place: Place, sealed: SealedRecord) {
      const opening = box.open({ sealed, context: contextOf(place) })
      if (opening.kind !== 'opened') return undefined
      return { record: JSON.parse(opening.text) as IdempotencyRecord, isOldKey: opening.isOldKey }
    },
  }
}

type RecordBox = ReturnType<typeof createRecordBox>

/** Puts `next`, or nothing, in the place of `mine`. False if it is not `mine` any more. */
type Replace = (place: Place, mine: SealedRecord, next: string, isAnswered?: boolean) => Promise<boolean>

/** How many records of a connection are sealed again at once. */
const PAGE = 50

/** See {@link IdempotencyRecords.reseal}. */
function createResealing(
  redis: Redis,
  { seal, open }: RecordBox,
  replace: Replace,
): IdempotencyRecords['reseal'] {
  async function resealOne(place: Place, sealed: SealedRecord): Promise<string> {
    const { record, isOldKey } = open(place, sealed) ?? {}
    // The sender of one that is being sent knows it by its text.
    const isFree = isOldKey === true && record !== undefined && record.kind !== 'sent'
    const fresh = isFree ? seal(place, record) : undefined
    const isReplaced = fresh !== undefined && (await replace(place, sealed, fresh, record?.kind === 'done'))
    return keyIdOf(isReplaced ? fresh : sealed) ?? 'none'
  }

  return async (connectionId, principalId) => {
    const keyIds: string[] = []
    let cursor = '0'
    do {
      const [next, row] = await redis.hscan(idempotencyKeys(connectionId)[0], cursor, 'COUNT', PAGE)
      cursor = next
      for (let index = 0; index < row.length; index += 2) {
        const [field = '', sealed = ''] = row.slice(index, index + 2)
        if (field === 'bytes') continue
        keyIds.push(await resealOne({ connectionId, principalId, field }, sealed as SealedRecord))
      }
    } while (cursor !== '0')
    return keyIds
  }
}

export function createIdempotencyRecords(
  deps: ConfirmedStoreDeps & { readonly box: SealedBox },
): IdempotencyRecords {
  const { redis, storeTime, confirm = UNREPLICATED } = deps
  const box = createRecordBox(deps.box)
  const { seal, open } = box

  const replace: Replace = async ({ connectionId, field }, mine, next, isAnswered = false) => {
    const args = [field, mine, next, isAnswered ? '1' : '', MAX_RECORD_BYTES]
    return (await redis.eval(SETTLE, 3, ...idempotencyKeys(connectionId), ...args)) === 1
  }

  return {
    async begin(key, record, instead) {
      const place = placeOf(key)
      const mine = seal(place, record)
      const nowMs = await storeTime()
      const keys = idempotencyKeys(key.connectionId)
      const args = [place.field, mine, instead ?? '', nowMs, KEPT_MS, MAX_RECORDS]
      // Confirmed by the replicas: a record that a failover loses would let the mutation be sent twice.
      const [word, found = '', ms = '0'] = (await confirm(keys[0], () =>
        redis.eval(BEGIN, 4, ...keys, connectionKey(key.connectionId), ...args),
      ).catch(async (error: unknown) => {
        // Nothing is sent: a record that stayed would make the next try wait for an answer that never comes.
        await replace(place, mine, instead ?? '').catch(() => undefined)
        throw error
      })) as [string, SealedRecord?, string?]
      switch (word) {
        case 'begun':
          return { kind: 'begun', mine }
        case 'found': {
          const sealed = found as SealedRecord
          return { kind: 'found', found: sealed, ageMs: Number(ms), record: open(place, sealed)?.record }
        }
        case 'full':
          return { kind: 'full', freeInMs: Number(ms) }
        case 'none':
          // The record to be replaced was released meanwhile.
          return this.begin(key, record)
        default:
          return { kind: 'gone' }
      }
    },
    async renew(key, mine) {
      const keys = idempotencyKeys(key.connectionId)
      const args = [placeOf(key).field, mine, await storeTime()]
      // Confirmed as the record was: a sender that relies on it must find it after a failover.
      return (await confirm(keys[0], () => redis.eval(RENEW, 3, ...keys, ...args))) === 1
    },
    async settle(key, mine, record) {
      const place = placeOf(key)
      await replace(place, mine, seal(place, record), record.kind === 'done')
    },
    async release(key, mine) {
      await replace(placeOf(key), mine, '')
    },
    reseal: createResealing(redis, box, replace),
  }
}
