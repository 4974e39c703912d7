import type { Note, Notes } from '@counterfoil/bff-api/notes'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { SealedStoreDeps } from '#redis/confirm.ts'
import { connectionKey, notesKey } from './pending-revocation.ts'
import { resealFields } from './census-store.ts'

/** The maximum number of sealed notes of one connection. */
export const MAX_NOTES = 300
const MAX_NOTES_BYTES = 131_072

/** Stores a note. KEYS: connection, notes. ARGV: key, value, most notes, most bytes. */
const KEEP = `
if not string.match(redis.call('GETRANGE', KEYS[1], 0, 40), '^[^|.]*%.%d+|') then return 0 end
local bytes, count = #ARGV[2], redis.call('HLEN', KEYS[2])
for _, value in ipairs(redis.call('HVALS', KEYS[2])) do bytes = bytes + #value end
bytes = bytes - redis.call('HSTRLEN', KEYS[2], ARGV[1])
local isNew = redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0
if bytes > tonumber(ARGV[4]) or (isNew and count >= tonumber(ARGV[3])) then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1`

export type NotesStore = ReturnType<typeof createNotesStore>

/** Creates the store of a person's sealed notes beside a connection; they are deleted with it. */
export function createNotesStore({ redis, box }: SealedStoreDeps) {
  const contextOf = (connectionId: ConnectionId, key: string) => `${notesKey(connectionId)}:${key}`
  return {
    /** @returns false if the note was not stored: there is no room, or the connection was disconnected */
    async keep(connectionId: ConnectionId, { key, text }: Note): Promise<boolean> {
      if (text === null) {
        await redis.hdel(notesKey(connectionId), key)
        return true
      }
      const sealed = box.seal({ text, context: contextOf(connectionId, key) })
      const keys = [connectionKey(connectionId), notesKey(connectionId)]
      return (await redis.eval(KEEP, keys.length, ...keys, key, sealed, MAX_NOTES, MAX_NOTES_BYTES)) === 1
    },
    /** Returns the notes without those that cannot be decrypted. */
    async list(connectionId: ConnectionId): Promise<Notes> {
      const kept = Object.entries(await redis.hgetall(notesKey(connectionId)))
      const opened = kept.flatMap(([key, sealed]) => {
        const opening = box.open({ sealed, context: contextOf(connectionId, key) })
        return opening.kind === 'opened' ? [[key, opening.text] as const] : []
      })
      return Object.fromEntries(opened)
    },
    /** Seals notes again under the newest key. Returns the id of the key of each. */
    async reseal(connectionId: ConnectionId): Promise<readonly string[]> {
      const kept = Object.entries(await redis.hgetall(notesKey(connectionId)))
      const fields = kept.map(([field, sealed]) => {
        return { field, value: sealed, sealed, context: contextOf(connectionId, field) }
      })
      return resealFields({ redis, box }, notesKey(connectionId), fields)
    },
  }
}
