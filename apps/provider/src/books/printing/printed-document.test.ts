import { describe, expect, it } from 'vitest'
import { documentLocaleOf, paperOf, type DocumentLocale } from './printed-document.ts'
import { pdfFileName, printedAmount, printedDay, printedNumber } from './printed-text.ts'

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

  it.each([
    [{ countryCode: 'FR', provinceCode: null }, 'fr'],
    [{ countryCode: 'CA', provinceCode: 'CA-QC' }, 'fr'],
    [{ countryCode: 'DE', provinceCode: null }, 'de'],
    [{ countryCode: 'NL', provinceCode: null }, 'en'],
    [{ countryCode: null, provinceCode: null }, 'en'],
  ] as const)('of a business in Toronto for a customer in %j is in %s', (customer, locale) => {
    expect(documentLocaleOf({ countryCode: 'CA', provinceCode: 'CA-ON' }, customer)).toBe(locale)
  })

  it('is in the language of the business for a customer whose place has none of its languages', () => {
    const lyon = { countryCode: 'FR', provinceCode: null }
    expect(documentLocaleOf(lyon, { countryCode: 'BE', provinceCode: null })).toBe('fr')
    expect(documentLocaleOf(lyon, { countryCode: 'GB', provinceCode: null })).toBe('en')
  })

  it.each([
    ['en', 'US', 'USD', '$1,234.50', 'January 1, 2026'],
    ['en', 'CA', 'CAD', '$1,234.50', 'January 1, 2026'],
    ['en', 'GB', 'GBP', '£1,234.50', '1 January 2026'],
    ['fr', 'CA', 'CAD', '1\u00a0234,50\u00a0$', '1er janvier 2026'],
    ['fr', 'FR', 'EUR', '1\u00a0234,50\u00a0€', '1er janvier 2026'],
    ['fr', 'FR', 'CAD', '1\u00a0234,50\u00a0$CA', '1er janvier 2026'],
    ['de', 'DE', 'EUR', '1.234,50\u00a0€', '1. Januar 2026'],
    ['de', 'AT', 'EUR', '€\u00a01.234,50', '1. Jänner 2026'],
  ] as const)(
    'in %s of a business in %s has %s as %s, and the day %s',
    (locale, countryCode, currencyCode, amount, day) => {
      const spelling = { locale, countryCode, currencyCode }
      expect(printedAmount('1234.50', spelling)).toBe(amount)
      expect(printedDay('2026-01-01', spelling)).toBe(day)
    },
  )

  it('shows amounts with all their digits, however many', () => {
    const amount = (value: string, currencyCode: string, locale: DocumentLocale = 'en') =>
      printedAmount(value, { currencyCode, locale })
    expect(amount('9007199254740993.01', 'CAD')).toBe('$9,007,199,254,740,993.01')
    expect(amount('500', 'JPY')).toBe('JP¥500')
    expect(amount('1.125', 'KWD')).toBe('KWD\u00a01.125')
    expect(amount('-0.01', 'USD')).toBe('-US$0.01')
    expect(amount('1234.50', 'EUR', 'fr')).toBe('1\u00a0234,50\u00a0€')
    expect(amount('1234.50', 'EUR', 'de')).toBe('1.234,50\u00a0€')
    expect(printedNumber('1234.50000001', { locale: 'en' })).toBe('1,234.50000001')
    expect(printedNumber('-3', { locale: 'fr' })).toBe('-3')
  })

  it('shows a day as the same day in every zone', () => {
    expect(printedDay('2024-02-29', { locale: 'en' })).toBe('February 29, 2024')
    expect(printedDay('2026-08-01', { locale: 'fr' })).toBe('1er août 2026')
    expect(printedDay('2026-08-01', { locale: 'de' })).toBe('1. August 2026')
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
