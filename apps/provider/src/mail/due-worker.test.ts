import { describe, expect, it } from 'vitest'
import { nextTryAt } from './due-worker.ts'

describe(nextTryAt, () => {
  it('waits longer after each attempt, and stops after two days', () => {
    const fault = { code: 'ECONNREFUSED', isPermanent: false }
    const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => nextTryAt(fault, { attempts, nowMs: 0 })!)
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    expect(waits[0]).toBe(60_000)
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(48 * 3_600_000)
    expect(nextTryAt(fault, { attempts: 8, nowMs: 0 })).toBeUndefined()
  })

  it('never retries after a permanent refusal', () => {
    expect(nextTryAt({ code: 'SMTP_550', isPermanent: true }, { attempts: 1, nowMs: 0 })).toBeUndefined()
  })
})
