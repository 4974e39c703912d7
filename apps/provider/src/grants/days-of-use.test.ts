import { describe, expect, it } from 'vitest'
import { countedSince, QUARTER_MS, recentDays, type UseOfDay } from './days-of-use.ts'

const HOUR_MS = 3_600_000

/** Returns the stored uses for calls at these times. */
function usedAt(...moments: readonly string[]): readonly UseOfDay[] {
  const days = Map.groupBy(moments, (moment) => moment.slice(0, 10))
  return [...days].map(([day, at]) => {
    const quarters = Array.from({ length: 96 }, () => 0)
    for (const moment of at) {
      const index = Math.floor((Date.parse(moment) - Date.parse(day)) / QUARTER_MS)
      quarters[index] = (quarters[index] ?? 0) + 1
    }
    return { day, calls: at.length, quarters, lastUsedAtMs: Math.max(...at.map(Date.parse)) }
  })
}

function read(used: readonly UseOfDay[], timeZone: string, now: string, since = '2020-01-01T00:00:00Z') {
  return recentDays(used, { sinceMs: Date.parse(since), nowMs: Date.parse(now), timeZone })
}
const withCalls = (days: readonly { day: string; calls: number }[]) =>
  days.filter(({ calls }) => calls > 0).map(({ day, calls }) => `${day} ${calls}`)

describe(recentDays, () => {
  it('has thirty days, oldest first, today last, and zero for days without use', () => {
    const days = read(
      usedAt('2026-03-01T00:00:00Z', '2026-01-31T00:00:00Z', '2026-01-30T23:59:59.999Z'),
      'UTC',
      '2026-03-01T12:00:00Z',
    )
    expect(days).toHaveLength(30)
    expect([days[0], days[1], days[29]]).toEqual([
      { day: '2026-01-31', calls: 1 },
      { day: '2026-02-01', calls: 0 },
      { day: '2026-03-01', calls: 1 },
    ])
    expect(withCalls(days)).toHaveLength(2)
  })

  // Each call is one millisecond before or at midnight where the reader is.
  it.each([
    ['America/Toronto', '2026-11-20T04:59:59.999Z', '2026-11-20T05:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-19T18:29:59.999Z', '2026-11-19T18:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-19T18:14:59.999Z', '2026-11-19T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-19T09:59:59.999Z', '2026-11-19T10:00:00.000Z'],
    ['Pacific/Chatham', '2026-11-19T10:14:59.999Z', '2026-11-19T10:15:00.000Z'],
    ['Etc/GMT+12', '2026-11-20T11:59:59.999Z', '2026-11-20T12:00:00.000Z'],
  ])('ends a day at midnight in %s', (zone, before, at) => {
    expect(withCalls(read(usedAt(before, at, at), zone, '2026-11-21T09:00:00Z'))).toEqual([
      '2026-11-19 1',
      '2026-11-20 2',
    ])
  })

  it('has every day once where the clocks change, in spring and in autumn', () => {
    for (const [zone, now, long] of [
      ['America/Toronto', '2026-11-02T12:00:00Z', '2026-11-01'],
      ['America/Toronto', '2026-03-09T12:00:00Z', '2026-03-08'],
      ['Australia/Lord_Howe', '2026-10-05T12:00:00Z', '2026-10-04'],
      ['America/Santiago', '2026-09-07T12:00:00Z', '2026-09-06'],
    ] as const) {
      const days = read([], zone, now).map(({ day }) => day)
      expect(new Set(days).size).toBe(30)
      expect(days).toContain(long)
      expect([...days].sort()).toEqual(days)
    }
  })

  it('counts a repeated hour and the day of 23 hours for their own day', () => {
    // 1 November has 25 hours in Toronto: from 04:00 to 05:00 of the next day by UTC.
    const autumn = [
      '2026-11-01T03:59:00Z',
      '2026-11-01T04:00:00Z',
      '2026-11-02T04:59:00Z',
      '2026-11-02T05:00:00Z',
    ]
    expect(withCalls(read(usedAt(...autumn), 'America/Toronto', '2026-11-03T12:00:00Z'))).toEqual([
      '2026-10-31 1',
      '2026-11-01 2',
      '2026-11-02 1',
    ])
    const spring = [
      '2026-03-08T04:59:00Z',
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:59:00Z',
      '2026-03-09T04:00:00Z',
    ]
    expect(withCalls(read(usedAt(...spring), 'America/Toronto', '2026-03-10T12:00:00Z'))).toEqual([
      '2026-03-07 1',
      '2026-03-08 2',
      '2026-03-09 1',
    ])
  })

  it('begins with the day of the connection, by the clock of the reader', () => {
    const evening = '2026-11-20T02:00:00Z'
    const now = '2026-11-20T03:00:00Z'
    expect(read([], 'America/Toronto', now, evening)).toEqual([{ day: '2026-11-19', calls: 0 }])
    expect(read([], 'Asia/Tokyo', now, evening).map(({ day }) => day)).toEqual(['2026-11-20'])
    expect(read([], 'America/Toronto', '2026-11-20T05:00:00Z', evening).map(({ day }) => day)).toEqual([
      '2026-11-19',
      '2026-11-20',
    ])
    expect(read([], 'UTC', now, '2026-11-21T00:00:00Z')).toEqual([{ day: '2026-11-20', calls: 0 }])
  })

  it('counts calls of an unknown quarter for the day of the last of them, and loses none', () => {
    const lastUsedAtMs = Date.parse('2026-11-20T01:30:00Z')
    const before = [{ day: '2026-11-20', calls: 5, quarters: null, lastUsedAtMs }]
    expect(withCalls(read(before, 'America/Toronto', '2026-11-21T12:00:00Z'))).toEqual(['2026-11-19 5'])
    // Two processes, one of them still without quarters.
    const mixed = [
      { day: '2026-11-20', calls: 5, quarters: [0, 2], lastUsedAtMs: lastUsedAtMs + 20 * HOUR_MS },
    ]
    expect(withCalls(read(mixed, 'America/Toronto', '2026-11-21T12:00:00Z'))).toEqual([
      '2026-11-19 2',
      '2026-11-20 3',
    ])
  })
})

describe(countedSince, () => {
  it('reaches back to the first of thirty days in every time zone', () => {
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Pacific/Chatham', 'UTC']) {
      for (let hour = 0; hour < 24; hour += 5) {
        const nowMs = Date.UTC(2026, 10, 20, hour)
        const since = Date.parse(countedSince(nowMs))
        const quarters = Array.from({ length: 96 }, () => 1)
        const used = Array.from({ length: 6 }, (_, index) => {
          const day = new Date(Date.UTC(2026, 10, 20 - 28 - index)).toISOString().slice(0, 10)
          return { day, calls: 96, quarters, lastUsedAtMs: Date.parse(day) }
        })
        const options = { sinceMs: 0, nowMs, timeZone: zone }
        const kept = used.filter(({ day }) => Date.parse(day) >= since)
        expect(recentDays(kept, options)).toEqual(recentDays(used, options))
      }
    }
  })
})
