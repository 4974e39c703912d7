import { describe, expect, it } from 'vitest'
import { createRoughStoreTime } from './store-time.ts'

describe(createRoughStoreTime, () => {
  it('queries the time of Redis once a minute, and advances it by the clock of the process', async () => {
    let nowMs = 1000
    let looks = 0
    const read = createRoughStoreTime(
      async () => {
        looks += 1
        return nowMs + 3_600_000
      },
      () => nowMs,
    )
    expect(await read()).toBe(3_601_000)
    nowMs += 59_999
    expect(await read()).toBe(nowMs + 3_600_000)
    expect(looks).toBe(1)
    nowMs += 1
    await read()
    expect(looks).toBe(2)
  })

  it('queries again after Redis was unavailable', async () => {
    const answers = [Promise.reject(new Error('away')), Promise.resolve(50)]
    const read = createRoughStoreTime(
      () => answers.shift() ?? Promise.resolve(0),
      () => 0,
    )
    await expect(read()).rejects.toThrow('away')
    expect(await read()).toBe(50)
  })
})
