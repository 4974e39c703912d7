import { expect, it } from 'vitest'
import { addDays } from './document-days.ts'

it.each([
  ['2026-11-20', 30, '2026-12-20'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-02-28', 1, '2026-03-01'],
  ['2026-11-20', 0, '2026-11-20'],
  ['0001-01-01', 1, '0001-01-02'],
  ['9999-12-31', 30, '9999-12-31'],
])('%s and %i days are %s', (day, days, later) => {
  expect(addDays(day, days)).toBe(later)
})
