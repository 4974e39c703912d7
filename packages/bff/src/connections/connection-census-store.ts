import type { Redis } from 'ioredis'
import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import type { PrincipalStore } from '#principals/principal-store.ts'
import { parseConnection } from './connection-codec.ts'
import type { HealthState } from './connection-state.ts'
import { connectionKey } from './pending-revocation.ts'

/** The number of connections in each state; an estimate if there are more than {@link SAMPLED_PEOPLE} people. */
type ConnectionCensus = Readonly<Partial<Record<HealthState | 'unreadable', number>>>

const PEOPLE_KEY = 'sweep:principals'
const LOCK_KEY = 'census:connections:lock'
const CENSUS_KEY = 'census:connections'
/** The interval in milliseconds between counts. Only one process counts at a time. */
export const COUNT_EVERY_MS = 60_000
/** The lifetime in milliseconds of a count: it expires soon if no process counts any more. */
const KEPT_MS = 5 * COUNT_EVERY_MS
/** The number of people in a sample, which limits the cost. A state's share of 50 % is known to about 1 %. */
const SAMPLED_PEOPLE = 2_000
const AT_ONCE = 50

/**
 * Creates the count of connections by state for all processes together. It reads the records of people instead of adding up
 * changes, so a process that dies leaves no wrong number.
 */
export function createConnectionCensus(deps: {
  readonly redis: Redis
  readonly principals: Pick<PrincipalStore, 'connectionIds'>
  readonly sampledPeople?: number
}): () => Promise<ConnectionCensus | undefined> {
  const { redis, principals, sampledPeople = SAMPLED_PEOPLE } = deps

  async function stateOf(connectionId: ConnectionId): Promise<HealthState | 'unreadable' | undefined> {
    const text = await redis.get(connectionKey(connectionId))
    if (text === null) return undefined
    try {
      return parseConnection(text).record.health.state
    } catch {
      return 'unreadable'
    }
  }

  async function take(): Promise<ConnectionCensus> {
    const known = await redis.zcard(PEOPLE_KEY)
    // Each person is drawn at most once: with fewer people than the sample, all are counted.
    const people = (await redis.zrandmember(PEOPLE_KEY, sampledPeople)) as PrincipalId[]
    const counts = new Map<HealthState | 'unreadable', number>()
    for (let from = 0; from < people.length; from += AT_ONCE) {
      const ids = await Promise.all(people.slice(from, from + AT_ONCE).map(principals.connectionIds))
      for (const state of await Promise.all(ids.flat().map(stateOf)))
        if (state !== undefined) counts.set(state, (counts.get(state) ?? 0) + 1)
    }
    const share = people.length === 0 ? 1 : Math.max(1, known / people.length)
    return Object.fromEntries([...counts].map(([state, count]) => [state, Math.round(count * share)]))
  }

  return async () => {
    if ((await redis.set(LOCK_KEY, '1', 'PX', COUNT_EVERY_MS, 'NX')) === 'OK')
      await redis.set(CENSUS_KEY, JSON.stringify(await take()), 'PX', KEPT_MS)
    const text = await redis.get(CENSUS_KEY)
    return text === null ? undefined : (JSON.parse(text) as ConnectionCensus)
  }
}
