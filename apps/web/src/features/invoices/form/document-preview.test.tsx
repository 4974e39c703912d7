import { cleanup, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { PageFrame } from '#testing/page-frame.tsx'
import { sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { DocumentPreview } from './document-preview.tsx'
import { totalInvoice } from './invoice-totals.ts'

const CURRENCY = { code: 'CAD', exponent: 2 }
const TAXES = [
  {
    ...{ id: 'gst', abbreviation: 'GST', isCompound: false, isArchived: false },
    rates: [{ effective: '2020-01-01', rate: '0.05' }],
  },
]
const TYPED = {
  ...{ customerId: 'c', 'customerId.name': 'Fern & Co', invoiceNumber: '1042', invoiceDate: '2026-11-20' },
  ...{ dueDate: '2026-12-20', memo: 'Thank you.\nCome again.', discountKind: '' },
  ...{ 'items.0.productId': 'p', 'items.0.productId.name': 'Planting', 'items.0.description': 'Two beds' },
  ...{ 'items.0.quantity': '2', 'items.0.unitPrice': '1,050.00', 'items.0.taxes': 'these' },
  'items.0.taxes.gst': 'on',
}
function show(values: Readonly<Record<string, string>>, kind: 'invoice' | 'estimate' = 'invoice'): string {
  cleanup()
  const totals = totalInvoice(values, { taxes: TAXES, language: 'en', currency: CURRENCY })
  render(
    <PageFrame boot={sampleBoot(signedInSession([sampleConnection()]))}>
      <DocumentPreview kind={kind} currency={CURRENCY} typed={{ values, totals }} />
    </PageFrame>,
  )
  return screen.getByRole('region', { name: 'Preview' }).textContent?.replaceAll('\u00a0', ' ') ?? ''
}

describe('the preview of an unsaved document', () => {
  it('shows the business, customer, dates, lines and totals as they were typed', () => {
    const text = show(TYPED)
    for (const part of ['Northwind Trading', '1042', 'Fern & Co', '20 Nov 2026', '20 Dec 2026', 'Two beds'])
      expect(text).toContain(part)
    expect(text).toContain('2 × $1,050.00')
    expect(text).toMatch(/GST 5%\$105\.00/)
    expect(text).toMatch(/\$2,205\.00/)
    expect(text).toContain('Thank you.Come again.')
  })

  it('shows a dash for a missing part, and no total while a number is invalid', () => {
    expect(show({ 'items.0.quantity': 'two' })).not.toMatch(/\d/)
  })

  it('shows an estimate with its expiry date', () => {
    const text = show({ ...TYPED, estimateDate: '2026-11-01', estimateNumber: 'E-7' }, 'estimate')
    expect(text).toContain('E-7')
    expect(text).toContain('1 Nov 2026')
    expect(text).toMatch(/[Vv]alid until/)
  })
})
