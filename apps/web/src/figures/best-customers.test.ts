import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_INVOICES, invoiceRow, money, TODAY, UNCOUNTED } from '#testing/figure-rows.ts'
import { buildBestCustomers } from './best-customers.ts'

const about = { today: TODAY, currency: { code: 'CAD', exponent: 2 }, partial: false }
const sold = (customer: string, net: number, invoiceDate = '2026-03-05') =>
  invoiceRow({
    id: `${customer}-${net}-${invoiceDate}`,
    customer: { id: customer, name: 'The same name' },
    invoiceDate,
    total: money(net + 130),
    taxTotal: money(130),
  })

describe('the best customers chart', () => {
  it('ranks customer ids by invoiced amount without taxes', () => {
    const model = buildBestCustomers([sold('a', 100), sold('b', 300), sold('a', 250), sold('c', 50)], about)
    expect(model).toMatchObject({
      form: 'full',
      totalMinor: 700,
      rows: [
        { id: 'a', minor: 350, invoices: 2, percent: 50 },
        { id: 'b', minor: 300, percent: 43 },
        { id: 'c', minor: 50, percent: 7 },
      ],
      half: { customers: 1, percent: 50 },
    })
  })

  it('counts two customers for half of the total if the first is one cent short', () => {
    const model = buildBestCustomers([sold('a', 349), sold('b', 301), sold('c', 49)], about)
    expect(model.half).toEqual({ customers: 2, percent: 93 })
  })

  it.each([
    ['the last day before the twelve months', '2025-10-31', 0],
    ['the first day of them', '2025-11-01', 100],
    ['today', TODAY, 100],
    ['tomorrow', '2026-11-21', 0],
  ])('counts invoices of the last twelve months only: dated on %s', (_name, day, totalMinor) => {
    expect(buildBestCustomers([sold('a', 100, day)], about).totalMinor).toBe(totalMinor)
  })

  it('has a short form for fewer than three customers', () => {
    expect(buildBestCustomers([], about).form).toBe('empty')
    expect(buildBestCustomers([sold('a', 1), sold('b', 1)], about).form).toBe('few')
  })

  it('of a young business begins with its first invoice', () => {
    expect(buildBestCustomers([sold('a', 1, '2026-10-20')], about).since).toEqual({
      day: '2026-10-20',
      isYoung: true,
    })
    expect(buildBestCustomers([sold('a', 1, '2026-10-19')], about).since).toEqual({
      day: '2025-11-01',
      isYoung: false,
    })
  })

  it('adds up to the total in any order, and ignores excluded invoices except in their count', () => {
    fc.assert(
      fc.property(ANY_INVOICES, (rows) => {
        const whole = buildBestCustomers(rows, about)
        expect(whole.rows.reduce((sum, { minor }) => sum + minor, 0)).toBe(whole.totalMinor)
        expect(whole.rows.reduce((sum, { invoices }) => sum + invoices, 0)).toBe(whole.from.invoices)
        expect(buildBestCustomers(rows.toReversed(), about)).toEqual(whole)
        expect({
          ...buildBestCustomers([...rows, ...UNCOUNTED], about),
          excluded: whole.excluded,
        }).toEqual(whole)
      }),
    )
  })
})
