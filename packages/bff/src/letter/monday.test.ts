import { describe, expect, it } from 'vitest'
import { mondayAt, nextMondayMs } from './monday.ts'

const next = (now: string, zone: string) => new Date(nextMondayMs(Date.parse(now), zone)).toISOString()

describe(nextMondayMs, () => {
  it.each([
    ['a Sunday in UTC', '2026-11-22T23:59:59Z', 'UTC', '2026-11-23T07:00:00.000Z'],
    ['a moment before seven', '2026-11-23T06:59:59Z', 'UTC', '2026-11-23T07:00:00.000Z'],
    ['seven itself, which has come', '2026-11-23T07:00:00Z', 'UTC', '2026-11-30T07:00:00.000Z'],
    [
      'a Monday of UTC that is Sunday there',
      '2026-11-23T02:00:00Z',
      'America/Toronto',
      '2026-11-23T12:00:00.000Z',
    ],
    [
      'a Sunday of UTC that is Monday there',
      '2026-11-22T20:00:00Z',
      'Asia/Kolkata',
      '2026-11-23T01:30:00.000Z',
    ],
    [
      'the day before winter time begins',
      '2026-10-24T12:00:00Z',
      'Europe/Berlin',
      '2026-10-26T06:00:00.000Z',
    ],
    [
      'the day before summer time begins',
      '2027-03-27T12:00:00Z',
      'Europe/Berlin',
      '2027-03-29T05:00:00.000Z',
    ],
    [
      'half an hour of summer time',
      '2026-10-03T00:00:00Z',
      'Australia/Lord_Howe',
      '2026-10-04T20:00:00.000Z',
    ],
    ['the east end of the day', '2026-11-22T16:59:59Z', 'Pacific/Kiritimati', '2026-11-22T17:00:00.000Z'],
  ])('returns seven o’clock local time on the Monday after %s', (_name, now, zone, expected) => {
    expect(next(now, zone)).toBe(expected)
  })
})

describe(mondayAt, () => {
  it.each([
    ['2026-11-23T06:59:59Z', 'UTC', undefined],
    ['2026-11-23T07:00:00Z', 'UTC', '2026-11-23'],
    ['2026-11-23T23:59:59Z', 'UTC', '2026-11-23'],
    ['2026-11-24T00:00:00Z', 'UTC', undefined],
    ['2026-11-24T04:59:00Z', 'America/Toronto', '2026-11-23'],
    ['2026-11-22T17:00:00Z', 'Pacific/Kiritimati', '2026-11-23'],
  ])('returns at %s in %s the Monday %s', (now, zone, monday) => {
    expect(mondayAt(Date.parse(now), zone)).toBe(monday)
  })
})
