import { RECENT_DAYS, RecentDaysSchema } from '@counterfoil/bff-api/connection'
import { describe, expect, it } from 'vitest'
import {
  EMPTY_ACTIVITY_HISTORY,
  moveActivityHistory,
  noteDay,
  offsetMsOf,
  viewDays,
  type ActivityHistory,
} from './activity-history.ts'

const DAY_MS = 86_400_000
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z')
const NOON = MIDNIGHT + DAY_MS / 2
const days = (count: number) => count * DAY_MS

/** One letter a day, oldest first. */
const strip = (activityHistory: ActivityHistory, nowMs: number) =>
  viewDays(activityHistory, nowMs - days(400), { nowMs, timeZone: 'UTC' })
    .outcomes.map((outcome) => outcome[0])
    .join('')
const quiet = (count: number) => 'q'.repeat(count)

describe(noteDay, () => {
  it('prefers "read" to "failed" on the same day, in either order', () => {
    const failed = noteDay(EMPTY_ACTIVITY_HISTORY, 'failed', NOON)
    expect(strip(failed, NOON)).toBe(`${quiet(29)}f`)
    expect(strip(noteDay(failed, 'read', NOON), NOON)).toBe(`${quiet(29)}r`)
    expect(noteDay(failed, 'read', NOON)).toMatchObject({ read: 1, failed: 0 })
    const read = noteDay(EMPTY_ACTIVITY_HISTORY, 'read', NOON)
    expect(noteDay(read, 'failed', NOON)).toBe(read)
  })

  it('returns the same object if the day already has this outcome, so that nothing is written', () => {
    const read = noteDay(EMPTY_ACTIVITY_HISTORY, 'read', MIDNIGHT)
    expect(noteDay(read, 'read', MIDNIGHT + DAY_MS - 1)).toBe(read)
    const failed = noteDay(EMPTY_ACTIVITY_HISTORY, 'failed', MIDNIGHT)
    expect(noteDay(failed, 'failed', MIDNIGHT + DAY_MS - 1)).toBe(failed)
  })

  it('begins another day at midnight in the reader’s time zone, to the millisecond', () => {
    const late = noteDay(EMPTY_ACTIVITY_HISTORY, 'read', MIDNIGHT - 1)
    const both = noteDay(late, 'failed', MIDNIGHT)
    expect(strip(late, MIDNIGHT - 1)).toBe(`${quiet(29)}r`)
    expect(strip(both, MIDNIGHT)).toBe(`${quiet(28)}rf`)
  })

  it('keeps 30 days and drops the 31st', () => {
    const first = noteDay(EMPTY_ACTIVITY_HISTORY, 'read', NOON)
    expect(strip(noteDay(first, 'failed', NOON + days(29)), NOON + days(29))).toBe(`r${quiet(28)}f`)
    expect(strip(noteDay(first, 'failed', NOON + days(30)), NOON + days(30))).toBe(`${quiet(29)}f`)
    // Also where a shift by as many bits would begin again.
    for (const later of [32, 33, 4000, 4001])
      expect(strip(noteDay(first, 'read', NOON + days(later)), NOON + days(later))).toBe(`${quiet(29)}r`)
  })

  it('stores the outcomes of 30 days in two small integers', () => {
    let activityHistory = EMPTY_ACTIVITY_HISTORY
    for (let day = 0; day < 100; day += 1)
      activityHistory = noteDay(activityHistory, day % 3 === 0 ? 'failed' : 'read', NOON + days(day))
    expect(strip(activityHistory, NOON + days(99))).toBe('rrf'.repeat(10))
    expect(activityHistory.read & activityHistory.failed).toBe(0)
    expect(activityHistory.read | activityHistory.failed).toBe(2 ** RECENT_DAYS - 1)
    expect(activityHistory.read).toBeGreaterThan(0)
  })

  it('stores an outcome of the previous day after another process has passed midnight', () => {
    const ahead = noteDay(EMPTY_ACTIVITY_HISTORY, 'read', MIDNIGHT)
    const late = noteDay(ahead, 'failed', MIDNIGHT - 1)
    expect(strip(late, MIDNIGHT)).toBe(`${quiet(28)}fr`)
    expect(noteDay(late, 'failed', MIDNIGHT - 1)).toBe(late)
    expect(strip(noteDay(late, 'read', MIDNIGHT - 1), MIDNIGHT)).toBe(`${quiet(28)}rr`)
  })

  it('continues from the present after a clock that was ahead is corrected', () => {
    const before = noteDay(EMPTY_ACTIVITY_HISTORY, 'read', NOON)
    const weekAhead = noteDay(before, 'failed', NOON + days(7))
    expect(strip(noteDay(weekAhead, 'failed', NOON + days(1)), NOON + days(1))).toBe(`${quiet(28)}rf`)
    const yearsAhead = noteDay(before, 'failed', NOON + days(9000))
    expect(strip(noteDay(yearsAhead, 'read', NOON), NOON)).toBe(`${quiet(29)}r`)
  })

  it('accepts a time before 1970', () => {
    expect(strip(noteDay(EMPTY_ACTIVITY_HISTORY, 'read', -1), -1)).toBe(`${quiet(29)}r`)
  })
})

describe(viewDays, () => {
  it('ends with today even if nothing was noted today', () => {
    const activityHistory = noteDay(EMPTY_ACTIVITY_HISTORY, 'read', NOON)
    const until = (nowMs: number) => viewDays(activityHistory, NOON, { nowMs, timeZone: 'UTC' }).until
    expect(until(NOON)).toBe('2026-11-20')
    expect(until(MIDNIGHT + days(3))).toBe('2026-11-23')
    expect(strip(activityHistory, NOON + days(3))).toBe(`${quiet(26)}r${quiet(3)}`)
  })

  it('omits days in the future, which a clock that was ahead may have noted', () => {
    const ahead = noteDay(noteDay(EMPTY_ACTIVITY_HISTORY, 'read', NOON), 'failed', NOON + days(1))
    expect(strip(ahead, NOON)).toBe(`${quiet(29)}r`)
  })

  it('returns at least one day and at most 30', () => {
    for (const nowMs of [0, NOON, NOON + days(10_000)])
      for (const connectedAtMs of [nowMs - days(10_000), nowMs, nowMs + days(3)]) {
        const view = viewDays(EMPTY_ACTIVITY_HISTORY, connectedAtMs, { nowMs, timeZone: 'UTC' })
        expect(RecentDaysSchema.safeParse(view).success).toBe(true)
      }
  })

  it('begins with the day of the connection or with an earlier noted day', () => {
    const shown = (activityHistory: ActivityHistory, connectedAtMs: number) =>
      viewDays(activityHistory, connectedAtMs, { nowMs: NOON, timeZone: 'UTC' }).outcomes
    const read = noteDay(EMPTY_ACTIVITY_HISTORY, 'read', NOON)
    expect(shown(read, NOON)).toEqual(['read'])
    expect(shown(read, MIDNIGHT - 1)).toEqual(['quiet', 'read'])
    expect(shown(read, NOON - days(29))).toHaveLength(30)
    expect(shown(read, NOON - days(30))).toHaveLength(30)
    // The connection was reconnected today: earlier reads still belong to it.
    expect(
      shown(noteDay(noteDay(EMPTY_ACTIVITY_HISTORY, 'read', NOON - days(2)), 'failed', NOON), NOON),
    ).toEqual(['read', 'quiet', 'failed'])
  })

  it('counts days in the time zone of the reader', () => {
    // Half past three in the morning UTC is still the evening before in Toronto, and long after midnight in Auckland.
    const nowMs = Date.parse('2026-11-20T03:30:00Z')
    const toronto = moveActivityHistory(EMPTY_ACTIVITY_HISTORY, offsetMsOf(nowMs, 'America/Toronto'))
    const activityHistory = noteDay(toronto, 'read', nowMs)
    const view = (timeZone: string) => viewDays(activityHistory, nowMs, { nowMs, timeZone })
    expect(view('America/Toronto')).toEqual({
      until: '2026-11-19',
      outcomes: ['read'],
      timeZone: 'America/Toronto',
    })
    expect(view('Pacific/Auckland').until).toBe('2026-11-20')
  })
})

describe(viewDays, () => {
  it('begins with the day of the connection in the time zone of the reader', () => {
    // Half past ten in the evening of the day before, in Toronto.
    const connectedAtMs = Date.parse('2026-11-20T03:30:00Z')
    const view = (timeZone: string) =>
      viewDays(EMPTY_ACTIVITY_HISTORY, connectedAtMs, { nowMs: NOON, timeZone }).outcomes
    expect(view('America/Toronto')).toEqual(['quiet', 'quiet'])
    expect(view('UTC')).toEqual(['quiet'])
  })
})

describe(moveActivityHistory, () => {
  it('keeps the noted days if the UTC offset changes, and returns the same object otherwise', () => {
    const history = { day: 5, read: 1, failed: 2, offsetMs: 0 }
    expect(moveActivityHistory(history, 3_600_000)).toEqual({ ...history, offsetMs: 3_600_000 })
    expect(moveActivityHistory(history, 0)).toBe(history)
  })
})

describe(offsetMsOf, () => {
  it.each([
    ['2026-11-20T12:00:00Z', 'America/Toronto', -5],
    ['2026-07-01T12:00:00Z', 'America/Toronto', -4],
    ['2026-11-20T12:00:00Z', 'Asia/Kolkata', 5.5],
    ['2026-11-20T12:00:59.999Z', 'Pacific/Kiritimati', 14],
    ['2026-01-01T00:30:00Z', 'America/St_Johns', -3.5],
    ['2026-11-20T12:00:00Z', 'UTC', 0],
  ] as const)('at %s in %s is %s hours', (instant, zone, hours) => {
    expect(offsetMsOf(Date.parse(instant), zone)).toBe(hours * 3_600_000)
  })
})
