import { describe, expect, it } from 'vitest'
import { sampleDays } from '#testing/samples.ts'
import { summarizeDays } from './days.ts'

describe(summarizeDays, () => {
  it('names every day, the last one last', () => {
    const { days } = summarizeDays(sampleDays())
    expect(days).toHaveLength(30)
    expect(days[0]?.on).toBe('2026-10-22T00:00:00.000Z')
    expect(days.at(-1)?.on).toBe('2026-11-20T00:00:00.000Z')
  })

  it('counts over the end of a month, of a year and of February', () => {
    expect(summarizeDays(sampleDays({ until: '2027-01-01' })).days[0]?.on).toBe('2026-12-03T00:00:00.000Z')
    expect(summarizeDays(sampleDays({ until: '2028-03-01' })).days.at(-2)?.on).toBe(
      '2028-02-29T00:00:00.000Z',
    )
  })

  it('counts what was read and what was tried, and knows the last vain try', () => {
    expect(summarizeDays(sampleDays())).toMatchObject({
      read: 21,
      failed: 1,
      lastFailedOn: '2026-11-12T00:00:00.000Z',
    })
    const quiet = sampleDays({ outcomes: Array.from({ length: 30 }, () => 'quiet') })
    expect(summarizeDays(quiet)).toMatchObject({ read: 0, failed: 0, lastFailedOn: undefined })
  })
})
