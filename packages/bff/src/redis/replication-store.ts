import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { UNREPLICATED, type Confirm } from './confirm.ts'
import { createRedisClient } from './redis-client.ts'
import type { RedisConfig } from './redis-config.ts'
import { NotReplicatedError, StoreUnavailableError } from './store-unavailable.ts'

export interface Replication {
  /**
   * @throws NotReplicatedError if the replicas do not acknowledge in time: the primary has the write, and a failover may lose it
   */
  readonly confirm: Confirm
  /** Like `confirm`, for a write that may be repeated: it is repeated until enough replicas have acknowledged it. */
  readonly confirmOrRepeat: Confirm
  close(): Promise<void>
}

/** A script that returns the replication id of the primary; after a failover the new primary has another one. */
const PRIMARY_ID = `return string.match(redis.call('INFO', 'replication'), 'master_replid:(%w+)')`
const MARKER_LIFE_MS = 1000
/** The time in milliseconds for which no request waits for replicas after they did not acknowledge in time. */
const PAUSE_MS = 1000
const REPEAT_MS = 1000
/** The largest number of writes that are kept in memory to be repeated. */
const MAX_REPEATED = 10_000

/**
 * Creates the functions that wait until a write is on as many replicas as `config` asks for.
 *
 * WAIT blocks all later commands of its connection, so it has its own connection, which writes a marker after the write:
 * replication keeps the order. Write and marker must reach the same primary; else a failover happened in between.
 * @see Redis documentation, WAIT
 */
export function createReplication(deps: {
  readonly config: RedisConfig
  readonly redis: Redis
  readonly clock: () => number
  /** Called if it is not known that a write is replicated. */
  readonly onUnsure: () => void
}): Replication {
  const { config, redis, clock } = deps
  if (config.replicas === 0)
    return { confirm: UNREPLICATED, confirmOrRepeat: UNREPLICATED, close: async () => undefined }

  const patienceMs = config.commandTimeoutMs + config.replicaTimeoutMs
  const waiting = createRedisClient({ ...config, commandTimeoutMs: patienceMs })
  let pausedUntilMs = 0

  const primaryOf = async (key: string) => redis.eval(PRIMARY_ID, 1, key)

  async function isReplicated(key: string, primary: unknown): Promise<boolean> {
    if (clock() < pausedUntilMs) return false
    const marker = `replicated:{${tagOf(key)}}`
    const asked = waiting.redis
      .pipeline()
      .set(marker, '1', 'PX', MARKER_LIFE_MS)
      .wait(config.replicas, config.replicaTimeoutMs)
      .eval(PRIMARY_ID, 1, marker)
      .exec()
      .catch(() => null)
    const answers = await Promise.race([asked, delay(patienceMs, null, { ref: false })])
    const [, acknowledged, same] =
      answers?.map(([error, answer]) => (error === null ? answer : undefined)) ?? []
    const isEnough = typeof acknowledged === 'number' && acknowledged >= config.replicas
    if (!isEnough) pausedUntilMs = clock() + PAUSE_MS
    return isEnough && same === primary
  }

  const confirm: Confirm = async (key, write) => {
    const primary = await primaryOf(key)
    const answer = await write()
    if (await isReplicated(key, primary)) return answer
    deps.onUnsure()
    throw new NotReplicatedError()
  }

  const repeater = createRepeater(confirm)
  return {
    confirm,
    confirmOrRepeat: repeater.confirmOrRepeat,
    async close() {
      repeater.close()
      await waiting.close()
    },
  }
}

/** Repeats writes that are not known to be replicated, until they are. */
function createRepeater(confirm: Confirm): { readonly confirmOrRepeat: Confirm; close(): void } {
  const repeats = new Map<string, () => Promise<unknown>>()
  let timer: NodeJS.Timeout | undefined

  function repeatLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void repeatAll()
    }, REPEAT_MS).unref()
  }

  async function repeatAll(): Promise<void> {
    for (const [key, write] of repeats) {
      const isDone = await confirm(key, write).then(
        () => true,
        () => false,
      )
      if (!isDone) break
      repeats.delete(key)
    }
    if (repeats.size > 0) repeatLater()
  }

  return {
    async confirmOrRepeat(key, write) {
      try {
        return await confirm(key, write)
      } catch (error) {
        if (error instanceof StoreUnavailableError && repeats.size < MAX_REPEATED) {
          repeats.set(key, write)
          repeatLater()
        }
        throw error
      }
    },
    close() {
      clearTimeout(timer)
      repeats.clear()
    },
  }
}

/** Returns the part of a key that decides in which slot of a cluster it is. */
function tagOf(key: string): string {
  return /\{([^}]+)\}/.exec(key)?.[1] ?? key
}
