import { describe, expect, it } from 'vitest'
import { nextLease, planAllowance, type SpentLease } from './gate.ts'

describe(planAllowance, () => {
  it.each([1, 2, 3, 10, 60, 600, 6000, 1_000_000])(
    'permits fewer than %i calls in any minute, including unspent leases and free calls of three processes',
    (perMinute) => {
      const { burst, intervalMs, free, lease } = planAllowance(perMinute)
      const processes = perMinute < 60 ? 0 : 3
      expect(burst + 60_000 / intervalMs + processes * (free + lease)).toBeLessThanOrEqual(
        Math.max(perMinute, 1.5),
      )
    },
  )
})

it.each([
  [1, { burst: 1, free: 0, lease: 1 }, 120_000],
  [60, { burst: 7, free: 1, lease: 1 }, 60_000 / 41],
  [6_000, { burst: 780, free: 120, lease: 100 }, 60_000 / 4_199],
])(
  'returns for %i calls a minute the burst, the free calls, the lease and the steady interval',
  (perMinute, plan, intervalMs) => {
    expect(planAllowance(perMinute)).toMatchObject(plan)
    expect(planAllowance(perMinute).intervalMs).toBeCloseTo(intervalMs, 6)
  },
)

describe(nextLease, () => {
  const spent = (
    ageMs: number,
    { wanted = 10, granted, left = 0 }: Partial<SpentLease> = {},
  ): SpentLease => ({
    ...{ wanted, granted: granted ?? wanted, left, ageMs },
  })

  it.each([
    ['nothing was asked before: what waits', undefined, 3, 3],
    ['all of it was spent in half a second: twice as many', spent(500), 1, 20],
    ['all of it was spent at once: no more than twice as many', spent(1), 1, 20],
    ['all of it was spent just before its end: as many again', spent(999), 1, 11],
    ['some of it was left: what was spent', spent(1500, { left: 4 }), 1, 6],
    ['nothing of it was spent: what waits', spent(1500, { left: 10 }), 1, 1],
    ['less was granted than wanted: what waits', spent(10, { granted: 9 }), 2, 2],
    ['nothing was granted: what waits', spent(10, { granted: 0 }), 2, 2],
    ['more wait than the last lease had: all that wait', spent(999), 40, 40],
    ['more is needed than a lease may have: a lease', spent(100, { wanted: 90 }), 1, 100],
  ])('requests when %s', (_, last, waiting, wanted) => {
    expect(nextLease(last, { waiting, most: 100 })).toBe(wanted)
  })
})
