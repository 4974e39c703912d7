import { describe, expect, it } from 'vitest'
import { idlePhase, LONGEST_TIMER_MS, WARN_BEFORE_MS } from './idle-warning.ts'

const END = 10_000_000

describe(idlePhase, () => {
  it('warns two minutes before the end, to the millisecond', () => {
    expect(idlePhase({ idleEndsAtMs: END, nowMs: END - WARN_BEFORE_MS - 1 })).toEqual({
      kind: 'quiet',
      forMs: 1,
    })
    expect(idlePhase({ idleEndsAtMs: END, nowMs: END - WARN_BEFORE_MS })).toEqual({
      kind: 'warn',
      forMs: WARN_BEFORE_MS,
    })
    expect(idlePhase({ idleEndsAtMs: END, nowMs: END - 1 })).toEqual({ kind: 'warn', forMs: 1 })
    expect(idlePhase({ idleEndsAtMs: END, nowMs: END })).toEqual({ kind: 'over' })
  })
  it('never asks a timer for more than it can hold', () => {
    expect(idlePhase({ idleEndsAtMs: Number.MAX_SAFE_INTEGER, nowMs: 0 })).toEqual({
      kind: 'quiet',
      forMs: LONGEST_TIMER_MS,
    })
  })
})
