import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWaitingQueues } from './waiting-queues.ts'

const LIMITS = { atOnce: 2, waiting: 2, longestWaitMs: 1_000 }

describe(createWaitingQueues, () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function startLines() {
    const lines = createWaitingQueues<string>(LIMITS, Date.now)
    const begun: string[] = []
    const enter = (name: string, key = 'one') => {
      const held = Promise.withResolvers<string>()
      const work = () => {
        begun.push(name)
        return held.promise
      }
      const done = lines.run(key, work, (seconds) => new Error(`refused for ${seconds} s`))
      done.catch(() => undefined)
      return { done, finish: () => held.resolve(name), fail: () => held.reject(new Error('failed')) }
    }
    return { begun, enter }
  }

  it('runs a limited number of tasks per key, and the next ones in order', async () => {
    const { begun, enter } = startLines()
    const [a, b] = [enter('a'), enter('b')]
    enter('c')
    enter('d')
    enter('x', 'other')
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['a', 'b', 'x'])
    b.finish()
    expect(await b.done).toBe('b')
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['a', 'b', 'x', 'c'])
    a.fail()
    await expect(a.done).rejects.toThrow('failed')
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['a', 'b', 'x', 'c', 'd'])
  })

  it('refuses a task at once if the queue is full', async () => {
    const { enter } = startLines()
    for (const name of 'abcd') enter(name)
    await expect(enter('e').done).rejects.toThrow('refused for 2 s')
  })

  it('spreads the retries of refused tasks over up to thirty seconds', async () => {
    const { enter } = startLines()
    for (const name of 'abcd') enter(name)
    const tellSeconds = async () => {
      const error: Error = await enter('e').done.then(undefined, (thrown: Error) => thrown)
      return Number(/\d+/.exec(error.message)?.[0])
    }
    const told = []
    for (let index = 0; index < 2_000; index += 1) told.push(await tellSeconds())
    expect(told.filter((seconds) => seconds === 3)).toHaveLength(50)
    expect(told.at(-1)).toBe(30)
    await vi.advanceTimersByTimeAsync(40_000)
    for (const name of 'fg') enter(name)
    expect(await tellSeconds()).toBe(2)
  })

  it('refuses a task that waited too long, and never runs it', async () => {
    const { begun, enter } = startLines()
    const [a] = [enter('a'), enter('b')]
    const c = enter('c')
    await vi.advanceTimersByTimeAsync(LIMITS.longestWaitMs - 1)
    const d = enter('d')
    await vi.advanceTimersByTimeAsync(1)
    await expect(c.done).rejects.toThrow('refused')
    a.finish()
    await a.done
    d.finish()
    expect(await d.done).toBe('d')
    expect(begun).toEqual(['a', 'b', 'd'])
  })
})
