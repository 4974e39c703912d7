import { describe, expect, it } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

describe(createSingleFlight, () => {
  it('does the work for a key once for all simultaneous callers, and again for later ones', async () => {
    const flight = createSingleFlight<string, number>()
    let begun = 0
    const held = Promise.withResolvers<void>()
    const work = async () => {
      begun += 1
      await held.promise
      return begun
    }
    const [one, two] = [flight.run('a', work), flight.run('a', work)]
    expect([begun, flight.find('a') === one, flight.find('b')]).toEqual([1, true, undefined])
    held.resolve()
    expect(await Promise.all([one, two])).toEqual([1, 1])
    expect(flight.find('a')).toBeUndefined()
    expect(await flight.run('a', work)).toBe(2)
  })

  it('runs different keys separately', async () => {
    const flight = createSingleFlight<string, string>()
    expect(await Promise.all(['a', 'b'].map((key) => flight.run(key, async () => key)))).toEqual(['a', 'b'])
  })

  it('passes a failure to every caller, and does not cache it', async () => {
    const flight = createSingleFlight<string, number>()
    const fail = () => Promise.reject(new Error('away'))
    const answers = await Promise.allSettled([flight.run('a', fail), flight.run('a', fail)])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await flight.run('a', async () => 1)).toBe(1)
  })

  it('settles when all running work has ended', async () => {
    const flight = createSingleFlight<string, void>()
    const held = Promise.withResolvers<void>()
    let isSettled = false
    flight.run('a', () => held.promise).catch(() => undefined)
    const settled = flight.settle().then(() => (isSettled = true))
    await Promise.resolve()
    expect(isSettled).toBe(false)
    held.reject(new Error('away'))
    await settled
  })
})
