import { describe, expect, it } from 'vitest'
import { TimeZoneSchema } from './time-zone.ts'

const isTaken = (name: unknown) => TimeZoneSchema.safeParse(name).success

describe('a time zone reported by a browser', () => {
  it('is accepted if it is an IANA name or an offset', () => {
    for (const name of ['UTC', 'America/St_Johns', 'America/Port-au-Prince', 'Etc/GMT+5', '+05:30'])
      expect(isTaken(name), name).toBe(true)
  })

  it('is refused if this process has no rules for it', () => {
    for (const name of ['Mars/Olympus', 'x', '+99:99']) expect(isTaken(name), name).toBe(false)
  })

  it('is refused if it cannot be written into a cookie unchanged, even where Intl would accept it', () => {
    for (const name of ['', ' UTC', 'UTC ', 'UTC;', 'UTC\r\n', 'Europe/Paris; Path=/', undefined, 5])
      expect(isTaken(name), String(name)).toBe(false)
  })
})
