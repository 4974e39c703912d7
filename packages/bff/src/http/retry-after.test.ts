import { describe, expect, it } from 'vitest'
import { readRetryAfterMs } from './retry-after.ts'

const DATE = 'Fri, 20 Nov 2026 03:00:00 GMT'

describe(readRetryAfterMs, () => {
  it.each([
    ['7', 7000],
    [' 7 ', 7000],
    ['0', 0],
    ['999999999', 999_999_999_000],
    ['9999999999', undefined],
    ['Fri, 20 Nov 2026 03:00:09 GMT', 9000],
    ['Fri, 20 Nov 2026 02:00:00 GMT', 0],
    ['2026-11-20T03:00:09Z', undefined],
    ['soon', undefined],
    ['-1', undefined],
    ['', undefined],
    [undefined, undefined],
    [['7', '8'], undefined],
  ])('parses %j as %s', (header, ms) => {
    expect(readRetryAfterMs({ 'retry-after': header, date: DATE })).toBe(ms)
  })

  it('parses a date only together with the Date header of the response', () => {
    const moment = { 'retry-after': 'Fri, 20 Nov 2026 03:00:09 GMT' }
    expect(readRetryAfterMs(moment)).toBeUndefined()
    expect(readRetryAfterMs({ ...moment, date: 'yesterday' })).toBeUndefined()
    expect(readRetryAfterMs({ 'retry-after': '7' })).toBe(7000)
  })
})
