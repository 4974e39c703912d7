import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

const CALM_MS = 50

/** How soon the rounds of a load follow each other. */
export type LoadPace = {
  /** Resolves when the next round may begin: at once, or after a moment while something is done calmly. */
  next(): Promise<void>
  /**
   * Does what the load cannot disturb, such as waiting for a process that nobody asks yet, with few rounds beside it: a
   * load at full speed would take the processor from it.
   */
  calmly<Value>(work: () => Promise<Value>): Promise<Value>
}

export function createLoadPace(): LoadPace {
  let calm: Promise<unknown> | undefined
  return {
    async next() {
      await (calm === undefined ? nextTurn() : Promise.race([calm, delay(CALM_MS)]))
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
  }
}
