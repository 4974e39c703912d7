import { describe, expect, it } from 'vitest'
import { pdfFileName } from './pdf-file-name.ts'
import { documentLocaleOf, paperOf, type DocumentLocale } from './printed-document.ts'
import { printedAmount, printedDay, printedNumber } from './printed-text.ts'

describe('a document for customers', () => {
  it.each([
    ['CA', 'CA-QC', 'fr', 'LETTER'],
    ['CA', 'CA-ON', 'en', 'LETTER'],
    ['US', 'US-OR', 'en', 'LETTER'],
    ['FR', null, 'fr', 'A4'],
    ['DE', null, 'de', 'A4'],
    ['AT', null, 'de', 'A4'],
    ['NL', null, 'en', 'A4'],
    [null, null, 'en', 'A4'],
  ] as const)('of a business in %s, %s is in %s on %s', (countryCode, provinceCode, locale, paper) => {
    expect(documentLocaleOf({ countryCode, provinceCode })).toBe(locale)
    expect(paperOf(countryCode)).toBe(paper)
  })

  it('writes amounts with the digits they have, however many', () => {
    const amount = (value: string, currencyCode: string, locale: DocumentLocale = 'en') =>
      printedAmount(value, { currencyCode, locale })
    expect(amount('9007199254740993.01', 'CAD')).toBe('$9,007,199,254,740,993.01')
    expect(amount('500', 'JPY')).toBe('JP¥500')
    expect(amount('1.125', 'KWD')).toBe('KWD\u00a01.125')
    expect(amount('-0.01', 'USD')).toBe('-US$0.01')
    expect(amount('1234.50', 'EUR', 'fr')).toBe('1\u00a0234,50\u00a0€')
    expect(amount('1234.50', 'EUR', 'de')).toBe('1.234,50\u00a0€')
    expect(printedNumber('1234.50000001', 'en')).toBe('1,234.50000001')
    expect(printedNumber('-3', 'fr')).toBe('-3')
  })

  it('writes a day as the same day everywhere', () => {
    expect(printedDay('2024-02-29', 'en')).toBe('February 29, 2024')
    expect(printedDay('2026-08-01', 'fr')).toBe('1 août 2026')
    expect(printedDay('2026-08-01', 'de')).toBe('1. August 2026')
  })

  it.each([
    ['TK-020', 'invoice-TK-020.pdf'],
    ['../../etc/passwd', 'invoice-etc-passwd.pdf'],
    ['Été 7/2', 'invoice-Ete-7-2.pdf'],
    ['請求書', 'invoice.pdf'],
    ['9'.repeat(80), `invoice-${'9'.repeat(60)}.pdf`],
  ])('with the number %j is the file %s', (number, name) => {
    expect(pdfFileName({ kind: 'INVOICE', locale: 'en', number })).toBe(name)
  })
})
