import type { Clock } from '../values/clock.ts'
import type { Logger } from './logger.ts'
import { createWindowBudget, windowEndMs } from '../values/window-budget.ts'

export type BoundedLines = ReturnType<typeof createBoundedLines>

/**
 * Limits the log lines about requests, so that no caller can fill the disk.
 *
 * @param options.linesPerMinute The limit for each caller.
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
     * reports their number at the end of the minute.
     *
     * @param isFault True for a server error, which has a separate limit so that its reference can be found.
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
