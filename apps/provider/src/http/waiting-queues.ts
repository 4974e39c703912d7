import type { Clock } from '@counterfoil/service/values/clock'

/** Limits for each key: calls that run at once, calls that wait, and the longest wait in milliseconds. */
export type QueueLimits = {
  readonly atOnce: number
  readonly waiting: number
  readonly longestWaitMs: number
}

/** The shortest time after which a refused caller may retry. The times of several callers are spread over some seconds. */
const SHORTEST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000
const RETRIES_PER_SECOND = 50

type Line = {
  atWork: number
  readonly waiting: (() => void)[]
  /** The retry time that the last refused caller was given. */
  lastRetryAtMs: number
}

/** Creates queues in the memory of this process, one for each key in use. */
export function createWaitingQueues<Key>(limits: QueueLimits, clock: Clock) {
  const lines = new Map<Key, Line>()

  async function enter(key: Key, refuse: (retryAfterSeconds: number) => Error): Promise<void> {
    const line = lines.get(key) ?? { atWork: 0, waiting: [], lastRetryAtMs: 0 }
    lines.set(key, line)
    if (line.atWork < limits.atOnce) {
      line.atWork += 1
      return
    }
    if (line.waiting.length >= limits.waiting) throw refuse(nextRetrySeconds(line, clock()))
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        line.waiting.splice(line.waiting.indexOf(takeTurn), 1)
        reject(refuse(nextRetrySeconds(line, clock())))
      }
      const timer = setTimeout(giveUp, limits.longestWaitMs)
      const takeTurn = () => {
        clearTimeout(timer)
        resolve()
      }
      line.waiting.push(takeTurn)
    })
  }

  /** Passes the free place to the next call in the queue. */
  function leave(key: Key): void {
    const line = lines.get(key)
    const next = line?.waiting.shift()
    if (next !== undefined) next()
    else if (line !== undefined && --line.atWork === 0) lines.delete(key)
  }

  return {
    /**
     * Runs `work` when it is its turn under this key, in the order of the calls.
     *
     * @param refuse Returns the error for a full queue or a timeout; receives the seconds to wait.
     */
    async run<Value>(
      key: Key,
      work: () => Promise<Value>,
      refuse: (retryAfterSeconds: number) => Error,
    ): Promise<Value> {
      await enter(key, refuse)
      try {
        return await work()
      } finally {
        leave(key)
      }
    },
  }
}

/** Returns the seconds after which a refused caller may retry, spread so that callers refused together do not retry together. */
function nextRetrySeconds(line: Line, nowMs: number): number {
  const dueAtMs = Math.max(line.lastRetryAtMs + 1_000 / RETRIES_PER_SECOND, nowMs + SHORTEST_RETRY_MS)
  line.lastRetryAtMs = Math.min(dueAtMs, nowMs + LONGEST_RETRY_MS)
  return Math.ceil((line.lastRetryAtMs - nowMs) / 1_000)
}
