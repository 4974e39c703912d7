import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import type { Redis } from 'ioredis'
import { connectionKey, idempotencyKeys } from '#connections/pending-revocation.ts'
import { keyIdOf, type SealedBox } from '#crypto/sealed-box.ts'
import { digestOf } from '#crypto/signature.ts'
import { UNREPLICATED, type ConfirmedStoreDeps } from '#redis/confirm.ts'
import type { IdempotencyRecord } from './idempotency-record.ts'

/** The lifetime in milliseconds of a record: that of Harbour's answers to an `Idempotency-Key`. */
const KEPT_MS = 86_400_000
/** The maximum number of records of one connection. The oldest answered ones are dropped; the others stay for {@link KEPT_MS}. */
export const MAX_RECORDS = 1000
/** The maximum bytes of one connection's sealed records. The oldest answered ones are dropped. */
export const MAX_RECORD_BYTES = 1_048_576

/** The key that a page chose for a mutation, for one person and connection. */
export interface IdempotencyKey {
  readonly connectionId: ConnectionId
  readonly principalId: PrincipalId
  readonly key: string
}

/** A sealed record as stored: a change names the one that it replaces. */
export type SealedRecord = string & { readonly __brand: 'SealedRecord' }

type Beginning =
  | { readonly kind: 'begun'; readonly mine: SealedRecord }
  /** The key has a record already; `record` is undefined if it cannot be decrypted. */
  | {
      readonly kind: 'found'
      readonly found: SealedRecord
      readonly record: IdempotencyRecord | undefined
      /** The time in milliseconds since the record was written or renewed. */
      readonly ageMs: number
    }
  /** The connection no longer exists. */
  | { readonly kind: 'gone' }
  /** The connection has too many open records; the next mutation can be recorded after `freeInMs` milliseconds. */
  | { readonly kind: 'full'; readonly freeInMs: number }

/** Stores sealed records of mutations beside their connection, each for a day. */
export interface IdempotencyRecords {
  /**
   * Writes a record, for only one sender among all processes.
   * @param instead The record to replace, unless it has changed meanwhile.
   */
  begin(key: IdempotencyKey, record: IdempotencyRecord, instead?: SealedRecord): Promise<Beginning>
  /** Renews `mine` while it is being sent. Resolves to false if it was replaced or is gone. */
  renew(key: IdempotencyKey, mine: SealedRecord): Promise<boolean>
  /** Replaces `mine` with `record`, unless another sender replaced it. */
  settle(key: IdempotencyKey, mine: SealedRecord, record: IdempotencyRecord): Promise<void>
  /** Removes `mine`, because nothing was carried out: the key is free again. */
  release(key: IdempotencyKey, mine: SealedRecord): Promise<void>
  /**
   * Seals the records of a connection again under the newest key, except those that are being sent. Returns the id of the key
   * of each.
   */
  reseal(connectionId: ConnectionId, principalId: PrincipalId): Promise<readonly string[]>
}

/**
 * Functions of the scripts below. KEYS: records by field, times of the unanswered ones, times of the answered ones. The number of
 * bytes of all records is a field of its own, so that no script reads a record needlessly.
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

/** Begins a record. ARGV: field, new record, expected record or '', now, lifetime, most records. KEYS[4]: the connection. */
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

/** Replaces a record. ARGV: field, expected record, new record or '' to remove it, '1' if it has an answer, most bytes. */
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

/** Renews a record. ARGV: field, expected record, now. */
const RENEW = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('ZADD', KEYS[2], 'XX', ARGV[3], ARGV[1])
return 1`

/** The place of a record: its connection and person, and the digest of its key. */
type Place = Omit<IdempotencyKey, 'key'> & { readonly field: string }

const placeOf = ({ key, ...owner }: IdempotencyKey): Place => ({ ...owner, field: digestOf(key) })

/** Creates the functions that seal records for their place, and open them again. */
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

/** Replaces `mine` with `next`, or removes it. Resolves to false if the record is not `mine` any more. */
type Replace = (place: Place, mine: SealedRecord, next: string, isAnswered?: boolean) => Promise<boolean>

/** The number of records of a connection that are read at once. */
const PAGE = 50

/** See {@link IdempotencyRecords.reseal}. */
function createResealing(
  redis: Redis,
  { seal, open }: RecordBox,
  replace: Replace,
): IdempotencyRecords['reseal'] {
  async function resealOne(place: Place, sealed: SealedRecord): Promise<string> {
    const { record, isOldKey } = open(place, sealed) ?? {}
    // A record that is being sent stays as it is: its sender compares the sealed text.
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
      // Confirmed by the replicas: if a failover lost the record, the mutation could be sent twice.
      const [word, found = '', ms = '0'] = (await confirm(keys[0], () =>
        redis.eval(BEGIN, 4, ...keys, connectionKey(key.connectionId), ...args),
      ).catch(async (error: unknown) => {
        // Nothing is sent: a leftover record would make the next try wait for an answer that never comes.
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
      // Confirmed like the record: a sender that relies on the renewal must find it after a failover.
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
