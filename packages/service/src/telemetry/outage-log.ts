import { createBoundedLines } from './bounded-lines.ts'
import type { Clock } from '../values/clock.ts'
import type { Logger } from './logger.ts'

/** Returns the name of the unavailable part for an error; undefined for other errors. */
export type OutageOf = (error: unknown) => string | undefined

interface Facts {
  readonly event?: string
  /** The unavailable part, if the caller knows it better than {@link OutageOf}. */
  readonly outage?: string | undefined
  readonly err?: unknown
}

interface Outage {
  readonly beganAtMs: number
  lastAtMs: number
  /** The number of log events by name: in `total` since the outage began, in `since` since the last line about it. */
  readonly total: Map<string, number>
  since: Map<string, number>
}

/** The interval of lines about an outage, and the quiet time after which it has ended. */
const TELL_EVERY_MS = 60_000

/**
 * Returns a logger for a service whose store may be unavailable: then everything fails for one reason. The first error or warning
 * with that reason becomes `outage.began`; then `outage.goes_on` follows each minute, and `outage.ended` after a minute without
 * one, both with the counts of each event. The single lines are logged at level info, without their error, so that the
 * reference shown to a person is found.
 *
 * @param options.linesPerMinute The limit of such single lines for each unavailable part.
 */
export function foldOutages(
  logger: Logger,
  options: { readonly outageOf: OutageOf; readonly clock: Clock; readonly linesPerMinute: number },
): Logger {
  const { outageOf, clock, linesPerMinute } = options
  const lines = createBoundedLines({ logger, clock, linesPerMinute })
  const outages = new Map<string, Outage>()

  function begin(outage: string, { event, ...facts }: Facts): void {
    const nowMs = clock()
    const counts = [[event ?? '', 1]] as const
    outages.set(outage, {
      beganAtMs: nowMs,
      lastAtMs: nowMs,
      total: new Map(counts),
      since: new Map(counts),
    })
    logger.error({ ...facts, event: 'outage.began', outage, failed: event })
    const timer = setInterval(() => {
      if (tell(outage)) clearInterval(timer)
    }, TELL_EVERY_MS)
    timer.unref()
  }

  /** Logs the state of an outage. Returns true if it has ended. */
  function tell(outage: string): boolean {
    const present = outages.get(outage)
    if (present === undefined) return true
    const { since, total, beganAtMs, lastAtMs } = present
    present.since = new Map()
    if (since.size > 0) {
      logger.warn({ event: 'outage.goes_on', outage, failed: Object.fromEntries(since) })
      return false
    }
    outages.delete(outage)
    const lastedMs = lastAtMs - beganAtMs
    logger.warn({ event: 'outage.ended', outage, lastedMs, failed: Object.fromEntries(total) })
    return true
  }

  function note(outage: string, facts: Facts): void {
    const present = outages.get(outage)
    if (present === undefined) return begin(outage, facts)
    const { event = '' } = facts
    present.lastAtMs = clock()
    for (const counts of [present.since, present.total]) counts.set(event, (counts.get(event) ?? 0) + 1)
    if (lines.mayWrite(outage)) logger.info({ ...facts, outage, err: undefined })
  }

  const fold =
    (level: 'error' | 'warn') =>
    (first: unknown, ...rest: readonly unknown[]) => {
      const facts = typeof first === 'object' && first !== null ? (first as Facts) : {}
      const outage = facts.outage ?? (facts.err === undefined ? undefined : outageOf(facts.err))
      if (outage === undefined) Reflect.apply(logger[level], logger, [first, ...rest])
      else note(outage, facts)
    }
  return Object.assign(Object.create(logger) as Logger, { error: fold('error'), warn: fold('warn') })
}
