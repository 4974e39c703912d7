import { describe, expect, it } from 'vitest'
import { mayPress } from './pending-press.ts'

describe(mayPress, () => {
  it('allows a press at rest and after a failure, never in between', () => {
    expect((['idle', 'opening', 'slow', 'failed'] as const).filter(mayPress)).toEqual(['idle', 'failed'])
  })
})
