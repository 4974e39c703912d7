import { describe, expect, it } from 'vitest'
import type { Passage } from './allowance.ts'
import { createWaitingQueues } from './waiting-queues.ts'

/** Lines, and the order in which those who stand in them are answered. */
function world() {
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
  it('serves one of each line before the second of any, and in a line who came first', async () => {
    const { lines, join, answers } = world()
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

  it('gives a line that comes back a turn behind those that are there', async () => {
    const { lines, join, answers } = world()
    join('a1', 'a')
    lines.letGo()
    join('b1', 'b')
    join('a2', 'a')
    lines.letGo()
    lines.letGo()
    expect((await answers()).map(([name]) => name)).toEqual(['a1', 'b1', 'a2'])
  })

  it('refuses those whose time ends before a moment, and keeps those whose time ends at it', async () => {
    const { lines, join, answers } = world()
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

  it('gives no turn to a line from which everybody was refused', async () => {
    const { lines, join, answers } = world()
    join('late', 'a', 99)
    join('in time', 'b', 100)
    lines.refuseBefore(100, crowded)
    lines.letGo()
    expect(lines.size()).toBe(0)
    expect((await answers()).at(-1)).toEqual(['in time', 'go'])
  })

  it('has nobody to let go while nobody waits', () => {
    const { lines } = world()
    lines.letGo()
    expect(lines.size()).toBe(0)
  })
})
