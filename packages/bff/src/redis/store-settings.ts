import type { Redis } from 'ioredis'
/** A setting of the store that does not keep what the BFF promises, by its name in redis.conf. */
interface StoreSettingFault {
  readonly setting: 'maxmemory-policy' | 'appendonly' | 'appendfsync' | 'replicas' | 'min-replicas-to-write'
  readonly is: string
  readonly needed: string
}

/**
 * Judges a primary by what it says of itself.
 * @param info Its answer to INFO, which managed services allow where they forbid CONFIG.
 * @param appendfsync Undefined where it may not be asked.
 * @param replicas How many the BFF waits for before it confirms something.
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
  // INFO names it only where it is set.
  if (!facts.has('min_slaves_good_slaves'))
    faults.push({ setting: 'min-replicas-to-write', is: '0', needed: 'at least 1' })
  return faults
}

/** Asks every primary for its settings; those that cannot be asked now are not judged. */
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
