import { describe, expect, it } from 'vitest'
import { nextTryAt, readMailFault } from './retry.ts'

describe(readMailFault, () => {
  it.each([
    [{ responseCode: 550, code: 'EENVELOPE', message: 'ada@quay.example unknown' }, 'SMTP_550', true],
    [{ responseCode: 499 }, 'SMTP_499', false],
    [{ responseCode: 500 }, 'SMTP_500', true],
    [{ responseCode: 529 }, 'SMTP_529', true],
    [{ responseCode: 530 }, 'SMTP_530', false],
    [{ responseCode: 535, code: 'EAUTH' }, 'SMTP_535', false],
    [{ responseCode: 540 }, 'SMTP_540', true],
    [{ code: 'ECONNREFUSED' }, 'ECONNREFUSED', false],
    [{ code: 'to ada@quay.example' }, 'UNKNOWN', false],
    [new Error('secret'), 'UNKNOWN', false],
    [null, 'UNKNOWN', false],
    ['secret', 'UNKNOWN', false],
  ])('classifies %j as %s', (error, code, isPermanent) => {
    expect(readMailFault(error)).toEqual({ code, isPermanent })
  })
})

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
