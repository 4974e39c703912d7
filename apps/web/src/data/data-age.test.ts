import { describe, expect, it } from 'vitest'
import { dataAge, JUST_READ_MS, STALE_AFTER_MS } from './data-age.ts'

describe(dataAge, () => {
  it('returns "just now" for one minute, then the time, and offers to read again after fifteen minutes, to the millisecond', () => {
    expect(dataAge({ asOfMs: 0, nowMs: JUST_READ_MS, canRead: true })).toBe('fresh')
    expect(dataAge({ asOfMs: 0, nowMs: JUST_READ_MS + 1, canRead: true })).toBe('dated')
    expect(dataAge({ asOfMs: 0, nowMs: STALE_AFTER_MS, canRead: true })).toBe('dated')
    expect(dataAge({ asOfMs: 0, nowMs: STALE_AFTER_MS + 1, canRead: true })).toBe('stale')
    expect([JUST_READ_MS, STALE_AFTER_MS]).toEqual([60_000, 900_000])
  })
  it('counts from the reading, not from the epoch', () => {
    const asOfMs = Date.parse('2026-11-20T12:00:00.000Z')
    expect(dataAge({ asOfMs, nowMs: asOfMs + 1_000, canRead: true })).toBe('fresh')
  })
  it('returns the time at once for figures that cannot be read again', () => {
    expect(dataAge({ asOfMs: 5, nowMs: 5, canRead: false })).toBe('frozen')
  })
})
