import { describe, expect, it } from 'vitest'
import { invoiceRow, UNCOUNTED } from '#testing/figure-rows.ts'
import { countInvoices } from './picture-facts.ts'

describe('what a picture counts', () => {
  it('leaves out drafts and statuses nobody knows, and says how many', () => {
    const row = invoiceRow({ id: '1' })
    const { counted, excluded } = countInvoices([...UNCOUNTED, row])
    expect(counted).toEqual([row])
    expect(excluded).toEqual({ drafts: 1, unknownStatus: 1 })
  })

  it('counts once what two pages of a moving list brought, as it came last', () => {
    const rows = [invoiceRow({ id: '1', status: 'SENT' }), invoiceRow({ id: '1', status: 'PAID' })]
    expect(countInvoices(rows).counted.map(({ status }) => status)).toEqual(['PAID'])
  })
})
