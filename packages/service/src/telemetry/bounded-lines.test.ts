import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBoundedLines } from './bounded-lines.ts'

describe(createBoundedLines, () => {
  beforeEach(() => void vi.useFakeTimers({ now: 60_000 }))
  afterEach(() => void vi.useRealTimers())

  function bounded() {
    const told: object[] = []
    const logger = { warn: (line: object) => void told.push(line) }
    const lines = createBoundedLines({ logger, clock: Date.now, linesPerMinute: 2 })
    return { lines, told }
  }

  it('reports once, at the end of the minute, how many lines were left out', () => {
    const { lines, told } = bounded()
    const written = ['a', 'a', 'a', 'a', 'b'].map((caller) => lines.mayWrite(caller))
    expect(written).toEqual([true, true, false, false, true])
    vi.advanceTimersByTime(59_999)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(told).toEqual([{ event: 'log.lines_left_out', count: 2 }])
    expect(lines.mayWrite('a')).toBe(true)
    vi.advanceTimersByTime(60_000)
    expect(told).toHaveLength(1)
  })

  it('reserves lines for our own faults beside those of one caller', () => {
    const { lines } = bounded()
    for (let line = 0; line < 5; line += 1) lines.mayWrite('a')
    expect(lines.mayWrite('a', true)).toBe(true)
  })

  it('reports a single omitted line, and the total of a minute once', () => {
    const { lines, told } = bounded()
    for (let line = 0; line < 3; line += 1) lines.mayWrite('a')
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual([{ event: 'log.lines_left_out', count: 1 }])
    for (let line = 0; line < 5; line += 1) lines.mayWrite('a')
    vi.advanceTimersByTime(60_000)
    expect(told.slice(1)).toEqual([{ event: 'log.lines_left_out', count: 3 }])
  })

  it('reserves lines for the faults of each caller', () => {
    const { lines } = bounded()
    for (let line = 0; line < 5; line += 1) lines.mayWrite('a', true)
    expect([lines.mayWrite('a', true), lines.mayWrite('b', true)]).toEqual([false, true])
  })
})
