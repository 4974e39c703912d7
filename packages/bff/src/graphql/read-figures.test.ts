import { describe, expect, it } from 'vitest'
import type { Listener } from './graphql-ports.ts'
import { createJoinedReadings } from './read-figures.ts'

/** Creates a waiting caller that can leave. */
function listener(): Listener & { leave: () => void } {
  const hearers: (() => void)[] = []
  let closed = false
  return {
    get closed() {
      return closed
    },
    once: (_event, hear) => hearers.push(hear),
    leave() {
      closed = true
      for (const hear of hearers) hear()
    },
  }
}

/** Readings that end when they are asked to. */
function readings() {
  const begun: { everybody: Listener; end: (read: string) => void; fail: (error: Error) => void }[] = []
  const begin = (everybody: Listener) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    begun.push({ everybody, end: resolve, fail: reject })
    return promise
  }
  return { begun, begin, joined: createJoinedReadings<string>() }
}

describe(createJoinedReadings, () => {
  it('reads once for all callers with the same key, and separately for each other key', async () => {
    const { begun, begin, joined } = readings()
    const same = [joined.join('a', listener(), begin), joined.join('a', listener(), begin)]
    const other = joined.join('b', listener(), begin)
    expect(begun).toHaveLength(2)
    begun[0]?.end('of a')
    begun[1]?.end('of b')
    expect(await Promise.all([...same, other])).toEqual(['of a', 'of a', 'of b'])
  })

  it('reads again for a caller after a reading has ended or failed', async () => {
    const { begun, begin, joined } = readings()
    const first = joined.join('a', listener(), begin)
    begun[0]?.fail(new Error('no answer'))
    await expect(first).rejects.toThrow('no answer')
    const second = joined.join('a', listener(), begin)
    begun[1]?.end('now')
    expect(await second).toBe('now')
  })

  it('lets callers join a reading while callers of the previous reading still leave', async () => {
    const { begun, begin, joined } = readings()
    const early = listener()
    const first = joined.join('a', early, begin)
    begun[0]?.end('before')
    await first
    void joined.join('a', listener(), begin)
    early.leave()
    void joined.join('a', listener(), begin)
    expect(begun).toHaveLength(2)
  })

  it('cancels a reading when its last caller has left, and nobody can join it then', () => {
    const { begun, begin, joined } = readings()
    const [one, other] = [listener(), listener()]
    void joined.join('a', one, begin)
    void joined.join('a', other, begin)
    one.leave()
    expect(begun[0]?.everybody.closed).toBe(false)
    let told = 0
    begun[0]?.everybody.once('close', () => (told += 1))
    other.leave()
    expect([begun[0]?.everybody.closed, told]).toEqual([true, 1])
    void joined.join('a', listener(), begin)
    expect(begun).toHaveLength(2)
    expect(begun[1]?.everybody.closed).toBe(false)
  })
})
