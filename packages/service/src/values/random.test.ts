import { describe, expect, it } from 'vitest'
import { randomId } from './random.ts'

describe(randomId, () => {
  it.each([
    [16, 22],
    [32, 43],
    [1, 2],
    [4096, 5462],
    [5000, 6667],
  ])('of %i bytes has %i URL-safe characters', (bytes, characters) => {
    expect(randomId(bytes)).toMatch(new RegExp(`^[\\w-]{${characters}}$`))
  })

  it('is never repeated', () => {
    const ids = Array.from({ length: 10_000 }, () => randomId())
    expect(new Set(ids).size).toBe(10_000)
  })
})
