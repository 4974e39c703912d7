import { describe, expect, it } from 'vitest'
import { createGate, planAllowance, type Passage, type SharedAllowance } from './allowance.ts'

describe(planAllowance, () => {
  it.each([1, 2, 3, 10, 60, 600, 6000, 1_000_000])(
    'lets fewer than %i through in any minute, three processes with unspent leases and free calls included',
    (perMinute) => {
      const { burst, intervalMs, free, lease } = planAllowance(perMinute)
      const processes = perMinute < 60 ? 0 : 3
      expect(burst + 60_000 / intervalMs + processes * (free + lease)).toBeLessThanOrEqual(
        Math.max(perMinute, 1.5),
      )
    },
  )
})

/** A gate in a world without time but what the test lets pass. */
function world(shared: SharedAllowance, plan = { burst: 1, intervalMs: 100, free: 0, lease: 10 }) {
  let nowMs = 0
  let wake = (): void => undefined
  const gate = createGate({
    ...{ plan, shared, maxWaitMs: 1000, clock: () => nowMs },
    wait: () => new Promise((resolve) => (wake = resolve)),
  })
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    gate,
    settle,
    async pass(ms: number) {
      nowMs += ms
      wake()
      await settle()
    },
  }
}

describe(createGate, () => {
  it('asks the others only when what is free is used up', async () => {
    let asked = 0
    const shared: SharedAllowance = async (points) => {
      asked += 1
      return { granted: points, waitMs: 0 }
    }
    const { gate } = world(shared, { burst: 9, intervalMs: 100, free: 2, lease: 10 })
    expect([await gate.enter('a'), await gate.enter('a')]).toEqual([{ kind: 'go' }, { kind: 'go' }])
    expect(asked).toBe(0)
    expect(await gate.enter('a')).toEqual({ kind: 'go' })
    expect(asked).toBe(1)
  })

  it('lets the queues take turns, however many wait in one of them', async () => {
    let granted = 0
    const { gate, pass } = world(async () => ({ granted, waitMs: 50 }))
    const order: string[] = []
    for (const queue of ['a', 'a', 'a', 'b', 'c'])
      void Promise.resolve(gate.enter(queue)).then(() => order.push(queue))
    await pass(0)
    granted = 10
    await pass(50)
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a'])
  })

  it('tells who cannot have a turn in time at once, and when to come again', async () => {
    const { gate, settle } = world(async () => ({ granted: 0, waitMs: 1001 }))
    const passages: Passage[] = []
    void Promise.resolve(gate.enter('a')).then((passage) => passages.push(passage))
    await settle()
    expect(passages).toEqual([{ kind: 'crowded', retryAfterMs: 1000 }])
  })

  it('takes no more into the line than can be served in time', async () => {
    const { gate, pass } = world(async () => ({ granted: 0, waitMs: 500 }))
    const first = Array.from({ length: 12 }, () => gate.enter('a'))
    expect(gate.enter('a')).toEqual({ kind: 'crowded', retryAfterMs: 1300 })
    await pass(2000)
    await pass(2000)
    const answers = await Promise.all(first.map(async (answer) => answer))
    expect(answers.every(({ kind }) => kind === 'crowded')).toBe(true)
  })

  it('forgets a lease that was not spent within a second', async () => {
    let asked = 0
    const { gate, pass } = world(async () => {
      asked += 1
      return { granted: 5, waitMs: 0 }
    })
    await gate.enter('a')
    await pass(999)
    await gate.enter('a')
    expect(asked).toBe(1)
    await pass(1)
    await gate.enter('a')
    expect(asked).toBe(2)
  })
})
