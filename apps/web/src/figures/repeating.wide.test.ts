import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount } from '@counterfoil/testkit/sample'
import { addDays } from './day.ts'
import { daysExpected, findRepeating, type Movement } from './repeating.ts'

const TODAY = '2026-11-20'

function paid(
  days: readonly string[],
  minors: number | readonly number[],
  name = 'Rent',
): readonly Movement[] {
  return days.map((day, index) => ({
    ...{ id: `${name} ${day} ${index}`, day, name, account: 'costs' },
    minor: typeof minors === 'number' ? minors : (minors[index] ?? 0),
  }))
}
const every = (step: number, count: number, last: string) =>
  Array.from({ length: count }, (_, index) => addDays(last, -step * (count - 1 - index)))
const found = (rows: readonly Movement[], today = TODAY) =>
  findRepeating(rows, today).map(({ payment }) => payment)

describe(findRepeating, () => {
  it('finds a monthly rent around the 1st, and counts its payments', () => {
    const days = ['2026-06-01', '2026-07-02', '2026-08-03', '2026-09-01', '2026-10-01', '2026-11-01']
    expect(found(paid(days, -240_000))).toMatchObject([
      {
        ...{ name: 'Rent', cadence: 'monthly', onDay: 1, minor: -240_000, expected: 6, seen: 6 },
        ...{ firstSeen: '2026-06-01', lastSeen: '2026-11-01' },
      },
    ])
  })

  it('finds wages every week, every two weeks, and twice a month', () => {
    expect(found(paid(every(7, 8, '2026-11-18'), -80_000))).toMatchObject([
      { cadence: 'weekly', onDay: 3, seen: 6 },
    ])
    expect(found(paid(every(14, 8, '2026-11-13'), -80_000))).toMatchObject([
      { cadence: 'fortnightly', seen: 6 },
    ])
    const twice = ['07', '08', '09', '10', '11'].flatMap((month) => [`2026-${month}-03`, `2026-${month}-17`])
    expect(found(paid(twice, -80_000)).map(({ cadence, onDay }) => [cadence, onDay])).toEqual([
      ['monthly', 17],
      ['monthly', 3],
    ])
  })

  it('finds a quarterly insurance, and a payment on the last day of each month', () => {
    const quarters = ['2026-01-20', '2026-04-20', '2026-07-21', '2026-10-20']
    expect(found(paid(quarters, -90_000))).toMatchObject([{ cadence: 'quarterly', onDay: 20, seen: 4 }])
    const ends = ['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31']
    const [end] = found(paid(ends, 30_000))
    expect(end).toMatchObject({ cadence: 'monthly', onDay: 31 })
    expect(end && daysExpected(end, { after: TODAY, until: '2027-02-28' })).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
    ])
  })

  it('treats takings of every open day as one payment per weekday', () => {
    const open = every(1, 60, TODAY).filter((day) => new Date(day).getUTCDay() !== 1)
    expect(
      found(paid(open, 50_000, 'Takings'))
        .map(({ onDay }) => onDay)
        .toSorted((one, other) => one - other),
    ).toEqual([0, 2, 3, 4, 5, 6])
  })

  it('accepts one missed payment, but not two, an ended series or only two payments', () => {
    const days = ['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01']
    expect(found(paid(days.toSpliced(2, 1), -100))).toMatchObject([{ expected: 6, seen: 5 }])
    expect(found(paid(days.toSpliced(2, 2), -100))).toEqual([])
    expect(found(paid(days.slice(0, 5), -100))).toEqual([])
    expect(found(paid(days.slice(0, 5), -100), '2026-11-05')).toHaveLength(1)
    expect(found(paid(days.slice(4), -100))).toEqual([])
  })

  it('ignores widely differing amounts, and separates directions, accounts and descriptions', () => {
    const days = ['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01']
    expect(found(paid(days, [-100, -900, -20, -400, -1, -5_000]))).toEqual([])
    expect(found(paid(days, [100, -100, 100, -100, 100, -100]))).toEqual([])
    expect(found(paid(days, -100, 'Rent 11/2026'))).toHaveLength(1)
    const others = paid(days.slice(0, 3), -100).map((row) => ({ ...row, account: 'other' }))
    expect(found([...others, ...paid(days.slice(3), -100)])).toHaveLength(1)
  })

  it('expects the median of the last three amounts', () => {
    const days = ['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01']
    expect(found(paid(days, [-100, -100, -100, -120, -120, -130]))).toMatchObject([{ minor: -120 }])
  })

  it('does not depend on the order of two payments of one day', () => {
    const days = ['2026-05-22', '2026-08-22', '2026-11-19', '2026-11-19']
    const rows = days.map((day, index) => ({
      ...{ id: `${index}`, day, minor: index === 0 || index === 3 ? -1 : -2, name: 'x', account: 'a' },
    }))
    expect(found(rows.toReversed())).toEqual(found(rows))
  })

  it('expects no day twice and none in the past, and gives the same answer in any order', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ back: fc.integer({ min: 0, max: 420 }), minor: fc.integer({ min: -3, max: 3 }) }),
          { maxLength: 60 },
        ),
        (rows) => {
          const movements = rows.map(({ back, minor }, index) => ({
            ...{ id: `${index}`, day: addDays(TODAY, -back), minor, name: 'x', account: 'a' },
          }))
          const payments = found(movements)
          expect(found(movements.toReversed()).map(({ key, minor }) => [key, minor])).toEqual(
            payments.map(({ key, minor }) => [key, minor]),
          )
          for (const payment of payments) {
            const days = daysExpected(payment, { after: TODAY, until: addDays(TODAY, 60) })
            expect(days.every((day) => day > TODAY && day <= addDays(TODAY, 60))).toBe(true)
            expect(days).toEqual([...new Set(days)].toSorted())
            expect(payment.seen).toBeLessThanOrEqual(payment.expected)
          }
        },
      ),
      { numRuns: caseCount({ all: 2_000, sampled: 200 }) },
    )
  })
})

describe(daysExpected, () => {
  it('expects an overdue payment tomorrow, and keeps its later days', () => {
    const late = { cadence: 'monthly', onDay: 18, lastSeen: '2026-10-18' } as const
    expect(daysExpected(late, { after: TODAY, until: '2027-01-19' })).toEqual([
      '2026-11-21',
      '2026-12-18',
      '2027-01-18',
    ])
  })

  it('counts a payment before a weekend at a month boundary to its own month', () => {
    const early = { cadence: 'monthly', onDay: 1, lastSeen: '2026-10-30' } as const
    expect(daysExpected(early, { after: TODAY, until: '2026-12-31' })).toEqual(['2026-12-01'])
  })
})
