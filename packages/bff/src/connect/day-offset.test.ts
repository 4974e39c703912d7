import type { Request } from 'express'
import { expect, it } from 'vitest'
import { dayOffsetOf } from './connect-responder.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const offset = (cookie: string | undefined) =>
  dayOffsetOf({ headers: { cookie } } as Request, { timeZone: 'zone' }, NOON)

it('the UTC offset of a browser is that of its reported time zone', () => {
  expect(offset('other=Asia/Tokyo; zone=America/Toronto')).toBe(-5 * 3_600_000)
  expect(offset('zone=UTC')).toBe(0)
})

it('the UTC offset of a browser is undefined without a reported time zone or with an unknown one', () => {
  for (const cookie of [undefined, '', 'other=Asia/Tokyo', 'zone=Mars/Olympus'])
    expect(offset(cookie)).toBeUndefined()
})
