import type { LastLook, PutOff } from '@counterfoil/bff-api/figures'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { Redis } from 'ioredis'
import { lastLookKey } from './pending-revocation.ts'

/** The time in milliseconds without a look after which the next look begins another visit. */
export const VISIT_GAP_MS = 30 * 60_000
/** The lifetime in milliseconds of the visits: longer than an unused connection is kept. */
const KEPT_MS = 400 * 86_400_000

/** The maximum number of items that one connection puts off. The items that end first are dropped. */
export const MAX_PUT_OFF = 100

/** Records a look. KEYS: visits. ARGV: now, the gap between two visits, and the lifetime, in milliseconds. */
const LOOK = `
local now, seen = tonumber(ARGV[1]), tonumber(redis.call('HGET', KEYS[1], 'seen'))
if seen and now - seen > tonumber(ARGV[2]) then redis.call('HSET', KEYS[1], 'before', seen) end
if not seen or now > seen then redis.call('HSET', KEYS[1], 'seen', now) end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return redis.call('HGETALL', KEYS[1])`

const PUT_OFF_FIELD = 'put-off:'

/** Puts an item off. KEYS: visits. ARGV: field, day or '', maximum number of fields, lifetime in milliseconds. */
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

export type LastLookStore = ReturnType<typeof createLastLookStore>

/** Creates the store of when a person last looked at a connection's figures, by visit, and of the items that they put off. */
export function createLastLookStore({
  redis,
  clock,
}: {
  readonly redis: Redis
  readonly clock: () => number
}) {
  return {
    async look(connectionId: ConnectionId): Promise<LastLook> {
      const key = lastLookKey(connectionId)
      const flat = (await redis.eval(LOOK, 1, key, clock(), VISIT_GAP_MS, KEPT_MS)) as string[]
      const fields = flat.flatMap((field, index) => (index % 2 === 0 ? [[field, flat[index + 1] ?? '']] : []))
      const { before, ...rest } = Object.fromEntries(fields) as Record<string, string>
      return { beforeMs: before === undefined ? undefined : Number(before), putOff: putOffOf(rest) }
    },
    /** Returns the items that are put off, without recording a visit. */
    findPutOff: async (connectionId: ConnectionId) =>
      putOffOf(await redis.hgetall(lastLookKey(connectionId))),
    /** Puts an item off until a day and replaces an earlier day of the same key; null ends it. */
    async putOff(connectionId: ConnectionId, { key, until }: PutOff): Promise<void> {
      const field = `${PUT_OFF_FIELD}${key}`
      await redis.eval(PUT_OFF, 1, lastLookKey(connectionId), field, until ?? '', MAX_PUT_OFF, KEPT_MS)
    },
  }
}

function putOffOf(fields: Readonly<Record<string, string>>): LastLook['putOff'] {
  const putOff = Object.entries(fields).filter(([field]) => field.startsWith(PUT_OFF_FIELD))
  return Object.fromEntries(putOff.map(([field, until]) => [field.slice(PUT_OFF_FIELD.length), until]))
}
