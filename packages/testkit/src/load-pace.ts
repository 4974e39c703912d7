import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

const CALM_MS = 200

/** The pace at which the rounds of a load follow each other. */
export type LoadPace = {
  /**
   * Resolves when the next round may begin: at once, or after a moment during {@link LoadPace.calmly}.
   *
   * @param isAhead whether this load has done the work that {@link LoadPace.settle} waits for
   */
  next(isAhead?: boolean): Promise<void>
  /**
   * Runs work that the load cannot disturb, such as waiting for an idle process, with few rounds beside it: a full load would
   * take the processor from it.
   */
  calmly<Value>(work: () => Promise<Value>): Promise<Value>
  /** Waits until every load has made progress; the faster ones pause for the slower ones until then. */
  settle(all: () => Promise<unknown>): Promise<void>
}

export function createLoadPace(): LoadPace {
  let calm: Promise<unknown> | undefined
  let settling: Promise<unknown> | undefined
  return {
    async next(isAhead = false) {
      const over = calm ?? (isAhead ? settling : undefined)
      await (over === undefined ? nextTurn() : Promise.race([over, delay(CALM_MS)]))
    },
    async calmly(work) {
      const done = work()
      calm = done.catch(() => undefined)
      try {
        return await done
      } finally {
        calm = undefined
      }
    },
    async settle(all) {
      const done = all()
      settling = done.catch(() => undefined)
      try {
        await done
      } finally {
        settling = undefined
      }
    },
  }
}
