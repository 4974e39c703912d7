import { describe, expect, it } from 'vitest'
import { findRowWindow, groupStarts, WINDOW_FROM_ROWS } from './use-row-window.ts'

const place = (topPx: number) => ({ topPx, rowPx: 44, screenPx: 880 })

describe('the rendered rows of a list', () => {
  it('are all rows of a list with less than 200, at any scroll position', () => {
    expect(findRowWindow(WINDOW_FROM_ROWS - 1, place(-5_000))).toEqual({ first: 0, end: 199 })
  })

  it('are two screens at the top of a long list', () => {
    expect(findRowWindow(10_000, place(0))).toEqual({ first: 0, end: 40 })
  })

  it('are the visible screen and one above and below, in groups of ten', () => {
    // 100 rows above the screen, 20 rows on it.
    expect(findRowWindow(10_000, place(-100 * 44))).toEqual({ first: 80, end: 140 })
    expect(findRowWindow(10_000, place(-100 * 44 - 1))).toEqual({ first: 80, end: 150 })
    expect(findRowWindow(10_000, place(-100 * 44 + 1))).toEqual({ first: 70, end: 140 })
  })

  it('end with the list, even within a group', () => {
    expect(findRowWindow(203, place(-183 * 44))).toEqual({ first: 160, end: 203 })
  })

  it('are none while the list is far outside the screen', () => {
    expect(findRowWindow(1_000, place(100_000))).toEqual({ first: 0, end: 0 })
    expect(findRowWindow(1_000, place(-100_000))).toEqual({ first: 1_000, end: 1_000 })
  })

  it('are always fewer than ninety and contain every visible row', () => {
    for (let y = 0; y < 10_000 * 44; y += 250) {
      const { first, end } = findRowWindow(10_000, place(-y))
      expect(end - first).toBeLessThanOrEqual(80)
      expect(first).toBeLessThanOrEqual(y / 44)
      expect(end).toBeGreaterThanOrEqual(Math.min(10_000, (y + 880) / 44))
      expect(first % 10).toBe(0)
    }
  })

  it('are in groups whose keys stay while scrolling', () => {
    expect(groupStarts({ first: 80, end: 117 })).toEqual([80, 90, 100, 110])
    expect(groupStarts({ first: 0, end: 0 })).toEqual([])
  })
})
