import { describe, expect, it } from 'vitest'
import { type Ending, isLoop, LOOP_WINDOW_MS, parseEndings, rememberEnding } from './result-screen.tsx'

const first: Ending = { resultId: 'a', outcome: 'no_business', atMs: 1_000 }
const again = (change: Partial<Ending>): Ending => ({ ...first, resultId: 'b', atMs: 2_000, ...change })

describe(isLoop, () => {
  it('returns true if another attempt ended the same way within ten minutes, to the millisecond', () => {
    expect(isLoop([first], again({}))).toBe(true)
    expect(isLoop([first], again({ atMs: first.atMs + LOOP_WINDOW_MS - 1 }))).toBe(true)
    expect(isLoop([first], again({ atMs: first.atMs + LOOP_WINDOW_MS }))).toBe(false)
  })
  it('returns false for the same attempt, another outcome or an intended answer', () => {
    expect(isLoop([first], first)).toBe(false)
    expect(isLoop([first], again({ outcome: 'expired' }))).toBe(false)
    expect(isLoop([{ ...first, outcome: 'declined' }], again({ outcome: 'declined' }))).toBe(false)
    expect(isLoop([{ ...first, outcome: 'connected' }], again({ outcome: 'connected' }))).toBe(false)
  })
})

describe(rememberEnding, () => {
  it('stores each attempt once, for ten minutes', () => {
    expect(rememberEnding([first], first)).toEqual([first])
    const late = again({ atMs: first.atMs + LOOP_WINDOW_MS })
    expect(rememberEnding([first], late)).toEqual([late])
  })
})

describe(parseEndings, () => {
  it('treats unreadable storage as empty', () => {
    for (const text of [null, '', '{', '7', '{"a":1}', '[1,null]'.replace('null', '{}')])
      expect(parseEndings(text)).toEqual([])
    expect(parseEndings(JSON.stringify([first]))).toEqual([first])
  })
})
