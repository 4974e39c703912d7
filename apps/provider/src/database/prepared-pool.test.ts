import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInstant } from './prepared-pool.ts'

describe(readInstant, () => {
  it.each([
    ['2026-11-20 08:00:00+00', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20 08:00:00.1+00', '2026-11-20T08:00:00.100Z'],
    ['2026-11-20 08:00:00.012+00', '2026-11-20T08:00:00.012Z'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
    ['2026-11-20 08:00:00.5+05:30', '2026-11-20T02:30:00.500Z'],
    ['12026-11-20 08:00:00+00', '+012026-11-20T08:00:00.000Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(readInstant(text)).toEqual(new Date(instant))
  })

  it('parses every instant as PostgreSQL formats it', () => {
    const instants = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, (instant) => {
        const written = instant
          .toISOString()
          .replace('T', ' ')
          .replace(/\.?0*Z$/, '+00')
        // Without a fraction the zeros at the end are those of the seconds.
        const text =
          instant.getUTCMilliseconds() === 0
            ? instant.toISOString().replace('T', ' ').replace('.000Z', '+00')
            : written
        expect(readInstant(text)).toEqual(instant)
      }),
    )
  })
})
