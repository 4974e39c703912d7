import { describe, expect, it } from 'vitest'
import { knownTimeZone, LONGEST_ZONE_NAME } from './time-zone.ts'

describe(knownTimeZone, () => {
  it.each(['America/Toronto', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Etc/GMT-14'])(
    'accepts %s',
    (name) => {
      expect(knownTimeZone(name)).toBe(name)
      // A repeated call gives the same result.
      expect(knownTimeZone(name)).toBe(name)
    },
  )

  it.each([
    undefined,
    '',
    'Mars/Olympus',
    '+05:30',
    ' UTC',
    'UTC ',
    'America/Toronto\r\n',
    '../../etc/passwd',
    'x'.repeat(LONGEST_ZONE_NAME),
    'x'.repeat(LONGEST_ZONE_NAME + 1),
    '/America/Toronto',
    'UTC!',
  ])('refuses %j', (name) => {
    expect(knownTimeZone(name)).toBeUndefined()
    expect(knownTimeZone(name)).toBeUndefined()
  })

  it('still accepts a known zone after thousands of invented names', () => {
    for (let count = 0; count < 2_000; count += 1) expect(knownTimeZone(`Made/Up${count}`)).toBeUndefined()
    expect(knownTimeZone('America/Toronto')).toBe('America/Toronto')
  })
})
