import { describe, expect, it } from 'vitest'
import { createWaitingQueues, Gate, type Passage, type SharedAllowance } from './gate.ts'

/** Creates a gate with a clock that only the test advances. */
function world(shared: SharedAllowance, plan = { burst: 1, intervalMs: 100, free: 0, lease: 10 }) {
  let nowMs = 0
  let wake = (): void => undefined
  const gate = new Gate(
    {
      ...{ plan, shared, maxWaitMs: 1000, clock: () => nowMs },
      wait: () => new Promise((resolve) => (wake = resolve)),
    },
    'a limit',
  )
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    gate,
    settle,
    /** Advances the clock without running timers. */
    advance(ms: number) {
      nowMs += ms
    },
    async pass(ms: number) {
      nowMs += ms
      wake()
      await settle()
    },
  }
}

describe(Gate, () => {
  it('requests a lease only when the free calls are used up', async () => {
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

  it('serves the queues in turn, however many calls wait in one of them', async () => {
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

  it('refuses calls that cannot be served in time at once, with the time to retry', async () => {
    const { gate, settle } = world(async () => ({ granted: 0, waitMs: 1001 }))
    const passages: Passage[] = []
    void Promise.resolve(gate.enter('a')).then((passage) => passages.push(passage))
    await settle()
    expect(passages).toEqual([{ kind: 'crowded', retryAfterMs: 1000 }])
  })

  it('queues no more calls than can be served in time', async () => {
    const { gate, pass } = world(async () => ({ granted: 0, waitMs: 500 }))
    const first = Array.from({ length: 12 }, () => gate.enter('a'))
    expect(gate.enter('a')).toEqual({ kind: 'crowded', retryAfterMs: 1300 })
    await pass(2000)
    await pass(2000)
    const answers = await Promise.all(first.map(async (answer) => answer))
    expect(answers.every(({ kind }) => kind === 'crowded')).toBe(true)
  })

  it('drops a lease that was not used within a second', async () => {
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

  it('requests a lease once a second for a steady stream of calls, and at most twice in its first second', async () => {
    const asked: number[] = []
    const plan = { burst: 999, intervalMs: 1, free: 0, lease: 100 }
    const { gate, advance } = world(async (points) => {
      asked.push(points)
      return { granted: points, waitMs: 0 }
    }, plan)
    for (let ms = 0; ms < 10_000; ms += 50) {
      await gate.enter('a')
      advance(50)
    }
    // 20 a second: 1, 2, 4, 8 and 16 to learn it.
    expect(asked.slice(0, 5)).toEqual([1, 2, 4, 8, 16])
    expect(asked.length).toBeLessThanOrEqual(16)
    expect(asked.reduce((sum, points) => sum + points)).toBeLessThanOrEqual(1.15 * 200)
    // The learned rate is forgotten when there are no calls.
    advance(2000)
    asked.length = 0
    await gate.enter('a')
    expect(asked).toEqual([1])
  })

  it.each([
    ['knows', 1999, 3],
    ['has forgotten', 2000, 1],
  ])('%s the rate of calls %d ms after the last lease', async (_, ageMs, wanted) => {
    const asked: number[] = []
    const plan = { burst: 999, intervalMs: 1, free: 0, lease: 100 }
    const { gate, advance } = world(async (points) => {
      asked.push(points)
      return { granted: points, waitMs: 0 }
    }, plan)
    for (let calls = 0; calls < 7; calls += 1) await gate.enter('a')
    advance(ageMs)
    await gate.enter('a')
    expect(asked).toEqual([1, 2, 4, wanted])
  })

  it('renews its free calls every minute since its start, whenever they were used', async () => {
    let asked = 0
    const plan = { burst: 1, intervalMs: 100, free: 1, lease: 10 }
    const { gate, pass } = world(async () => {
      asked += 1
      return { granted: 1, waitMs: 0 }
    }, plan)
    const questions: number[] = []
    for (const ms of [30_000, 0, 29_999, 1, 0, 59_999, 1, 0]) {
      await pass(ms)
      await gate.enter('a')
      questions.push(asked)
    }
    expect(questions).toEqual([0, 1, 2, 2, 3, 4, 4, 5])
  })

  it('is idle after its first minute if nothing waits', async () => {
    const { gate, advance, pass, settle } = world(async () => ({ granted: 0, waitMs: 500 }))
    expect(gate.isIdle()).toBe(false)
    advance(59_999)
    expect(gate.isIdle()).toBe(false)
    advance(1)
    expect(gate.isIdle()).toBe(true)
    const answer = gate.enter('a')
    await settle()
    advance(60_000)
    expect(gate.isIdle()).toBe(false)
    await pass(0)
    expect(await answer).toMatchObject({ kind: 'crowded' })
    expect(gate.isIdle()).toBe(false)
    advance(60_000)
    expect(gate.isIdle()).toBe(true)
  })

  it('requests as many calls as wait, then the predicted number, and at most one full lease', async () => {
    const asked: number[] = []
    let granted = 0
    const plan = { burst: 20, intervalMs: 100, free: 0, lease: 3 }
    const { gate, pass } = world(async (points) => {
      asked.push(points)
      return { granted: granted === 0 ? 0 : points, waitMs: 10 }
    }, plan)
    const answers = Array.from({ length: 5 }, () => gate.enter('a'))
    // One question for all of them, at the first of them.
    expect(asked).toEqual([1])
    await pass(0)
    granted = 1
    await pass(10)
    expect(asked).toEqual([1, 3, 3])
    for (const answer of answers) expect(await answer).toEqual({ kind: 'go' })
  })

  it('serves a call that arrives at the moment in which the last one was served', async () => {
    const { gate } = world(async () => ({ granted: 1, waitMs: 0 }))
    for (let calls = 0; calls < 3; calls += 1) expect(await gate.enter('a')).toEqual({ kind: 'go' })
  })

  it('serves waiting calls before new ones', async () => {
    const plan = { burst: 1, intervalMs: 100, free: 1, lease: 10 }
    const { gate, pass, settle, advance } = world(async () => ({ granted: 0, waitMs: 900 }), plan)
    await gate.enter('a')
    const order: string[] = []
    void Promise.resolve(gate.enter('a')).then(({ kind }) => order.push(`first ${kind}`))
    await settle()
    advance(60_000)
    void Promise.resolve(gate.enter('b')).then(({ kind }) => order.push(`second ${kind}`))
    await settle()
    expect(order).toEqual([])
    await pass(0)
    // Its minute is over, and the one free call of the next is for who came first.
    expect(order[0]).toBe('first go')
  })

  it('refuses calls that would be served too late, to the millisecond, and keeps the others of the same queue', async () => {
    let granted = 0
    let waitMs = 500
    let asked = 0
    const { gate, pass, settle } = world(async () => {
      asked += 1
      return { granted, waitMs }
    })
    const answers: string[] = []
    const enter = (name: string, queue: string) =>
      void Promise.resolve(gate.enter(queue)).then(({ kind }) => answers.push(`${name} ${kind}`))
    enter('early', 'a')
    await settle()
    await pass(500)
    expect(answers).toEqual([])
    enter('later', 'a')
    enter('other', 'b')
    waitMs = 501
    await pass(0)
    expect(answers).toEqual(['early crowded'])
    granted = 1
    await pass(501)
    expect(answers).toEqual(['early crowded', 'later go', 'other go'])
    const questions = asked
    await pass(10_000)
    expect(asked).toBe(questions)
    // A queue that was sent away altogether begins again.
    granted = 0
    waitMs = 1_001
    enter('again', 'a')
    await settle()
    expect(answers.at(-1)).toBe('again crowded')
    granted = 1
    enter('at last', 'a')
    await settle()
    expect(answers.at(-1)).toBe('at last go')
  })

  it('stops waiting after all calls were refused', async () => {
    let waits = 0
    const options = {
      plan: { burst: 1, intervalMs: 100, free: 0, lease: 1 },
      shared: async () => ({ granted: 0, waitMs: 1_001 }),
      maxWaitMs: 1_000,
      clock: () => 0,
      wait: async () => void (waits += 1),
    }
    const gate = new Gate(options, 'a limit')
    expect(await gate.enter('a')).toMatchObject({ kind: 'crowded' })
    expect(waits).toBe(0)
  })
})

/** Creates waiting queues, and records the order in which their calls are answered. */
function queueWorld() {
  const lines = createWaitingQueues()
  const answered: [string, Passage['kind']][] = []
  return {
    lines,
    join(name: string, line: string, untilMs = 0) {
      void lines.join(line, untilMs).then(({ kind }) => answered.push([name, kind]))
    },
    async answers() {
      await new Promise((resolve) => setImmediate(resolve))
      return answered
    },
  }
}

const crowded = (): Passage => ({ kind: 'crowded', retryAfterMs: 1 })

describe(createWaitingQueues, () => {
  it('serves the first of each queue before the second of any, in order of arrival within a queue', async () => {
    const { lines, join, answers } = queueWorld()
    for (const [name, line] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
      ['a3', 'a'],
      ['b2', 'b'],
    ] as const)
      join(name, line)
    expect(lines.size()).toBe(5)
    for (let left = 4; left >= 0; left -= 1) {
      lines.letGo()
      expect(lines.size()).toBe(left)
    }
    expect((await answers()).map(([name]) => name)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('places a returning queue behind the present ones', async () => {
    const { lines, join, answers } = queueWorld()
    join('a1', 'a')
    lines.letGo()
    join('b1', 'b')
    join('a2', 'a')
    lines.letGo()
    lines.letGo()
    expect((await answers()).map(([name]) => name)).toEqual(['a1', 'b1', 'a2'])
  })

  it('refuses calls whose deadline is before a given time, and keeps those with exactly that deadline', async () => {
    const { lines, join, answers } = queueWorld()
    join('late', 'a', 99)
    join('in time', 'a', 100)
    join('alone', 'b', 99)
    lines.refuseBefore(100, crowded)
    expect(lines.size()).toBe(1)
    expect(await answers()).toEqual([
      ['late', 'crowded'],
      ['alone', 'crowded'],
    ])
    lines.letGo()
    expect(lines.size()).toBe(0)
    expect((await answers()).at(-1)).toEqual(['in time', 'go'])
  })

  it('skips a queue whose calls were all refused', async () => {
    const { lines, join, answers } = queueWorld()
    join('late', 'a', 99)
    join('in time', 'b', 100)
    lines.refuseBefore(100, crowded)
    lines.letGo()
    expect(lines.size()).toBe(0)
    expect((await answers()).at(-1)).toEqual(['in time', 'go'])
  })

  it('does nothing if no call waits', () => {
    const { lines } = queueWorld()
    lines.letGo()
    expect(lines.size()).toBe(0)
  })
})
