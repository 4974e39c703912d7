import { describe, expect, it } from 'vitest'
import { createLeasedLimit, freePoints, leasePoints, type SharedAnswer } from './batched-quota.ts'

const WINDOW_MS = 60_000

/** A counter as the store keeps it. */
function sharedCounter(limit: number, clock: () => number) {
  const counted = new Map<string, { points: number; endsAtMs: number }>()
  const calls: string[] = []
  const shared = async (key: string, points: number): Promise<SharedAnswer> => {
    calls.push(key)
    await Promise.resolve()
    let entry = counted.get(key)
    if (entry === undefined || entry.endsAtMs <= clock()) entry = { points: 0, endsAtMs: clock() + WINDOW_MS }
    entry.points += points
    counted.set(key, entry)
    return entry.points <= limit
      ? { allowed: true, windowEndsAtMs: entry.endsAtMs }
      : { allowed: false, retryAtMs: entry.endsAtMs }
  }
  return { shared, calls }
}

describe(createLeasedLimit, () => {
  it('permits exactly the limit, and returns when the next call may come', async () => {
    const nowMs = 1000
    const { shared } = sharedCounter(60, () => nowMs)
    const consume = createLeasedLimit({ points: 3, shared, clock: () => nowMs })
    const verdicts = await Promise.all(Array.from({ length: 61 }, async () => consume('a')))
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(60)
    expect(verdicts.at(-1)).toEqual({ allowed: false, retryAtMs: nowMs + WINDOW_MS })
  })

  it('queries the shared counter once per lease, and never while calls are refused', async () => {
    const { shared, calls } = sharedCounter(20, () => 0)
    const consume = createLeasedLimit({ points: 10, shared, clock: () => 0 })
    for (let count = 0; count < 100; count += 1) await consume('a')
    expect(calls).toHaveLength(3)
  })

  it('starts again when the window ends, to the millisecond', async () => {
    let nowMs = 0
    const { shared } = sharedCounter(1, () => nowMs)
    const consume = createLeasedLimit({ points: 1, shared, clock: () => nowMs })
    await consume('a')
    nowMs = WINDOW_MS - 1
    expect((await consume('a')).allowed).toBe(false)
    nowMs = WINDOW_MS
    expect((await consume('a')).allowed).toBe(true)
  })

  it('counts each key separately', async () => {
    const { shared } = sharedCounter(1, () => 0)
    const consume = createLeasedLimit({ points: 1, shared, clock: () => 0 })
    expect((await consume('a')).allowed).toBe(true)
    expect((await consume('b')).allowed).toBe(true)
    expect((await consume('a')).allowed).toBe(false)
  })

  it.each([
    [
      { allowed: true, windowEndsAtMs: 1000 },
      { allowed: true, retryAtMs: 0 },
    ],
    [
      { allowed: false, retryAtMs: 1000 },
      { allowed: false, retryAtMs: 1000 },
    ],
  ] as const)(
    'queries once and accepts the answer if the window has already ended when it arrives: %j',
    async (answer, verdict) => {
      let questions = 0
      const shared = async (): Promise<SharedAnswer> => {
        questions += 1
        if (questions > 10) throw new Error('it asks again and again')
        return answer
      }
      const consume = createLeasedLimit({ points: 3, shared, clock: () => 1000 })
      expect(await consume('a')).toEqual(verdict)
      expect(questions).toBe(1)
      // Nor do those who waited for the same answer ask for ever.
      expect(await Promise.all([consume('b'), consume('b'), consume('b')])).toEqual([
        verdict,
        verdict,
        verdict,
      ])
      expect(questions).toBe(4)
    },
  )
})

describe('the free points of a limit', () => {
  const free = { points: 2, windowMs: WINDOW_MS }

  it('are used without the shared counter, in every window', async () => {
    let nowMs = 0
    const { shared, calls } = sharedCounter(60, () => nowMs)
    const consume = createLeasedLimit({ points: 3, free, shared, clock: () => nowMs })
    for (let window = 0; window < 3; window += 1) {
      nowMs = window * WINDOW_MS
      for (let count = 0; count < free.points; count += 1) expect((await consume('a')).allowed).toBe(true)
    }
    expect(calls).toHaveLength(0)
    await consume('a')
    expect(calls).toHaveLength(1)
  })

  it('count towards the limit, which stays exact', async () => {
    const { shared } = sharedCounter(60, () => 0)
    const consume = createLeasedLimit({ points: 3, free, shared, clock: () => 0 })
    const verdicts = await Promise.all(Array.from({ length: 100 }, async () => consume('a')))
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(60)
  })
})

describe('a process with many keys', () => {
  const MOST = 20_000

  /** A quota of keys, each with one unspent point after the first use. */
  function manyKeys() {
    const asked: string[] = []
    const shared = async (key: string): Promise<SharedAnswer> => {
      asked.push(key)
      return { allowed: true, windowEndsAtMs: WINDOW_MS }
    }
    const consume = createLeasedLimit({ points: 2, shared, clock: () => 0 })
    return {
      async fill(count: number) {
        for (let index = 0; index < count; index += 1) await consume(String(index))
      },
      /** Must the shared counter be asked about this key? */
      async isAskedAbout(index: number) {
        const before = asked.length
        await consume(String(index))
        return asked.length > before
      },
    }
  }

  it('keeps all keys up to the maximum, then drops the one queried longest ago', async () => {
    const keys = manyKeys()
    await keys.fill(MOST)
    expect(await keys.isAskedAbout(0)).toBe(false)
    expect(await keys.isAskedAbout(MOST)).toBe(true)
    expect(await keys.isAskedAbout(1)).toBe(false)
    expect(await keys.isAskedAbout(0)).toBe(true)
  })
})

describe(freePoints, () => {
  it.each([
    [600, 12],
    [3000, 60],
    [40, 0],
    [601, 0],
    [1, 0],
  ])('returns for a limit of %i free points of %i', (limit, points) => {
    expect(freePoints(limit)).toBe(points)
  })
})

describe(leasePoints, () => {
  it.each([
    [600, 30],
    [3000, 150],
    [30, 1],
    [1, 1],
    [601, 1],
  ])('returns for a limit of %i a lease of %i', (limit, points) => {
    expect(leasePoints(limit)).toBe(points)
    expect(limit % points).toBe(0)
  })
})
