import { describe, expect, it } from 'vitest'
import { invoiceRow, UNCOUNTED } from '#testing/figure-rows.ts'
import { countInvoices } from './counted-invoices.ts'

describe('what a picture counts', () => {
  it('leaves out drafts, statuses nobody knows and other currencies, and says how many', () => {
    const row = invoiceRow({ id: '1' })
    const { counted, excluded } = countInvoices([...UNCOUNTED, row], 'CAD')
    expect(counted).toEqual([row])
    expect(excluded).toEqual({ drafts: 1, unknownStatus: 1, otherCurrency: [{ code: 'EUR', count: 1 }] })
  })

  it('counts invoices in every currency where no money is added up', () => {
    const { counted, excluded } = countInvoices(UNCOUNTED, 'any')
    expect(counted.map(({ id }) => id)).toEqual(['foreign'])
    expect(excluded.otherCurrency).toEqual([])
  })

  it('counts once what two pages of a moving list brought, as it came last', () => {
    const rows = [invoiceRow({ id: '1', status: 'SENT' }), invoiceRow({ id: '1', status: 'PAID' })]
    expect(countInvoices(rows, 'CAD').counted.map(({ status }) => status)).toEqual(['PAID'])
  })

  it('names the currency with most invoices first', () => {
    const rows = ['EUR', 'USD', 'USD'].map((code, place) =>
      invoiceRow({ id: String(place), currency: { code } }),
    )
    expect(countInvoices(rows, 'CAD').excluded.otherCurrency).toEqual([
      { code: 'USD', count: 2 },
      { code: 'EUR', count: 1 },
    ])
  })
})
