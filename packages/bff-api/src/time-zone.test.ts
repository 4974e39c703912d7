import { describe, expect, it } from 'vitest'
import { TimeZoneSchema } from './time-zone.ts'

const isTaken = (name: unknown) => TimeZoneSchema.safeParse(name).success

describe('a time zone that a browser tells', () => {
  it('is one of the IANA list, or an offset', () => {
    for (const name of ['UTC', 'America/St_Johns', 'America/Port-au-Prince', 'Etc/GMT+5', '+05:30'])
      expect(isTaken(name), name).toBe(true)
  })

  it('is not taken when nobody here can count in it', () => {
    for (const name of ['Mars/Olympus', 'x', '+99:99']) expect(isTaken(name), name).toBe(false)
  })

  it('is not taken when it could not stand in a cookie as it is, whatever Intl would read it as', () => {
    for (const name of ['', ' UTC', 'UTC ', 'UTC;', 'UTC\r\n', 'Europe/Paris; Path=/', undefined, 5])
      expect(isTaken(name), String(name)).toBe(false)
  })
})
