import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { LastRead } from '@counterfoil/bff-api/connection'
import { isJsonObject, parseJsonObject } from '@counterfoil/service/http/json-object'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/signature.ts'
import type { SealedStoreDeps } from '#redis/confirm.ts'
import type { SealedBox } from '#crypto/sealed-box.ts'
import { connectionKey, lastReadKey } from './pending-revocation.ts'
import { resealFields } from './census-store.ts'

export interface KeptAnswer {
  readonly sha256Hash: string
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
  /** The JSON text of `{ data }`. */
  readonly body: string
}

/** The maximum bytes of one connection's sealed answers; the oldest are dropped. There may be a hundred thousand connections. */
export const MAX_KEPT_BYTES = 16_384
/** The maximum number of stored answers of one connection. */
export const MAX_KEPT_ANSWERS = 12
/** The maximum length in characters of a stored answer; a longer one is not stored. */
const MAX_ANSWER_CHARACTERS = 65_536
/** The length in characters from which an answer is compressed. For shorter ones compression would be the slowest step. */
const COMPRESSED_FROM_CHARACTERS = 4096

/** The field with the upper bound of all values' bytes: a replaced value counts until the next full count. */
const BYTES_FIELD = 'bytes'

/**
 * Stores an answer. KEYS: record, answers. ARGV: version, field, value, most answers, most bytes. A value begins with the time of
 * reading. The other values are read and counted only if there may be too many.
 */
const KEEP = `
if string.match(redis.call('GETRANGE', KEYS[1], 0, 40), '^[^|.]*%.(%d+)|') ~= ARGV[1] then return 0 end
local isNew = redis.call('HSET', KEYS[2], ARGV[2], ARGV[3]) == 1
local bytes = redis.call('HINCRBY', KEYS[2], '${BYTES_FIELD}', #ARGV[3])
local isCrowded = isNew and redis.call('HLEN', KEYS[2]) > ARGV[4] + 1
if not isCrowded and bytes <= tonumber(ARGV[5]) then return 1 end
local rows, all = {}, redis.call('HGETALL', KEYS[2])
for i = 1, #all, 2 do
  if all[i] ~= '${BYTES_FIELD}' then
    rows[#rows + 1] = { field = all[i], length = #all[i + 1], at = tonumber(string.match(all[i + 1], '^%d+')) }
  end
end
table.sort(rows, function(one, other) return one.at > other.at end)
bytes = 0
for n, row in ipairs(rows) do
  if n > tonumber(ARGV[4]) or bytes + row.length > tonumber(ARGV[5]) then
    redis.call('HDEL', KEYS[2], row.field)
  else
    bytes = bytes + row.length
  end
end
redis.call('HSET', KEYS[2], '${BYTES_FIELD}', bytes)
return 1`

export type LastReadStore = ReturnType<typeof createLastReadStore>

/** Creates the store of the last answers read of each connection, beside its record; they are deleted with it. */
export function createLastReadStore({
  redis,
  box,
  clock,
}: SealedStoreDeps & { readonly clock: () => number }) {
  async function valuesOf(connectionId: ConnectionId) {
    const { [BYTES_FIELD]: _length, ...kept } = await redis.hgetall(lastReadKey(connectionId))
    return Object.entries(kept).map(([field, value]) => ({
      ...{ field, value },
      ...readValue({ value, base: `${lastReadKey(connectionId)}:${field}` }),
    }))
  }
  return {
    /**
     * Stores an answer and replaces an older one to the same query. Nothing is stored for a connection that is disconnected or has
     * another version by now.
     * @returns false if nothing was stored
     */
    async keep(
      connectionId: ConnectionId,
      version: number,
      { body, ...question }: KeptAnswer,
    ): Promise<boolean> {
      if (body.length > MAX_ANSWER_CHARACTERS) return false
      const field = fieldOf(question)
      const context = `${lastReadKey(connectionId)}:${field}`
      const isLong = body.length >= COMPRESSED_FROM_CHARACTERS
      const sealed = isLong
        ? box.seal({ text: packLong(question, body), context })
        : `${box.seal({ text: `${JSON.stringify(question)}\n${body}`, context: plainContext(context) })} ${PLAIN}`
      const value = `${clock()} ${sealed}`
      if (value.length > MAX_KEPT_BYTES) return false
      const keys = [connectionKey(connectionId), lastReadKey(connectionId)]
      return (
        (await redis.eval(KEEP, 2, ...keys, version, field, value, MAX_KEPT_ANSWERS, MAX_KEPT_BYTES)) === 1
      )
    },
    async find(connectionId: ConnectionId, question: AskedQuestion): Promise<Data | undefined> {
      const field = fieldOf(question)
      const value = await redis.hget(lastReadKey(connectionId), field)
      if (value === null) return undefined
      return openValue(box, readValue({ value, base: `${lastReadKey(connectionId)}:${field}` }))?.data
    },
    /** Returns the stored answers, newest first, without those that cannot be decrypted. */
    async list(connectionId: ConnectionId): Promise<LastRead['answers']> {
      return (await valuesOf(connectionId))
        .flatMap((value) => {
          const answer = openValue(box, value)
          return answer === undefined ? [] : [{ ...answer, readAt: new Date(value.readAtMs).toISOString() }]
        })
        .toSorted((one, other) => other.readAt.localeCompare(one.readAt))
    },
    /** Seals answers again under the newest key. Returns the id of the key of each. */
    reseal: async (connectionId: ConnectionId) =>
      resealFields({ redis, box }, lastReadKey(connectionId), await valuesOf(connectionId)),
  }
}

type Question = Omit<KeptAnswer, 'body'>
type AskedQuestion = Pick<Question, 'sha256Hash' | 'variables'>
type Data = Readonly<Record<string, unknown>>
type ReadAnswer = Question & { readonly data: Data }

const fieldOf = ({ sha256Hash, variables }: AskedQuestion) =>
  digestOf(`${sha256Hash}\n${JSON.stringify(variables)}`)

/** The third word of a short answer's value. Its context differs, so that a process of the previous version skips it. */
const PLAIN = 'plain'
const plainContext = (context: string) => `${context}:${PLAIN}`

/** @param kept.base The context of a long answer. */
function readValue({ value, base }: { readonly value: string; readonly base: string }) {
  const [readAtMs = '', sealed = '', form] = value.split(' ')
  const isPlain = form === PLAIN
  return { readAtMs: Number(readAtMs), sealed, isPlain, context: isPlain ? plainContext(base) : base }
}

function openValue(box: SealedBox, { sealed, context, isPlain }: ReturnType<typeof readValue>) {
  const opening = box.open({ sealed, context })
  return opening.kind === 'opened' ? (isPlain ? readPlain : readLong)(opening.text) : undefined
}

function readPlain(text: string): ReadAnswer | undefined {
  const end = text.indexOf('\n')
  const data = parseJsonObject(text.slice(end + 1))?.['data']
  return isJsonObject(data) ? { ...(JSON.parse(text.slice(0, end)) as Question), data } : undefined
}

const packLong = (question: Question, body: string) =>
  deflateRawSync(JSON.stringify({ ...question, data: parseJsonObject(body)?.['data'] })).toString('base64')

const readLong = (packed: string) =>
  JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString()) as ReadAnswer
