import type { PrintedDocument } from '../printed-document.ts'

/** Returns an invoice of one item with the changes of a test. */
export function printedSample(change: Partial<PrintedDocument> = {}): PrintedDocument {
  return {
    kind: 'INVOICE',
    locale: 'en',
    paper: 'LETTER',
    title: 'Invoice',
    subhead: null,
    number: 'TK-020',
    poNumber: null,
    day: '2026-11-20',
    dueDay: '2026-12-20',
    currencyCode: 'CAD',
    business: {
      name: 'Northwind Trading',
      lines: ['219 Carlaw Avenue', 'Toronto ON M4M 2S1'],
      accentColor: '#1f6f8b',
      logoUrl: null,
    },
    customer: { name: 'Ada Quay', lines: ['1 Quay Street'] },
    columns: {
      item: 'Items',
      unit: 'Quantity',
      price: 'Price',
      amount: 'Amount',
      hidesName: false,
      hidesDescription: false,
      hidesUnit: false,
      hidesPrice: false,
      hidesAmount: false,
    },
    items: [{ name: 'Rope', description: 'Ten metres', quantity: '3', unitPrice: '10.05', amount: '30.15' }],
    subtotal: '30.15',
    discounts: [],
    taxes: [{ name: 'HST 13 %', amount: '3.92' }],
    total: '34.07',
    payments: [],
    amountDue: '34.07',
    memo: null,
    footer: null,
    ...change,
  }
}
