import { describe, expect, it } from 'vitest'
import { markOf } from './secret-mark.ts'

describe(markOf, () => {
  it('distinguishes secrets without revealing them', () => {
    const secret = 's'.repeat(32)
    expect(markOf(secret)).toMatch(/^[A-Za-z0-9_-]{8}$/)
    expect(markOf(secret)).toBe(markOf('s'.repeat(32)))
    expect(markOf(secret)).not.toBe(markOf('t'.repeat(32)))
    expect(secret).not.toContain(markOf(secret))
  })

  it('stays the same over releases, so that the logs of two can be compared', () => {
    expect(markOf('s'.repeat(32))).toBe('tbkDSy2I')
  })
})
