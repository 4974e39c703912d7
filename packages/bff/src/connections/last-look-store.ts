import type { LastLook, PutOff } from '@counterfoil/bff-api/figures'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { Redis } from 'ioredis'
import { lastLookKey } from './pending-revocation.ts'

/** Somebody who has not looked for so long and looks again begins another visit. */
export const VISIT_GAP_MS = 30 * 60_000
/** Longer than any connection lives without use. */
const KEPT_MS = 400 * 86_400_000

/** Of one connection; those that end first make room. */
export const MAX_PUT_OFF = 100

/** When the person of a connection looked at its figures last, visit by visit, and what they did not want to see for now. */
export interface LastLookStore {
  look(connectionId: ConnectionId): Promise<LastLook>
  /** Returns the things that are put off, for a reading without anybody who looks. */
  findPutOff(connectionId: ConnectionId): Promise<LastLook['putOff']>
  /** Puts a thing off until a day, in the place of an earlier one of the same key; with null it is not put off any more. */
  putOff(connectionId: ConnectionId, about: PutOff): Promise<void>
}

/** KEYS: visits. ARGV: now, the gap between two visits, for how long to keep. */
const LOOK = `
local now, seen = tonumber(ARGV[1]), tonumber(redis.call('HGET', KEYS[1], 'seen'))
if seen and now - seen > tonumber(ARGV[2]) then redis.call('HSET', KEYS[1], 'before', seen) end
if not seen or now > seen then redis.call('HSET', KEYS[1], 'seen', now) end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return redis.call('HGETALL', KEYS[1])`

const PUT_OFF_FIELD = 'put-off:'

/** KEYS: visits. ARGV: field, day or '', most fields, for how long to keep. */
const PUT_OFF = `
if ARGV[2] == '' then return redis.call('HDEL', KEYS[1], ARGV[1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
local rows, all = {}, redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if string.find(all[i], '^put%-off:') then rows[#rows + 1] = { field = all[i], day = all[i + 1] } end
end
table.sort(rows, function(one, other) return one.day > other.day end)
for n = tonumber(ARGV[3]) + 1, #rows do redis.call('HDEL', KEYS[1], rows[n].field) end`

export function createLastLookStore({
  redis,
  clock,
}: {
  readonly redis: Redis
  readonly clock: () => number
}): LastLookStore {
  return {
    async look(connectionId) {
      const flat = (await redis.eval(
        LOOK,
        1,
        ...[lastLookKey(connectionId), clock(), VISIT_GAP_MS, KEPT_MS],
      )) as string[]
      const fields = flat.flatMap((field, index) => (index % 2 === 0 ? [[field, flat[index + 1] ?? '']] : []))
      const { before, ...rest } = Object.fromEntries(fields) as Record<string, string>
      return { beforeMs: before === undefined ? undefined : Number(before), putOff: putOffOf(rest) }
    },
    findPutOff: async (connectionId) => putOffOf(await redis.hgetall(lastLookKey(connectionId))),
    async putOff(connectionId, { key, until }) {
      const field = `${PUT_OFF_FIELD}${key}`
      await redis.eval(PUT_OFF, 1, ...[lastLookKey(connectionId), field, until ?? '', MAX_PUT_OFF, KEPT_MS])
    },
  }
}

function putOffOf(fields: Readonly<Record<string, string>>): LastLook['putOff'] {
  const putOff = Object.entries(fields).filter(([field]) => field.startsWith(PUT_OFF_FIELD))
  return Object.fromEntries(putOff.map(([field, until]) => [field.slice(PUT_OFF_FIELD.length), until]))
}
