import { describe, expect, it } from 'vitest'
import { totalInvoice, type TaxChoice } from './invoice-totals.ts'

const tax = (id: string, rate: string, more: Partial<TaxChoice> = {}): TaxChoice => ({
  ...{ id, abbreviation: id.toUpperCase(), isCompound: false, isArchived: false },
  rates: [{ effective: '2026-01-01', rate }],
  ...more,
})
const GST = tax('gst', '0.05')
const ABOUT = {
  taxes: [GST, tax('qst', '0.09975', { isCompound: true }), tax('old', '0.5', { isArchived: true })],
  language: 'en',
  currency: { exponent: 2 },
} as const
const line = (quantity: string, unitPrice = '', taxes = 'gst') => ({
  'items.0.productId': 'p',
  'items.0.productId.unitPrice': '100',
  'items.0.productId.taxes': taxes,
  'items.0.quantity': quantity,
  'items.0.unitPrice': unitPrice,
})

describe(totalInvoice, () => {
  it('adds the taxes of the product to a line without its own taxes', () => {
    expect(totalInvoice(line('1', '', 'gst qst'), ABOUT)).toEqual({
      lines: ['100.00'],
      subtotal: '100.00',
      discount: undefined,
      taxes: [
        { id: 'gst', label: 'GST', rate: '0.05', amount: '5.00' },
        { id: 'qst', label: 'QST', rate: '0.09975', amount: '10.47' },
      ],
      total: '115.47',
    })
  })

  it('omits an archived tax of the product, and counts a selected one', () => {
    expect(totalInvoice(line('1', '', 'old'), ABOUT)?.total).toBe('100.00')
    const ticked = { ...line('1'), 'items.0.taxes': 'these', 'items.0.taxes.old': 'on' }
    expect(totalInvoice(ticked, ABOUT)?.total).toBe('150.00')
  })

  it('charges no tax on a line with "no taxes"', () => {
    expect(totalInvoice({ ...line('2'), 'items.0.taxes': 'none' }, ABOUT)).toMatchObject({
      taxes: [],
      total: '200.00',
    })
  })

  it('uses the tax rate of the invoice date', () => {
    const rates = [
      { effective: '2020-01-01', rate: '0.07' },
      { effective: '2026-06-01', rate: '0.05' },
    ]
    const taxes = [{ ...GST, rates }]
    const total = (invoiceDate: string) =>
      totalInvoice({ ...line('1'), invoiceDate }, { ...ABOUT, taxes })?.total
    expect(['2019-12-31', '2026-05-31', '2026-06-01'].map(total)).toEqual(['107.00', '107.00', '105.00'])
  })

  it.each([
    ['FIXED', '10', '-10.00', '94.50'],
    ['PERCENTAGE', '10', '-10.00', '94.50'],
    ['FIXED', '', undefined, '105.00'],
  ])('subtracts a discount before taxes: %s %s', (discountKind, discount, shown, total) => {
    expect(totalInvoice({ ...line('1'), discountKind, discount }, ABOUT)).toMatchObject({
      discount: shown,
      total,
    })
  })

  it.each([
    ['a quantity that is no number', line('two')],
    ['a discount above the subtotal', { ...line('1'), discountKind: 'FIXED', discount: '100.01' }],
    ['a discount below zero', { ...line('1'), discountKind: 'FIXED', discount: '-1' }],
    ['a percentage above 100', { ...line('1'), discountKind: 'PERCENTAGE', discount: '101' }],
  ])('returns no total for %s', (_, values) => {
    expect(totalInvoice(values, ABOUT)).toBeUndefined()
  })

  it('ignores a line without a product and a price', () => {
    expect(totalInvoice({}, ABOUT)).toMatchObject({ subtotal: '0.00', total: '0.00' })
    expect(totalInvoice({ ...line('1'), 'items.1.quantity': '4' }, ABOUT)?.total).toBe('105.00')
  })

  it('returns no total if the taxes may not be read', () => {
    expect(totalInvoice(line('1'), { ...ABOUT, taxes: undefined })).toMatchObject({
      subtotal: '100.00',
      taxes: undefined,
      total: undefined,
    })
  })

  it.each([
    [0, '500'],
    [2, '499.50'],
    [3, '499.500'],
  ])('rounds to %i decimal places, as the currency has', (exponent, subtotal) => {
    expect(totalInvoice(line('1.5', '333'), { ...ABOUT, currency: { exponent } })?.subtotal).toBe(subtotal)
  })
})
