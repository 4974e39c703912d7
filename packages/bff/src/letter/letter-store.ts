import type { LetterReader, LetterTrouble, MondayLetter } from '@counterfoil/bff-api/letter'
import type { ConnectionId, DigestOf } from '@counterfoil/oauth/ids'
import { connectionKey, letterKey } from '#connections/pending-revocation.ts'
import { createDueList } from '#redis/due-list.ts'
import type { ConfirmedStoreDeps } from '#redis/confirm.ts'
import { nextMondayMs } from './monday.ts'

/** The settings of a person who wants the letter. */
export interface WantedLetter {
  readonly reader: LetterReader
  /** The digest of the verified e-mail address. Letters with amounts are sent only there. */
  readonly address: DigestOf<string>
}

export interface KeptLetter {
  /** Undefined if the person does not want the letter. */
  readonly wanted: WantedLetter | undefined
  readonly trouble: LetterTrouble | null
}

type LetterEnd =
  | { readonly kind: 'sent'; readonly monday: string }
  | { readonly kind: 'trouble'; readonly trouble: LetterTrouble }

/** The number of last letters of a connection whose links still stop the letter. */
const MAX_STOPS = 12
/** The lease in milliseconds of the sending process: longer than the mail server may take, so that no other one sends too. */
const SENDING_MS = 120_000

export type LetterStore = ReturnType<typeof createLetterStore>

/**
 * KEYS: connection, letter. ARGV: the settings. Writes nothing for a connection that is disconnected: its revision has no version.
 */
const SWITCH_ON = `
if not string.match(redis.call('GETRANGE', KEYS[1], 0, 40), '^[^|.]*%.%d+|') then return 0 end
redis.call('HSET', KEYS[2], 'wanted', ARGV[1])
redis.call('HDEL', KEYS[2], 'trouble')
return 1`

/** KEYS: letter. ARGV: Monday, now, end of the lease, digest of the secret of the link that stops, largest number of links. */
const BEGIN = `
local wanted, sent, leased, stops = unpack(redis.call('HMGET', KEYS[1], 'wanted', 'sent', 'leased', 'stops'))
if not wanted or sent == ARGV[1] then return 'sent' end
if tonumber(leased or 0) > tonumber(ARGV[2]) then return 'busy' end
local kept = { ARGV[4] }
for stop in string.gmatch(stops or '', '%S+') do
  if #kept < tonumber(ARGV[5]) then kept[#kept + 1] = stop end
end
redis.call('HSET', KEYS[1], 'leased', ARGV[3], 'stops', table.concat(kept, ' '))
return 'begun'`

/** KEYS: letter. ARGV: field, value. Writes nothing for a letter that is switched off. */
const END = `
redis.call('HDEL', KEYS[1], 'leased')
if redis.call('HEXISTS', KEYS[1], 'wanted') == 0 then return end
redis.call('HDEL', KEYS[1], 'trouble')
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])`

/** Creates the store of the letters of each connection, beside its record: the settings, and when the next one is due. */
export function createLetterStore({ redis, storeTime }: Pick<ConfirmedStoreDeps, 'redis' | 'storeTime'>) {
  const due = createDueList<ConnectionId>({ redis, key: 'letters', storeTime })

  async function find(connectionId: ConnectionId): Promise<KeptLetter> {
    const { wanted, trouble } = await redis.hgetall(letterKey(connectionId))
    return {
      wanted: wanted === undefined ? undefined : (JSON.parse(wanted) as WantedLetter),
      trouble: (trouble as LetterTrouble | undefined) ?? null,
    }
  }

  return {
    due,
    find,
    async view(connectionId: ConnectionId): Promise<MondayLetter> {
      const { wanted, trouble } = await find(connectionId)
      const nextMs = wanted && nextMondayMs(await storeTime(), wanted.reader.timeZone)
      return { nextAt: nextMs === undefined ? null : new Date(nextMs).toISOString(), trouble }
    },
    /** @param dueAtMs The time of the first letter in milliseconds, by the store's clock. */
    async switchOn(connectionId: ConnectionId, wanted: WantedLetter, dueAtMs: number): Promise<void> {
      // The list first: a process that ends between the writes leaves an entry to remove, never a letter that nobody sends.
      await due.schedule(connectionId, dueAtMs - (await storeTime()))
      const keys = [connectionKey(connectionId), letterKey(connectionId)]
      await redis.eval(SWITCH_ON, keys.length, ...keys, JSON.stringify(wanted))
    },
    /** @param trouble The reason, unless the person switched the letter off. */
    async switchOff(connectionId: ConnectionId, trouble?: LetterTrouble): Promise<void> {
      const key = letterKey(connectionId)
      await redis.hdel(key, 'wanted', 'trouble')
      if (trouble !== undefined) await redis.hset(key, 'trouble', trouble)
      await due.leave(connectionId, async () => (await find(connectionId)).wanted !== undefined)
    },
    /** Begins to send a Monday's letter. `sent`: sent already, or switched off. `busy`: another process is sending it. */
    async begin(
      connectionId: ConnectionId,
      { monday, stop }: { readonly monday: string; readonly stop: DigestOf<string> },
    ): Promise<'begun' | 'sent' | 'busy'> {
      const nowMs = await storeTime()
      const args = [monday, nowMs, nowMs + SENDING_MS, stop, MAX_STOPS]
      return (await redis.eval(BEGIN, 1, letterKey(connectionId), ...args)) as 'begun' | 'sent' | 'busy'
    },
    async end(connectionId: ConnectionId, end: LetterEnd): Promise<void> {
      const field = end.kind === 'sent' ? ['sent', end.monday] : ['trouble', end.trouble]
      await redis.eval(END, 1, letterKey(connectionId), ...field)
    },
    /** True if one of the last letters of this connection has this link. */
    async isStop(connectionId: ConnectionId, stop: DigestOf<string>): Promise<boolean> {
      const stops = (await redis.hget(letterKey(connectionId), 'stops')) ?? ''
      return stops.split(' ').includes(stop)
    },
  }
}
