import { describe, expect, it } from 'vitest'
import { dayIn } from './business-day.ts'

describe(dayIn, () => {
  it.each([
    ['America/Toronto', '2026-11-20T04:59:59.999Z', '2026-11-19'],
    ['America/Toronto', '2026-11-20T05:00:00.000Z', '2026-11-20'],
    ['Asia/Kathmandu', '2026-11-19T18:15:00.000Z', '2026-11-20'],
    ['Asia/Kathmandu', '2026-11-19T18:14:59.999Z', '2026-11-19'],
    [null, '2024-02-29T23:59:59.999Z', '2024-02-29'],
    ['Nowhere/At_All', '2026-01-01T00:00:00.000Z', '2026-01-01'],
  ])('in %s at %s is %s', (zone, at, day) => {
    expect(dayIn(zone, Date.parse(at))).toBe(day)
  })
})
