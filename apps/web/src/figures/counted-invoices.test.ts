import { describe, expect, it } from 'vitest'
import { invoiceRow, UNCOUNTED } from '#testing/figure-rows.ts'
import { countInvoices } from './picture-facts.ts'

describe('the invoices that a chart counts', () => {
  it('omit drafts and unknown statuses, and report their numbers', () => {
    const row = invoiceRow({ id: '1' })
    const { counted, excluded } = countInvoices([...UNCOUNTED, row])
    expect(counted).toEqual([row])
    expect(excluded).toEqual({ drafts: 1, unknownStatus: 1 })
  })

  it('count an invoice once that two pages of a changing list contain, in its latest version', () => {
    const rows = [invoiceRow({ id: '1', status: 'SENT' }), invoiceRow({ id: '1', status: 'PAID' })]
    expect(countInvoices(rows).counted.map(({ status }) => status)).toEqual(['PAID'])
  })
})
