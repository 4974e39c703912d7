import { RECENT_DAYS, RecentDaysSchema } from '@counterfoil/bff-api/connection'
import { describe, expect, it } from 'vitest'
import { EMPTY_DIARY, noteDay, viewDays, type Diary } from './diary.ts'

const DAY_MS = 86_400_000
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z')
const NOON = MIDNIGHT + DAY_MS / 2
const days = (count: number) => count * DAY_MS

/** One letter a day, oldest first. */
const strip = (diary: Diary, nowMs: number) =>
  viewDays(diary, nowMs)
    .outcomes.map((outcome) => outcome[0])
    .join('')
const quiet = (count: number) => 'q'.repeat(count)

describe(noteDay, () => {
  it('keeps the best of a day, whichever came first', () => {
    const failed = noteDay(EMPTY_DIARY, 'failed', NOON)
    expect(strip(failed, NOON)).toBe(`${quiet(29)}f`)
    expect(strip(noteDay(failed, 'read', NOON), NOON)).toBe(`${quiet(29)}r`)
    expect(noteDay(failed, 'read', NOON)).toMatchObject({ read: 1, failed: 0 })
    const read = noteDay(EMPTY_DIARY, 'read', NOON)
    expect(noteDay(read, 'failed', NOON)).toBe(read)
  })

  it('answers the same object when the day is known already: nothing to write', () => {
    const read = noteDay(EMPTY_DIARY, 'read', MIDNIGHT)
    expect(noteDay(read, 'read', MIDNIGHT + DAY_MS - 1)).toBe(read)
    const failed = noteDay(EMPTY_DIARY, 'failed', MIDNIGHT)
    expect(noteDay(failed, 'failed', MIDNIGHT + DAY_MS - 1)).toBe(failed)
  })

  it('begins another day at midnight UTC, to the millisecond', () => {
    const late = noteDay(EMPTY_DIARY, 'read', MIDNIGHT - 1)
    const both = noteDay(late, 'failed', MIDNIGHT)
    expect(strip(late, MIDNIGHT - 1)).toBe(`${quiet(29)}r`)
    expect(strip(both, MIDNIGHT)).toBe(`${quiet(28)}rf`)
  })

  it('keeps the thirtieth day and forgets the one after it', () => {
    const first = noteDay(EMPTY_DIARY, 'read', NOON)
    expect(strip(noteDay(first, 'failed', NOON + days(29)), NOON + days(29))).toBe(`r${quiet(28)}f`)
    expect(strip(noteDay(first, 'failed', NOON + days(30)), NOON + days(30))).toBe(`${quiet(29)}f`)
    expect(strip(noteDay(first, 'read', NOON + days(4000)), NOON + days(4000))).toBe(`${quiet(29)}r`)
  })

  it('holds thirty days of every kind in small numbers', () => {
    let diary = EMPTY_DIARY
    for (let day = 0; day < 100; day += 1)
      diary = noteDay(diary, day % 3 === 0 ? 'failed' : 'read', NOON + days(day))
    expect(strip(diary, NOON + days(99))).toBe('rrf'.repeat(10))
    expect(diary.read & diary.failed).toBe(0)
    expect(diary.read | diary.failed).toBe(2 ** RECENT_DAYS - 1)
    expect(diary.read).toBeGreaterThan(0)
  })

  it('notes the day before when another process has passed midnight already', () => {
    const ahead = noteDay(EMPTY_DIARY, 'read', MIDNIGHT)
    const late = noteDay(ahead, 'failed', MIDNIGHT - 1)
    expect(strip(late, MIDNIGHT)).toBe(`${quiet(28)}fr`)
    expect(noteDay(late, 'failed', MIDNIGHT - 1)).toBe(late)
    expect(strip(noteDay(late, 'read', MIDNIGHT - 1), MIDNIGHT)).toBe(`${quiet(28)}rr`)
  })

  it('goes on from the present once a clock that was wrong goes back', () => {
    const before = noteDay(EMPTY_DIARY, 'read', NOON)
    const weekAhead = noteDay(before, 'failed', NOON + days(7))
    expect(strip(noteDay(weekAhead, 'failed', NOON + days(1)), NOON + days(1))).toBe(`${quiet(28)}rf`)
    const yearsAhead = noteDay(before, 'failed', NOON + days(9000))
    expect(strip(noteDay(yearsAhead, 'read', NOON), NOON)).toBe(`${quiet(29)}r`)
  })

  it('stands a clock before 1970', () => {
    expect(strip(noteDay(EMPTY_DIARY, 'read', -1), -1)).toBe(`${quiet(29)}r`)
  })
})

describe(viewDays, () => {
  it('ends today although nothing was noted today', () => {
    const diary = noteDay(EMPTY_DIARY, 'read', NOON)
    expect(viewDays(diary, NOON).until).toBe('2026-11-20')
    expect(viewDays(diary, MIDNIGHT + days(3)).until).toBe('2026-11-23')
    expect(strip(diary, NOON + days(3))).toBe(`${quiet(26)}r${quiet(3)}`)
  })

  it('shows no day that has not come here, though another clock has noted it', () => {
    const ahead = noteDay(noteDay(EMPTY_DIARY, 'read', NOON), 'failed', NOON + days(1))
    expect(strip(ahead, NOON)).toBe(`${quiet(29)}r`)
  })

  it('is always thirty days', () => {
    for (const nowMs of [0, NOON, NOON + days(10_000)])
      expect(RecentDaysSchema.safeParse(viewDays(EMPTY_DIARY, nowMs)).success).toBe(true)
  })
})
