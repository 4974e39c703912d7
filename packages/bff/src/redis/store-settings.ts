import type { Redis } from 'ioredis'
import { isWriteRefusal } from './store-unavailable.ts'

/** A setting of the store with which the BFF cannot keep its promises, by its name in redis.conf. */
interface StoreSettingFault {
  readonly setting: 'maxmemory-policy' | 'appendonly' | 'appendfsync' | 'replicas' | 'min-replicas-to-write'
  readonly is: string
  readonly needed: string
}

/**
 * Finds faults in the settings of a primary.
 * @param info Its answer to INFO, which managed services allow even if they forbid CONFIG.
 * @param appendfsync Undefined if CONFIG is forbidden.
 * @param replicas The number of replicas that the BFF waits for before it confirms a write.
 */
export function findStoreSettingFaults({
  info,
  appendfsync,
  replicas,
}: {
  readonly info: string
  readonly appendfsync: string | undefined
  readonly replicas: number
}): readonly StoreSettingFault[] {
  const facts = new Map(
    info.split(/\r?\n/).map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
  const faults: StoreSettingFault[] = []
  const policy = facts.get('maxmemory_policy')
  // A full store that evicts keys loses connections whose tokens stay valid at the provider; one with `noeviction`
  // refuses writes, which is noticed.
  if (policy !== undefined && policy !== 'noeviction')
    faults.push({ setting: 'maxmemory-policy', is: policy, needed: 'noeviction' })
  if (facts.get('aof_enabled') === '0') faults.push({ setting: 'appendonly', is: 'no', needed: 'yes' })
  else if (appendfsync === 'no')
    faults.push({ setting: 'appendfsync', is: 'no', needed: 'everysec or always' })
  if (replicas === 0) return faults
  const connected = Number(facts.get('connected_slaves') ?? 0)
  if (connected < replicas)
    faults.push({ setting: 'replicas', is: String(connected), needed: `${replicas} (BFF_REDIS_REPLICAS)` })
  // INFO has this member only if the setting is set.
  if (!facts.has('min_slaves_good_slaves'))
    faults.push({ setting: 'min-replicas-to-write', is: '0', needed: 'at least 1' })
  return faults
}

/** Asks every primary for its settings; those that do not answer are skipped. */
export async function checkStoreSettings(
  primaries: readonly Redis[],
  replicas: number,
): Promise<readonly (StoreSettingFault & { readonly server: string })[]> {
  const found = await Promise.all(
    primaries.map(async (primary) => {
      const info = await primary.info().catch(() => undefined)
      if (info === undefined) return []
      const fsync = await primary.config('GET', 'appendfsync').catch(() => undefined)
      const appendfsync = Array.isArray(fsync) ? String(fsync[1]) : undefined
      const server = `${primary.options.host}:${primary.options.port}`
      return findStoreSettingFaults({ info, appendfsync, replicas }).map((fault) => ({ ...fault, server }))
    }),
  )
  return found.flat()
}

const KEY = 'engine:provider'

/**
 * Notes the provider whose connections a database of Redis holds. Two providers in one database would revoke each other's tokens.
 * @param realm The realm of the provider's profile.
 * @returns false if the database holds connections of another provider
 */
export async function claimStore(redis: Pick<Redis, 'set' | 'get'>, realm: string): Promise<boolean> {
  await redis.set(KEY, realm, 'NX')
  return (await redis.get(KEY)) === realm
}

/** The time in milliseconds for which one process keeps the answer: pages are requested more often than a store fills up. */
const ASKED_EVERY_MS = 5000

/** Creates the check whether the store can be read but takes no writes. Never rejects; false if the store does not answer. */
export function createReadOnlyQuestion(deps: {
  readonly proveWritable: () => Promise<void>
  readonly clock: () => number
}): () => Promise<boolean> {
  let last: { readonly answer: Promise<boolean>; readonly atMs: number } | undefined
  return () => {
    const nowMs = deps.clock()
    if (last === undefined || nowMs - last.atMs >= ASKED_EVERY_MS)
      last = { atMs: nowMs, answer: deps.proveWritable().then(() => false, isWriteRefusal) }
    return last.answer
  }
}
