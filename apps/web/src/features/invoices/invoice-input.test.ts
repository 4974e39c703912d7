import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { countLines, readInvoice, sumLines } from './invoice-input.ts'

const NEW = { id: null, businessId: asBusinessWireId('b'), language: 'en' } as const
const LINE = { 'items.0.productId': 'p', 'items.0.quantity': '2' }

describe('an invoice in a form', () => {
  it('says of a new one what was typed, and leaves the rest to the provider', () => {
    expect(readInvoice({ ...LINE, customerId: 'c', invoiceDate: '2026-11-20', memo: ' ' }, NEW)).toEqual({
      kind: 'input',
      input: {
        businessId: 'b',
        customerId: 'c',
        invoiceDate: '2026-11-20',
        items: [{ productId: 'p', quantity: '2' }],
      },
    })
  })

  it('says of a changed one that its discount and its note went', () => {
    const read = readInvoice({ ...LINE, customerId: 'c' }, { ...NEW, id: 'i' })
    expect(read).toMatchObject({ input: { id: 'i', memo: null, discounts: [] } })
  })

  it.each([
    ['', undefined],
    ['none', []],
    ['t1,t2', [{ salesTaxId: 't1' }, { salesTaxId: 't2' }]],
  ])('says the taxes %j of a line', (taxes, input) => {
    const read = readInvoice({ ...LINE, customerId: 'c', 'items.0.taxes': taxes }, NEW)
    expect(read.kind === 'input' && (read.input['items'] as { taxes?: unknown }[])[0]?.taxes).toEqual(input)
  })

  it.each([
    ['FIXED', '1,000', [{ discountType: 'FIXED', amount: '1000' }]],
    ['PERCENTAGE', '12.5', [{ discountType: 'PERCENTAGE', percentage: '12.5' }]],
  ])('says a discount: %s %s', (discountKind, discount, discounts) => {
    const read = readInvoice({ ...LINE, customerId: 'c', discountKind, discount }, NEW)
    expect(read).toMatchObject({ input: { discounts } })
  })

  it('is not sent with what is no number, and says where', () => {
    const values = { ...LINE, 'items.0.quantity': 'two', 'items.1.productId': '', discountKind: 'FIXED' }
    expect(readInvoice(values, NEW)).toEqual({
      kind: 'wrong',
      errors: [
        { path: ['items', '0', 'quantity'], code: 'NUMBER' },
        { path: ['items', '1', 'productId'], code: 'REQUIRED' },
        { path: ['discount'], code: 'REQUIRED' },
        { path: ['customerId'], code: 'REQUIRED' },
      ],
    })
  })

  it('has a line at least', () => {
    expect([countLines({}), countLines({ 'items.2.quantity': '1' })]).toEqual([1, 3])
  })
})

describe('the lines of an invoice together', () => {
  const prices = new Map([['p', '0.1']])
  const line = (quantity: string, unitPrice = '') => ({
    'items.0.productId': 'p',
    'items.0.quantity': quantity,
    'items.0.unitPrice': unitPrice,
  })
  it.each([
    [line('3'), '0.30'],
    [line(''), '0.10'],
    [line('2', '10.005'), '20.01'],
    [line('1', '0.005'), '0.01'],
    [line('1', '0.00499999'), '0.00'],
    [line('1', '-0.005'), '-0.01'],
    [line('90071992547409931', '1'), '90071992547409931.00'],
    [line('two'), undefined],
    [{}, undefined],
  ])('%j make %s', (values, sum) => expect(sumLines(values, prices, 'en')).toBe(sum))
})
