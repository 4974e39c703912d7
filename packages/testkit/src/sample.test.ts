import { afterEach, describe, expect, it, vi } from 'vitest'
import { ALL_CASES_SETTING, sample, SEED_SETTING } from './sample.ts'

const CASES = Array.from({ length: 40 }, (_, index) => `case ${index}`)

describe('sample', () => {
  afterEach(() => vi.unstubAllEnvs())
  const withSeed = (seed: string) => {
    vi.stubEnv(ALL_CASES_SETTING, undefined)
    vi.stubEnv(SEED_SETTING, seed)
    return sample(CASES, 4)
  }

  it('chooses as many cases as it is asked for, in their order', () => {
    const chosen = withSeed('7')
    expect(chosen).toHaveLength(4)
    expect(CASES.filter((one) => chosen.includes(one))).toEqual(chosen)
  })

  it('chooses the same cases for the same seed, and every case for some seed', () => {
    expect(withSeed('7')).toEqual(withSeed('7'))
    const seen = new Set(Array.from({ length: 200 }, (_, seed) => withSeed(String(seed))).flat())
    expect(seen.size).toBe(CASES.length)
  })

  it('returns all cases in a deep run, and where there are no more than asked for', () => {
    expect(withSeed('7').length).toBeLessThan(CASES.length)
    vi.stubEnv(ALL_CASES_SETTING, undefined)
    expect(sample(CASES, 99)).toEqual(CASES)
    vi.stubEnv(ALL_CASES_SETTING, 'true')
    expect(sample(CASES, 4)).toEqual(CASES)
  })
})
