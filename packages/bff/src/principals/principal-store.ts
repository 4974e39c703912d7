import type { ConnectionId, PrincipalId, SessionId, UserWireId } from '@counterfoil/oauth/ids'
import { createDueList } from '#redis/due-list.ts'
import type { Redis } from 'ioredis'
import { UNREPLICATED, type ConfirmedStoreDeps } from '#redis/confirm.ts'

/** The person of a principal: a user of the provider, or of an app with its own sign-in. */
export interface Person {
  readonly userId: UserWireId
  readonly email: string | null
}

/** An entry on the list of sessions of a principal, with times of the store's clock; `sessionId` is as secret as the cookie. */
export interface SessionEntry {
  readonly sessionId: SessionId
  readonly startedAtMs: number
  readonly lastSeenAtMs: number
  readonly expiresAtMs: number
  readonly device: string
}

/** A connection when its principal was forgotten. If the same connection is made again later, its time differs. */
export interface ForgottenConnection {
  readonly id: ConnectionId
  readonly connectedAtMs: number
}

const personKey = (id: PrincipalId) => `principal:{${id}}`
const connectionsKey = (id: PrincipalId) => `principal:{${id}}:connections`
const sessionsKey = (id: PrincipalId) => `principal:{${id}}:sessions`
const forgottenKey = (id: PrincipalId) => `principal:{${id}}:forgotten`
const endedSessionsKey = (id: PrincipalId) => `principal:{${id}}:ended-sessions`
const SWEEP_KEY = 'sweep:principals'

/** KEYS: sessions hash. ARGV: session id, last seen, expires. */
const TOUCH = `
local entry = redis.call('HGET', KEYS[1], ARGV[1])
if not entry then return 0 end
local started, device = string.match(entry, '^(%d+) %d+ %d+ (.*)$')
redis.call('HSET', KEYS[1], ARGV[1], started .. ' ' .. ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. device)
return 1`

/** Formats as text, not JSON: below `hash-max-listpack-value` (64 bytes) Redis keeps a person's sessions in one listpack. */
function formatEntry({
  startedAtMs,
  lastSeenAtMs,
  expiresAtMs,
  device,
}: Omit<SessionEntry, 'sessionId'>): string {
  return `${startedAtMs} ${lastSeenAtMs} ${expiresAtMs} ${device}`
}

function parseEntry(sessionId: SessionId, text: string): SessionEntry {
  const [startedAtMs, lastSeenAtMs, expiresAtMs, ...device] = text.split(' ')
  return {
    sessionId,
    startedAtMs: Number(startedAtMs),
    lastSeenAtMs: Number(lastSeenAtMs),
    expiresAtMs: Number(expiresAtMs),
    device: device.join(' '),
  }
}

/**
 * KEYS: sessions, person, connections, forgotten, ended sessions. ARGV: whom, then pairs of time and id. While a reservation shows
 * that the person is signing in, the list of connections is kept: the new connection may have an id that is named here.
 */
const FORGET = `
local named = (#ARGV - 1) / 2
if ARGV[1] == 'idle' and (redis.call('HLEN', KEYS[1]) > 0 or redis.call('ZCARD', KEYS[3]) ~= named) then return 0 end
local isReserved = false
for _, id in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(id, 1, 6) == 'claim-' then
    isReserved = true
  else
    redis.call('SADD', KEYS[5], id)
    redis.call('HDEL', KEYS[1], id)
  end
end
for i = 2, #ARGV, 2 do
  redis.call('ZADD', KEYS[4], ARGV[i], ARGV[i + 1])
  if not isReserved then redis.call('ZREM', KEYS[3], ARGV[i + 1]) end
end
redis.call('DEL', KEYS[2])
return 1`

export type PrincipalStore = ReturnType<typeof createPrincipalStore>

/** Creates the store of principals. The sweeper checks those of the due list for a session or a connection in use. */
export function createPrincipalStore({ redis, storeTime, confirm = UNREPLICATED }: ConfirmedStoreDeps) {
  const list = createDueList<PrincipalId>({ redis, key: SWEEP_KEY, storeTime })
  return {
    schedule: list.schedule,
    takeDue: list.takeDue,
    ...createPeople(redis),
    ...createSessionLists(redis),
    ...createForgetting(redis),
    /** Stores the principal and schedules the check of the sweeper, before anything else of the principal is stored. */
    async ensure(principalId: PrincipalId, person: Person, dueInMs: number): Promise<void> {
      const dueAtMs = (await storeTime()) + dueInMs
      await list.scheduleBy(principalId, dueAtMs)
      await redis.hset(personKey(principalId), {
        userId: person.userId,
        ...(person.email === null ? {} : { email: person.email }),
      })
      // Again: in between, the sweeper may have found no data of the person and removed them from its list.
      await list.scheduleBy(principalId, dueAtMs)
    },
    async addConnection(principalId: PrincipalId, connectionId: ConnectionId): Promise<void> {
      // A sorted set with unused scores: Redis keeps a small one in a listpack, a set of texts only since 7.2.
      const key = connectionsKey(principalId)
      await confirm(key, () => redis.zadd(key, 0, connectionId))
    },
    /** Removes a principal without any data from the list of the sweeper. */
    async leave(principalId: PrincipalId): Promise<void> {
      // The person may have signed in between the check and the removal.
      const keys = [personKey, sessionsKey, connectionsKey, forgottenKey, endedSessionsKey]
      await list.leave(principalId, async () => {
        const left = keys.map((keyOf) => redis.exists(keyOf(principalId)))
        return (await Promise.all(left)).includes(1)
      })
    },
  }
}

function createPeople(redis: Redis) {
  return {
    async findPerson(principalId: PrincipalId): Promise<Person | undefined> {
      const { userId, email } = await redis.hgetall(personKey(principalId))
      return userId === undefined
        ? undefined
        : { userId: userId as UserWireId, email: email === undefined || email === '' ? null : email }
    },
    /** Returns the connection that the person of an app with its own sign-in uses: the newest, or the one they chose. */
    async selected(principalId: PrincipalId): Promise<ConnectionId | undefined> {
      const id = await redis.hget(personKey(principalId), 'selected')
      return id === null ? undefined : (id as ConnectionId)
    },
    async select(principalId: PrincipalId, connectionId: ConnectionId): Promise<void> {
      await redis.hset(personKey(principalId), 'selected', connectionId)
    },
    connectionIds: async (principalId: PrincipalId) =>
      (await redis.zrange(connectionsKey(principalId), '0', '-1')) as ConnectionId[],
  }
}

function createSessionLists(redis: Redis) {
  return {
    async sessions(principalId: PrincipalId): Promise<readonly SessionEntry[]> {
      const entries = await redis.hgetall(sessionsKey(principalId))
      return Object.entries(entries).map(([sessionId, text]) => parseEntry(sessionId as SessionId, text))
    },
    async putSession(principalId: PrincipalId, { sessionId, ...entry }: SessionEntry): Promise<void> {
      await redis.hset(sessionsKey(principalId), sessionId, formatEntry(entry))
    },
    /** Notes that a session was used; does nothing if it is not on the list any more. */
    async touchSession(
      principalId: PrincipalId,
      sessionId: SessionId,
      { lastSeenAtMs, expiresAtMs }: Pick<SessionEntry, 'lastSeenAtMs' | 'expiresAtMs'>,
    ): Promise<void> {
      await redis.eval(TOUCH, 1, sessionsKey(principalId), sessionId, lastSeenAtMs, expiresAtMs)
    },
    async removeSession(principalId: PrincipalId, sessionId: SessionId): Promise<void> {
      await redis.hdel(sessionsKey(principalId), sessionId)
    },
  }
}

function createForgetting(redis: Redis) {
  return {
    /**
     * Forgets the person. In the same step `connections` are noted as still to be revoked, and sessions as still to be ended, so that
     * a process that stops here loses none of them.
     * @param whom `idle`: only a person without a session. `anyone`: the sessions end too, except one that is just being made.
     * @returns false if an idle person has a session, or a connection that is not named; then nothing was forgotten.
     */
    async forget(
      principalId: PrincipalId,
      connections: readonly ForgottenConnection[],
      whom: 'idle' | 'anyone',
    ): Promise<boolean> {
      const keys = [sessionsKey, personKey, connectionsKey, forgottenKey, endedSessionsKey]
      const named = connections.flatMap(({ id, connectedAtMs }) => [connectedAtMs, id])
      return (
        (await redis.eval(
          FORGET,
          keys.length,
          ...keys.map((keyOf) => keyOf(principalId)),
          whom,
          ...named,
        )) === 1
      )
    },
    /** Returns the sessions of forgotten people that are not ended yet. */
    endedSessions: async (principalId: PrincipalId) =>
      (await redis.smembers(endedSessionsKey(principalId))) as SessionId[],
    async settleEndedSession(principalId: PrincipalId, sessionId: SessionId): Promise<void> {
      await redis.srem(endedSessionsKey(principalId), sessionId)
    },
    /** Returns the connections that were forgotten and are not revoked yet. */
    async forgotten(principalId: PrincipalId): Promise<readonly ForgottenConnection[]> {
      const row = await redis.zrange(forgottenKey(principalId), '0', '-1', 'WITHSCORES')
      return Array.from({ length: row.length / 2 }, (_, index) => ({
        id: (row[2 * index] ?? '') as ConnectionId,
        connectedAtMs: Number(row[2 * index + 1]),
      }))
    },
    async settleForgotten(principalId: PrincipalId, connectionId: ConnectionId): Promise<void> {
      await redis.zrem(forgottenKey(principalId), connectionId)
    },
  }
}
