import { describe, expect, it, vi } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

/** Creates turns for this number of connections; `heavy` are the people who used much time. */
function open(connections: number, heavy: readonly string[] = []) {
  let nowMs = 0
  const use = { add: vi.fn(), isHeavy: (person: string) => heavy.includes(person) }
  const turns = createFairTurns({ connections, use, clock: () => nowMs })
  const begun: (string | undefined)[] = []
  const ends: (() => void)[] = []
  /** Asks for a connection, and notes when it is given. */
  const take = async (person: string | undefined) => {
    const wasGiven = turns.take(person).then((end) => {
      begun.push(person)
      ends.push(end)
    })
    await Promise.race([wasGiven, Promise.resolve()])
    await Promise.resolve()
  }
  const endFirst = async () => {
    ends.shift()?.()
    for (let index = 0; index < 5; index += 1) await Promise.resolve()
  }
  return { turns, use, take, begun, endFirst, pass: (ms: number) => void (nowMs += ms) }
}

describe('the turns of people at the database connections', () => {
  it('are in the order of arrival among people who used little time', async () => {
    const { take, begun, endFirst } = open(1)
    for (const person of ['ada', 'bo', undefined, 'ada']) await take(person)
    expect(begun).toEqual(['ada'])
    for (let index = 0; index < 3; index += 1) await endFirst()
    expect(begun).toEqual(['ada', 'bo', undefined, 'ada'])
  })

  it('never give the last free connection to a person who already has another one', async () => {
    const { take, begun, endFirst } = open(3)
    for (const person of ['ada', 'ada', 'ada', 'bo']) await take(person)
    expect(begun).toEqual(['ada', 'ada', 'bo'])
    await endFirst()
    expect(begun).toEqual(['ada', 'ada', 'bo', 'ada'])
  })

  it('may give all connections to background work', async () => {
    const { take, begun } = open(3)
    for (let index = 0; index < 3; index += 1) await take(undefined)
    expect(begun).toHaveLength(3)
  })

  it('give one connection at a time to a person who used much time', async () => {
    const { take, begun, endFirst } = open(4, ['eve'])
    for (let index = 0; index < 3; index += 1) await take('eve')
    expect(begun).toEqual(['eve'])
    await endFirst()
    expect(begun).toEqual(['eve', 'eve'])
  })

  it('give at most half of the connections to people who used much time', async () => {
    const { take, begun } = open(4, ['eve', 'mallory', 'oscar'])
    for (const person of ['eve', 'mallory', 'oscar', 'ada']) await take(person)
    expect(begun).toEqual(['eve', 'mallory', 'ada'])
  })

  it('come first for people who used little time, however long they queue', async () => {
    const { take, begun, endFirst } = open(1, ['eve'])
    for (const person of ['ada', 'eve', 'bo', 'cy']) await take(person)
    for (let index = 0; index < 3; index += 1) await endFirst()
    expect(begun).toEqual(['ada', 'bo', 'cy', 'eve'])
  })

  it('come after at most two seconds for a person who used much time', async () => {
    const { take, begun, endFirst, pass } = open(1, ['eve'])
    for (const person of ['ada', 'eve']) await take(person)
    pass(2_000)
    await take('bo')
    await endFirst()
    expect(begun).toEqual(['ada', 'eve'])
  })

  it('count how long each person had a connection', async () => {
    const { use, take, endFirst, pass } = open(2)
    await take('ada')
    pass(70)
    await endFirst()
    expect(use.add.mock.calls).toEqual([['ada', 70]])
  })

  it('are refused if no connection becomes free in time', async () => {
    vi.useFakeTimers()
    const use = { add: () => undefined, isHeavy: () => false }
    const turns = createFairTurns({ connections: 1, longestWaitMs: 5_000, use, clock: () => 0 })
    await turns.take('ada')
    const refusal = turns.take('bo').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await refusal).toEqual(new Error('timeout exceeded when trying to connect'))
    expect(turns.countWaiting()).toBe(0)
    vi.useRealTimers()
  })
})
