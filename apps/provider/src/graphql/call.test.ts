import { describe, expect, it } from 'vitest'
import { outcomeOf } from './call.ts'

describe(outcomeOf, () => {
  it('distinguishes our faults from refusals', () => {
    const problem = { detail: '', reason: undefined }
    expect(outcomeOf({ problem: undefined })).toBe('ok')
    expect(outcomeOf({ problem: { ...problem, code: 'FORBIDDEN' } })).toBe('refused')
    expect(outcomeOf({ problem: { ...problem, code: 'INTERNAL_SERVER_ERROR' } })).toBe('failed')
  })
})
