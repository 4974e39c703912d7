import { describe, expect, it } from 'vitest'
import { mayPress, pendingPhase } from './pending-press.ts'

describe(pendingPhase, () => {
  it.each([
    [0, 'opening'],
    [2_999, 'opening'],
    [3_000, 'slow'],
    [9_999, 'slow'],
    [10_000, 'failed'],
  ] as const)('after %i ms says %s', (elapsedMs, phase) => {
    expect(pendingPhase(elapsedMs)).toBe(phase)
  })
})

describe(mayPress, () => {
  it('allows a press at rest and after a failure, never in between', () => {
    expect((['idle', 'opening', 'slow', 'failed'] as const).filter(mayPress)).toEqual(['idle', 'failed'])
  })
})
