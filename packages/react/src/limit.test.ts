import { describe, expect, it } from 'vitest'
import { createLimit } from './exchange-client.ts'

describe(createLimit, () => {
  it('runs six tasks at once, and the seventh after one ends or fails', async () => {
    const limit = createLimit(6)
    const started: number[] = []
    const gates = Array.from({ length: 7 }, () => Promise.withResolvers<void>())
    const runs = gates.map((gate, index) =>
      limit(async () => {
        started.push(index)
        await gate.promise
      }),
    )
    await Promise.resolve()
    expect(started).toEqual([0, 1, 2, 3, 4, 5])
    gates[2]?.reject(new Error('broke'))
    await expect(runs[2]).rejects.toThrow('broke')
    await Promise.resolve()
    await Promise.resolve()
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6])
    gates.forEach((gate) => gate.resolve())
    await Promise.allSettled(runs)
  })

  it('never runs more than six tasks, and returns each its own result', async () => {
    const limit = createLimit(2)
    let running = 0
    let most = 0
    const answers = Array.from({ length: 7 }, (_, index) =>
      limit(async () => {
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
        return index
      }),
    )
    expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(most).toBe(2)
    // Nobody waits any more: the place of the last one is free again.
    expect(await limit(() => Promise.resolve('alone'))).toBe('alone')
  })
})
