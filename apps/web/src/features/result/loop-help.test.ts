import { describe, expect, it } from 'vitest'
import { type Ending, isLoop, LOOP_WINDOW_MS, parseEndings, rememberEnding } from './loop-help.tsx'

const first: Ending = { resultId: 'a', outcome: 'no_business', atMs: 1_000 }
const again = (change: Partial<Ending>): Ending => ({ ...first, resultId: 'b', atMs: 2_000, ...change })

describe(isLoop, () => {
  it('is one when another attempt ended the same way within ten minutes, to the millisecond', () => {
    expect(isLoop([first], again({}))).toBe(true)
    expect(isLoop([first], again({ atMs: first.atMs + LOOP_WINDOW_MS - 1 }))).toBe(true)
    expect(isLoop([first], again({ atMs: first.atMs + LOOP_WINDOW_MS }))).toBe(false)
  })
  it('is none for the same attempt read twice, for another ending, or for an answer the person gave', () => {
    expect(isLoop([first], first)).toBe(false)
    expect(isLoop([first], again({ outcome: 'expired' }))).toBe(false)
    expect(isLoop([{ ...first, outcome: 'declined' }], again({ outcome: 'declined' }))).toBe(false)
    expect(isLoop([{ ...first, outcome: 'connected' }], again({ outcome: 'connected' }))).toBe(false)
  })
})

describe(rememberEnding, () => {
  it('keeps each attempt once, and only as long as it matters', () => {
    expect(rememberEnding([first], first)).toEqual([first])
    const late = again({ atMs: first.atMs + LOOP_WINDOW_MS })
    expect(rememberEnding([first], late)).toEqual([late])
  })
})

describe(parseEndings, () => {
  it('takes anything unreadable for nothing', () => {
    for (const text of [null, '', '{', '7', '{"a":1}', '[1,null]'.replace('null', '{}')])
      expect(parseEndings(text)).toEqual([])
    expect(parseEndings(JSON.stringify([first]))).toEqual([first])
  })
})
