import type { ConnectionId, PrincipalId, SessionId, UserWireId } from '@counterfoil/oauth/ids'
import { createDueList, type DueList } from '#redis/due-list.ts'
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
interface ForgottenConnection {
  readonly id: ConnectionId
  readonly connectedAtMs: number
}

/** The store of principals. The sweeper checks those of the due list for a session or a connection in use. */
export interface PrincipalStore extends Pick<DueList<PrincipalId>, 'schedule' | 'takeDue'> {
  findPerson(principalId: PrincipalId): Promise<Person | undefined>
  /** Stores the principal and schedules the check of the sweeper, before anything else of the principal is stored. */
  ensure(principalId: PrincipalId, person: Person, dueInMs: number): Promise<void>
  /** Returns the connection that the person of an app with its own sign-in uses: the newest, or the one they chose. */
  selected(principalId: PrincipalId): Promise<ConnectionId | undefined>
  select(principalId: PrincipalId, connectionId: ConnectionId): Promise<void>
  connectionIds(principalId: PrincipalId): Promise<readonly ConnectionId[]>
  addConnection(principalId: PrincipalId, connectionId: ConnectionId): Promise<void>
  sessions(principalId: PrincipalId): Promise<readonly SessionEntry[]>
  putSession(principalId: PrincipalId, entry: SessionEntry): Promise<void>
  /** Notes that a session was used; does nothing if it is not on the list any more. */
  touchSession(
    principalId: PrincipalId,
    sessionId: SessionId,
    times: { readonly lastSeenAtMs: number; readonly expiresAtMs: number },
  ): Promise<void>
  removeSession(principalId: PrincipalId, sessionId: SessionId): Promise<void>
  /**
   * Forgets the person. In the same step `connections` are noted as still to be revoked, and sessions as still to be ended, so that
   * a process that stops here loses none of them.
   * @param whom `idle`: only a person without a session. `anyone`: the sessions end too, except one that is just being made.
   * @returns false if an idle person has a session, or a connection that is not named; then nothing was forgotten.
   */
  forget(
    principalId: PrincipalId,
    connections: readonly ForgottenConnection[],
    whom: 'idle' | 'anyone',
  ): Promise<boolean>
  /** Sessions of forgotten people that are not ended yet. */
  endedSessions(principalId: PrincipalId): Promise<readonly SessionId[]>
  settleEndedSession(principalId: PrincipalId, sessionId: SessionId): Promise<void>
  /** Connections that were forgotten and are not revoked yet. */
  forgotten(principalId: PrincipalId): Promise<readonly ForgottenConnection[]>
  settleForgotten(principalId: PrincipalId, connectionId: ConnectionId): Promise<void>
  /** Removes a principal without any data from the list of the sweeper. */
  leave(principalId: PrincipalId): Promise<void>
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

export function createPrincipalStore({
  redis,
  storeTime,
  confirm = UNREPLICATED,
}: ConfirmedStoreDeps): PrincipalStore {
  const list = createDueList<PrincipalId>({ redis, key: SWEEP_KEY, storeTime })
  return {
    schedule: list.schedule,
    takeDue: list.takeDue,
    ...createPeople(redis),
    ...createSessionLists(redis),
    ...createForgetting(redis),
    async ensure(principalId, person, dueInMs) {
      const dueAtMs = (await storeTime()) + dueInMs
      await list.scheduleBy(principalId, dueAtMs)
      await redis.hset(personKey(principalId), {
        userId: person.userId,
        ...(person.email === null ? {} : { email: person.email }),
      })
      // Again: in between, the sweeper may have found no data of the person and removed them from its list.
      await list.scheduleBy(principalId, dueAtMs)
    },
    async addConnection(principalId, connectionId) {
      // A sorted set with unused scores: Redis keeps a small one in a listpack, a set of texts only since 7.2.
      const key = connectionsKey(principalId)
      await confirm(key, () => redis.zadd(key, 0, connectionId))
    },
    async leave(principalId) {
      // The person may have signed in between the check and the removal.
      const keys = [personKey, sessionsKey, connectionsKey, forgottenKey, endedSessionsKey]
      await list.leave(principalId, async () => {
        const left = keys.map((keyOf) => redis.exists(keyOf(principalId)))
        return (await Promise.all(left)).includes(1)
      })
    },
  }
}

function createPeople(
  redis: Redis,
): Pick<PrincipalStore, 'findPerson' | 'selected' | 'select' | 'connectionIds'> {
  return {
    async findPerson(principalId) {
      const { userId, email } = await redis.hgetall(personKey(principalId))
      return userId === undefined
        ? undefined
        : { userId: userId as UserWireId, email: email === undefined || email === '' ? null : email }
    },
    async selected(principalId) {
      const id = await redis.hget(personKey(principalId), 'selected')
      return id === null ? undefined : (id as ConnectionId)
    },
    async select(principalId, connectionId) {
      await redis.hset(personKey(principalId), 'selected', connectionId)
    },
    connectionIds: async (principalId) =>
      (await redis.zrange(connectionsKey(principalId), '0', '-1')) as ConnectionId[],
  }
}

function createSessionLists(
  redis: Redis,
): Pick<PrincipalStore, 'sessions' | 'putSession' | 'touchSession' | 'removeSession'> {
  return {
    async sessions(principalId) {
      const entries = await redis.hgetall(sessionsKey(principalId))
      return Object.entries(entries).map(([sessionId, text]) => parseEntry(sessionId as SessionId, text))
    },
    async putSession(principalId, { sessionId, ...entry }) {
      await redis.hset(sessionsKey(principalId), sessionId, formatEntry(entry))
    },
    async touchSession(principalId, sessionId, { lastSeenAtMs, expiresAtMs }) {
      await redis.eval(TOUCH, 1, sessionsKey(principalId), sessionId, lastSeenAtMs, expiresAtMs)
    },
    async removeSession(principalId, sessionId) {
      await redis.hdel(sessionsKey(principalId), sessionId)
    },
  }
}

function createForgetting(
  redis: Redis,
): Pick<PrincipalStore, 'forget' | 'endedSessions' | 'settleEndedSession' | 'forgotten' | 'settleForgotten'> {
  return {
    async forget(principalId, connections, whom) {
      const done = await redis.eval(
        FORGET,
        5,
        sessionsKey(principalId),
        personKey(principalId),
        connectionsKey(principalId),
        forgottenKey(principalId),
        endedSessionsKey(principalId),
        whom,
        ...connections.flatMap(({ id, connectedAtMs }) => [connectedAtMs, id]),
      )
      return done === 1
    },
    endedSessions: async (principalId) =>
      (await redis.smembers(endedSessionsKey(principalId))) as SessionId[],
    async settleEndedSession(principalId, sessionId) {
      await redis.srem(endedSessionsKey(principalId), sessionId)
    },
    async forgotten(principalId) {
      const row = await redis.zrange(forgottenKey(principalId), '0', '-1', 'WITHSCORES')
      return Array.from({ length: row.length / 2 }, (_, index) => ({
        id: (row[2 * index] ?? '') as ConnectionId,
        connectedAtMs: Number(row[2 * index + 1]),
      }))
    },
    async settleForgotten(principalId, connectionId) {
      await redis.zrem(forgottenKey(principalId), connectionId)
    },
  }
}
