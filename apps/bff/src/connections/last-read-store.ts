import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { LastRead } from '@counterfoil/bff-api/connection'
import type { Redis } from 'ioredis'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/signature.ts'
import { keyIdOf, sealAgain, type SealedBox } from '#crypto/sealed-box.ts'
import { connectionKey, lastReadKey } from './pending-revocation.ts'

/** One answer to a query of the app, as it is kept. */
export interface KeptAnswer {
  readonly sha256Hash: string
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly data: Readonly<Record<string, unknown>>
}

/** What was read last of each connection; lies beside its record and goes with it. */
export interface LastReadStore {
  /**
   * Keeps an answer, in the place of an older one to the same question. Nothing is kept of a connection that is disconnected
   * or of another version by now.
   */
  keep(connectionId: ConnectionId, version: number, answer: KeptAnswer): Promise<void>
  /** Newest first; what cannot be opened is left out. */
  list(connectionId: ConnectionId): Promise<LastRead['answers']>
  /** Seals answers again under the newest key. Returns the id of the key of each. */
  reseal(connectionId: ConnectionId): Promise<readonly string[]>
}

/** Of one connection, sealed; the oldest goes first. There may be a hundred thousand of them. */
export const MAX_KEPT_BYTES = 16_384
/** Of one connection. */
export const MAX_KEPT_ANSWERS = 12
/** An answer that is longer than this as text is not kept. */
const MAX_ANSWER_CHARACTERS = 65_536

/**
 * KEYS: record, answers. ARGV: version, field, value, most answers, most bytes. A value begins with the time it was read at.
 */
const KEEP = `
local record = redis.call('GET', KEYS[1])
if not record then return 0 end
local row = cjson.decode(string.match(record, '^[^|]*|(.*)$'))
if row[9] ~= tonumber(ARGV[1]) or row[10] == 'disconnected' then return 0 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
while true do
  local all = redis.call('HGETALL', KEYS[2])
  local bytes, oldest, oldestAt = 0, nil, nil
  for i = 1, #all, 2 do
    bytes = bytes + #all[i + 1]
    local at = tonumber(string.match(all[i + 1], '^%d+'))
    if not oldestAt or at < oldestAt then oldest, oldestAt = all[i], at end
  end
  if bytes <= tonumber(ARGV[5]) and #all / 2 <= tonumber(ARGV[4]) then return 1 end
  redis.call('HDEL', KEYS[2], oldest)
end`

/** KEYS: answers. ARGV: field, expected value, new value. */
const REPLACE = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`

export function createLastReadStore({
  redis,
  box,
  clock,
}: {
  readonly redis: Redis
  readonly box: SealedBox
  readonly clock: () => number
}): LastReadStore {
  const contextOf = (connectionId: ConnectionId, field: string) => `${lastReadKey(connectionId)}:${field}`
  return {
    async keep(connectionId, version, answer) {
      const text = JSON.stringify(answer)
      if (text.length > MAX_ANSWER_CHARACTERS) return
      const field = digestOf(`${answer.sha256Hash}\n${JSON.stringify(answer.variables)}`)
      const packed = deflateRawSync(text).toString('base64')
      const value = `${clock()} ${box.seal({ text: packed, context: contextOf(connectionId, field) })}`
      if (value.length > MAX_KEPT_BYTES) return
      await redis.eval(
        KEEP,
        2,
        connectionKey(connectionId),
        lastReadKey(connectionId),
        version,
        field,
        value,
        MAX_KEPT_ANSWERS,
        MAX_KEPT_BYTES,
      )
    },
    async list(connectionId) {
      const kept = await redis.hgetall(lastReadKey(connectionId))
      return Object.entries(kept)
        .flatMap(([field, value]) => {
          const [readAtMs = '', sealed = ''] = value.split(' ')
          const opening = box.open({ sealed, context: contextOf(connectionId, field) })
          if (opening.kind !== 'opened') return []
          const answer = JSON.parse(
            inflateRawSync(Buffer.from(opening.text, 'base64')).toString(),
          ) as KeptAnswer
          return [{ ...answer, readAt: new Date(Number(readAtMs)).toISOString() }]
        })
        .toSorted((one, other) => other.readAt.localeCompare(one.readAt))
    },
    async reseal(connectionId) {
      const key = lastReadKey(connectionId)
      const keyIds = Object.entries(await redis.hgetall(key)).map(async ([field, value]) => {
        const [readAtMs = '', sealed = ''] = value.split(' ')
        const fresh = sealAgain(box, { sealed, context: contextOf(connectionId, field) })
        const isReplaced =
          fresh !== undefined &&
          (await redis.eval(REPLACE, 1, key, field, value, `${readAtMs} ${fresh}`)) === 1
        return keyIdOf(isReplaced ? fresh : sealed) ?? 'none'
      })
      return Promise.all(keyIds)
    },
  }
}
