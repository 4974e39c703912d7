import { describe, expect, it } from 'vitest'
import { paymentDetailsOf } from '#books/printing/printed-document.ts'
import { printedSample } from '#books/printing/testing/printed-sample.ts'
import { printDocument, type DocumentOnPaper } from './document-on-paper-store.ts'

const PLACE = {
  line1: '1 Quay Street',
  line2: null,
  city: 'Toronto',
  provinceCode: 'CA-ON',
  postalCode: 'M5V 2T6',
  countryCode: 'CA',
}

const PARIS = { ...PLACE, city: 'Paris', provinceCode: null, postalCode: '75001', countryCode: 'FR' }

function onPaper(change: Partial<DocumentOnPaper> = {}): DocumentOnPaper {
  return {
    kind: 'INVOICE',
    title: 'Invoice',
    subhead: null,
    number: '20',
    poNumber: null,
    day: '2026-11-20',
    dueDay: '2026-12-20',
    currencyCode: 'CAD',
    columns: printedSample().columns,
    memo: null,
    footer: null,
    subtotal: '20025',
    discountTotal: '0',
    discountName: null,
    discountPercentage: null,
    total: '20025',
    amountDue: '20025',
    business: {
      name: 'Quay Books',
      phone: null,
      website: '',
      accentColor: null,
      logoUrl: null,
      taxNumber: null,
      paymentDetails: null,
      place: PLACE,
    },
    customer: { name: 'Ada Quay', email: null, place: PLACE },
    items: [],
    taxes: [],
    payments: [],
    ...change,
  }
}

describe(printDocument, () => {
  it.each(['INVOICE', 'ESTIMATE'] as const)(
    'formats the amounts, prices, rates and addresses of an %s for its country and language',
    (kind) => {
      expect(
        printDocument(
          onPaper({
            kind,
            items: [
              {
                name: 'Gate',
                description: null,
                quantity: '2.00000000',
                unitPrice: '100.12500000',
                subtotal: '20025',
              },
            ],
            discountTotal: '2003',
            discountName: 'Spring',
            discountPercentage: '10.000000',
            taxes: [{ abbreviation: 'HST', rate: '0.130000', taxNumber: '123 RT', amount: '2343' }],
            payments: [{ day: '2026-11-21', amount: '-100' }],
            customer: { name: 'Ada Quay', email: 'ada@quay.example', place: PARIS },
          }),
        ),
      ).toMatchObject({
        kind,
        locale: 'fr',
        countryCode: 'CA',
        title: kind === 'INVOICE' ? 'Facture' : 'Invoice',
        columns: { item: 'Articles', unit: 'Quantité', price: 'Prix', amount: 'Montant' },
        paper: 'LETTER',
        business: { lines: ['1 Quay Street', 'Toronto Ontario M5V 2T6'] },
        customer: { lines: ['1 Quay Street', '75001 Paris', 'France', 'ada@quay.example'] },
        items: [{ quantity: '2', unitPrice: '100.125', amount: '200.25' }],
        amountDue: '200.25',
        discounts: [{ name: 'Spring (10 %)', amount: '20.03' }],
        taxes: [{ name: 'HST 13 % (123 RT)', amount: '23.43' }],
        payments: [{ day: '2026-11-21', method: null, amount: '-1.00' }],
      })
    },
  )

  it('translates every title for a customer in France, except those that the business changed', () => {
    const columns = { ...onPaper().columns, unit: 'Hours' }
    const paper = printDocument(onPaper({ customer: { name: 'Ada', email: null, place: PARIS }, columns }))
    expect(paper).toMatchObject({ title: 'Facture', columns: { item: 'Articles', unit: 'Hours' } })
  })

  it('shows the tax number below the address, and the payment details only while an amount is due', () => {
    const business = { ...onPaper().business, taxNumber: '81234 RT', paymentDetails: 'Account 004' }
    const paper = printDocument(onPaper({ business }))
    expect(paper.business.lines.at(-1)).toBe('Tax number: 81234 RT')
    expect(paymentDetailsOf(paper)).toBe('Account 004')
    for (const change of [
      { amountDue: '0.00' },
      { amountDue: '-1.00' },
      { amountDue: null },
      { kind: 'RECEIPT' },
      { paymentDetails: null },
    ] as const)
      expect(paymentDetailsOf({ ...paper, ...change })).toBeNull()
    const { paymentDetails: _, ...earlier } = paper
    expect(paymentDetailsOf(earlier)).toBeNull()
  })

  it('is in French for a business in Quebec whose customer has no address, and shows the digits of its currency', () => {
    const business = { ...onPaper().business, place: { ...PLACE, provinceCode: 'CA-QC' } }
    const discounted = { discountTotal: '15', discountPercentage: '12.500000' }
    const customer = {
      ...{ name: 'Ada', email: null },
      place: { ...PLACE, provinceCode: null, countryCode: null },
    }
    expect(printDocument(onPaper({ business, customer, currencyCode: 'JPY', ...discounted }))).toMatchObject({
      locale: 'fr',
      total: '20025',
      discounts: [{ name: 'Remise (12,5 %)', amount: '15' }],
    })
    expect(printDocument(onPaper({ discountTotal: '15' })).discounts).toEqual([
      { name: 'Discount', amount: '0.15' },
    ])
  })

  it('has no line for a discount of zero', () => {
    expect(printDocument(onPaper()).discounts).toEqual([])
  })

  it('shows no amount due on an estimate without a deposit', () => {
    expect(printDocument(onPaper({ kind: 'ESTIMATE', amountDue: null })).amountDue).toBeNull()
  })
})
