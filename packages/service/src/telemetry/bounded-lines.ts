import type { Clock } from '../values/clock.ts'
import type { Logger } from './logger.ts'
import { createWindowBudget, windowEndMs } from '../values/window-budget.ts'

export type BoundedLines = ReturnType<typeof createBoundedLines>

/**
 * Decides which lines about requests are written, so that nobody fills the disk.
 *
 * @param options.linesPerMinute For each caller.
 */
export function createBoundedLines(options: {
  readonly logger: Pick<Logger, 'warn'>
  readonly clock: Clock
  readonly linesPerMinute: number
}) {
  const { logger, clock, linesPerMinute } = options
  const budget = createWindowBudget()
  let leftOutCount = 0

  return {
    /**
     * Returns true if one more line about this caller may be written in this minute. Refused lines are counted, and one line
     * reports the count at the end of the minute.
     *
     * @param isFault A fault of ours has a budget of its own, so that its reference can be found.
     */
    mayWrite(caller: string, isFault = false): boolean {
      const nowMs = clock()
      const key = isFault ? `${caller} fault` : caller
      if (budget.take([{ key, limit: linesPerMinute }], nowMs)) return true
      if (leftOutCount === 0) {
        const tell = () => {
          logger.warn({ event: 'log.lines_left_out', count: leftOutCount })
          leftOutCount = 0
        }
        setTimeout(tell, windowEndMs(nowMs) - nowMs).unref()
      }
      leftOutCount += 1
      return false
    },
  }
}
