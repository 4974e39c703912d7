import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import {
  copyValues,
  countLines,
  documentValues,
  type EstimateToEdit,
  readInvoice,
  repeatedOf,
  type InvoiceToEdit,
} from './invoice-input.ts'

const NEW = { id: null, businessId: asBusinessWireId('b'), language: 'en' } as const
const SECOND = { 'items.1.productId': 'p' }
const LINE = { 'items.0.productId': 'p', 'items.0.quantity': '2' }

describe('the input of an invoice form', () => {
  it('contains only filled fields for a new invoice', () => {
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

  it('removes an emptied discount and note of a changed invoice', () => {
    const read = readInvoice({ ...LINE, customerId: 'c' }, { ...NEW, id: 'i' })
    expect(read).toMatchObject({ input: { id: 'i', memo: null, discounts: [] } })
  })

  it.each([
    ['', undefined],
    ['none', []],
    ['these', [{ salesTaxId: 't1' }, { salesTaxId: 't=2' }]],
  ])('contains the taxes of a line: %j', (kind, input) => {
    const taxes = { 'items.0.taxes': kind, 'items.0.taxes.t1': 'on', 'items.0.taxes.t=2': 'on' }
    const read = readInvoice({ ...LINE, ...taxes, customerId: 'c', 'items.1.taxes.t3': 'on', ...SECOND }, NEW)
    expect(read.kind === 'input' && (read.input['items'] as { taxes?: unknown }[])[0]?.taxes).toEqual(input)
  })

  it('is invalid if the choice "these taxes" has no tax selected', () => {
    const read = readInvoice({ ...LINE, customerId: 'c', 'items.0.taxes': 'these' }, NEW)
    expect(read).toMatchObject({ errors: [{ path: ['items', '0', 'taxes'], code: 'REQUIRED' }] })
  })

  it('equals the unchanged invoice that the form was opened with', () => {
    const tax = (id: string) => ({ salesTax: { id, abbreviation: id } })
    const item = {
      description: null,
      quantity: '2',
      unitPrice: '10.5',
      product: { id: 'p', name: 'Planting' },
    }
    const invoice = {
      ...{ customer: { id: 'c', name: 'Fern' }, invoiceNumber: '7', invoiceDate: '2026-11-20' },
      ...{ dueDate: '2026-12-20', memo: null, discounts: [] },
      items: [
        { ...item, taxes: [tax('t1'), tax('t2')] },
        { ...item, taxes: [] },
      ],
    } as unknown as InvoiceToEdit
    const values = documentValues(invoice, 'fr')
    expect(values).toMatchObject({ 'customerId.name': 'Fern', 'items.1.productId.name': 'Planting' })
    const read = readInvoice(values, { ...NEW, id: 'i', language: 'fr' })
    const line = { productId: 'p', quantity: '2', unitPrice: '10.5' }
    expect(read.kind === 'input' && read.input['items']).toEqual([
      { ...line, taxes: [{ salesTaxId: 't1' }, { salesTaxId: 't2' }] },
      { ...line, taxes: [] },
    ])
  })

  it('repeats the values of a changed estimate that the provider requires', () => {
    const estimate = {
      ...{ customer: { id: 'c', name: 'Fern' }, estimateNumber: '7', estimateDate: '2026-11-20' },
      ...{ dueDate: '2026-12-20', memo: null, discounts: [], items: [] },
      ...{ status: 'SENT', title: 'Estimate', exchangeRate: '1.4', currency: { code: 'EUR', exponent: 2 } },
    } as unknown as EstimateToEdit
    const about = { ...NEW, kind: 'estimate', id: 'e', repeated: repeatedOf(estimate) } as const
    const values = { ...documentValues(estimate, 'en'), ...LINE, 'items.0.unitPrice': '5' }
    expect(readInvoice(values, about)).toMatchObject({
      input: { estimateNumber: '7', estimateDate: '2026-11-20', dueDate: '2026-12-20', id: 'e' },
    })
    const said = { status: 'SENT', title: 'Estimate', exchangeRate: '1.4', currency: 'EUR' }
    expect(readInvoice(values, about)).toMatchObject({ input: said })
    expect(readInvoice({ ...values, dueDate: '' }, about)).toEqual({
      kind: 'wrong',
      errors: [{ path: ['dueDate'], code: 'REQUIRED' }],
    })
  })

  it.each([
    ['FIXED', '1,000', [{ discountType: 'FIXED', amount: '1000' }]],
    ['PERCENTAGE', '12.5', [{ discountType: 'PERCENTAGE', percentage: '12.5' }]],
  ])('contains a discount: %s %s', (discountKind, discount, discounts) => {
    const read = readInvoice({ ...LINE, customerId: 'c', discountKind, discount }, NEW)
    expect(read).toMatchObject({ input: { discounts } })
  })

  it('is invalid with an unparseable number, with its path', () => {
    const second = { 'items.1.productId': '', 'items.1.productId.name': 'Plan' }
    const values = { ...LINE, 'items.0.quantity': 'two', ...second, discountKind: 'FIXED' }
    expect(readInvoice(values, NEW)).toEqual({
      kind: 'wrong',
      errors: [
        { path: ['customerId'], code: 'REQUIRED' },
        { path: ['items', '0', 'quantity'], code: 'NUMBER' },
        { path: ['items', '1', 'productId'], code: 'NOT_CHOSEN' },
        { path: ['discount'], code: 'REQUIRED' },
      ],
    })
  })

  it('has at least one line', () => {
    expect([countLines({}), countLines({ 'items.2.quantity': '1' })]).toEqual([1, 3])
  })
})

describe('a copy of an invoice', () => {
  const invoice = {
    ...{ customer: { id: 'c', name: 'Fern' }, invoiceNumber: '7', invoiceDate: '2026-01-31' },
    ...{ dueDate: '2026-02-14', memo: 'By the gate', discounts: [], items: [] },
  } as unknown as InvoiceToEdit

  it('has today’s date, the same number of days until due, and no number', () => {
    const values = copyValues(invoice, { language: 'en', today: '2026-11-23' })
    expect(values).toMatchObject({ invoiceDate: '2026-11-23', dueDate: '2026-12-07', customerId: 'c' })
    expect(values).toMatchObject({ memo: 'By the gate', terms: '14' })
    expect(values).not.toHaveProperty('invoiceNumber')
  })

  it('is never due before its date, even if the original was', () => {
    const values = copyValues({ ...invoice, dueDate: '2026-01-30' }, { language: 'en', today: '2026-11-23' })
    expect(values['dueDate']).toBe('2026-11-23')
  })
})
