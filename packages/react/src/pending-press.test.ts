import { describe, expect, it } from 'vitest'
import { mayPress } from './use-pending-press.ts'

describe(mayPress, () => {
  it('allows a press before the first one and after a failure, not while one is pending', () => {
    expect((['idle', 'opening', 'slow', 'failed'] as const).filter(mayPress)).toEqual(['idle', 'failed'])
  })
})
