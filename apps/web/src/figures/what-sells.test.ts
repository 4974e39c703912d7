import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_INVOICES, invoiceRow, money, TODAY, UNCOUNTED } from '#testing/figure-rows.ts'
import { buildWhatSells } from './what-sells.ts'

const about = { today: TODAY, currency: { code: 'CAD', exponent: 2 }, partial: false }
const line = (product: string, minor: number) => ({
  product: { id: product, name: product },
  subtotal: money(minor),
})

describe('product sales', () => {
  it('add up invoice lines by product and month', () => {
    const rows = [
      invoiceRow({ id: '1', invoiceDate: '2026-11-02', items: [line('labour', 100), line('labour', 50)] }),
      invoiceRow({ id: '2', invoiceDate: '2025-11-30', items: [line('paint', 400), line('labour', 7)] }),
    ]
    const model = buildWhatSells(rows, about)
    expect(model.months).toHaveLength(13)
    expect([model.months[0], model.months[12]]).toEqual(['2025-11', '2026-11'])
    expect(model.rows.map(({ id, minor, percent }) => [id, minor, percent])).toEqual([
      ['paint', 400, 72],
      ['labour', 157, 28],
    ])
    expect(model.rows[1]?.months).toEqual([7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 150])
  })

  it('do not distribute discounts of whole invoices, and report their number', () => {
    const rows = [invoiceRow({ id: '1', discountTotal: money(500) }), invoiceRow({ id: '2' })]
    expect(buildWhatSells(rows, about)).toMatchObject({
      totalMinor: 20_000,
      discounts: { invoices: 1, minor: 500 },
    })
  })

  it('are partial if the lines of one invoice were not read, and empty without lines', () => {
    expect(buildWhatSells([invoiceRow({ id: '1', items: null })], about)).toMatchObject({
      form: 'empty',
      partial: true,
    })
  })

  it('add up to the total, also by month, in any order, without excluded invoices', () => {
    fc.assert(
      fc.property(ANY_INVOICES, (rows) => {
        const whole = buildWhatSells(rows, about)
        expect(whole.rows.reduce((sum, { minor }) => sum + minor, 0)).toBe(whole.totalMinor)
        for (const { minor, months } of whole.rows)
          expect(months.reduce((sum, each) => sum + each, 0)).toBe(minor)
        expect(buildWhatSells(rows.toReversed(), about)).toEqual(whole)
        expect({ ...buildWhatSells([...rows, ...UNCOUNTED], about), excluded: whole.excluded }).toEqual(whole)
      }),
    )
  })
})
