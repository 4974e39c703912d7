import { describe, expect, it } from 'vitest'
import { dataAge, JUST_READ_MS, STALE_AFTER_MS } from './data-age.ts'

describe(dataAge, () => {
  it('says "just now" for a minute, then the time, and offers to read anew after fifteen, to the millisecond', () => {
    expect(dataAge(0, JUST_READ_MS, true)).toBe('fresh')
    expect(dataAge(0, JUST_READ_MS + 1, true)).toBe('dated')
    expect(dataAge(0, STALE_AFTER_MS, true)).toBe('dated')
    expect(dataAge(0, STALE_AFTER_MS + 1, true)).toBe('stale')
  })
  it('tells the time at once of figures that cannot be read anew', () => {
    expect(dataAge(5, 5, false)).toBe('frozen')
  })
})
