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
  async function valuesOf(connectionId: ConnectionId): Promise<readonly SealedValue[]> {
    const { [BYTES_FIELD]: _length, ...kept } = await redis.hgetall(lastReadKey(connectionId))
    return Object.entries(kept).map(([field, value]) => readValue(connectionId, { field, value }))
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
      const text = packAnswer(question, body)
      const value = `${clock()} ${box.seal({ text, context: contextOf(connectionId, field) })}`
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
      return openAnswer(box, readValue(connectionId, { field, value }))?.data
    },
    /** Returns the stored answers, newest first, without those that cannot be decrypted. */
    async list(connectionId: ConnectionId): Promise<LastRead['answers']> {
      return (await valuesOf(connectionId))
        .flatMap((value) => {
          const answer = openAnswer(box, value)
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

/** One field of the answers: the time of reading, and the sealed answer. */
interface SealedValue {
  readonly field: string
  readonly value: string
  readonly readAtMs: number
  readonly sealed: string
  readonly context: string
}

/** Another context than that of the former form, which an older process reads: it skips these values. */
const contextOf = (connectionId: ConnectionId, field: string) =>
  `${lastReadKey(connectionId)}:${field}:joined`

function readValue(
  connectionId: ConnectionId,
  { field, value }: Pick<SealedValue, 'field' | 'value'>,
): SealedValue {
  const [readAtMs = '', sealed = ''] = value.split(' ')
  return { field, value, readAtMs: Number(readAtMs), sealed, context: contextOf(connectionId, field) }
}

/** Joins a question and its answer, in two lines; compressed if they are long. */
function packAnswer(question: Question, body: string): string {
  const text = `${JSON.stringify(question)}\n${body}`
  return body.length < COMPRESSED_FROM_CHARACTERS ? text : deflateRawSync(text).toString('base64')
}

/** Opens a text of {@link packAnswer}; undefined if it cannot be decrypted, or is of another form. */
function openAnswer(box: SealedBox, { sealed, context }: SealedValue): ReadAnswer | undefined {
  const opening = box.open({ sealed, context })
  if (opening.kind !== 'opened') return undefined
  const isPlain = opening.text.startsWith('{')
  const text = isPlain ? opening.text : inflateRawSync(Buffer.from(opening.text, 'base64')).toString()
  const end = text.indexOf('\n')
  const data = parseJsonObject(text.slice(end + 1))?.['data']
  return isJsonObject(data) ? { ...(JSON.parse(text.slice(0, end)) as Question), data } : undefined
}
