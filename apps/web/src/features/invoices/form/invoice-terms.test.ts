import { describe, expect, it } from 'vitest'
import { dueDateOf, latestTerms, offeredTerms, suggestNumber, termsOf } from './invoice-terms.ts'

const invoice = (invoiceNumber: string, dueDate = '2026-12-20') => ({
  ...{ invoiceNumber, dueDate, invoiceDate: '2026-11-20' },
})

describe('payment terms', () => {
  it('default to those of the latest invoice, or 30 days for the first invoice', () => {
    expect(latestTerms([])).toBe(30)
    expect(latestTerms([invoice('2', '2026-11-27'), invoice('1')])).toBe(7)
    expect(latestTerms([invoice('1', '2026-11-19')])).toBe(30)
  })

  it('offer the usual terms and those of the latest invoice', () => {
    expect([offeredTerms(30), offeredTerms(7)]).toEqual([
      [0, 14, 30],
      [0, 7, 14, 30],
    ])
  })

  it.each([
    ['0', '2026-02-15'],
    ['14', '2026-03-01'],
    ['30', '2026-03-17'],
    ['own', undefined],
  ])('of %s make the due date %s', (terms, dueDate) => {
    expect(dueDateOf({ invoiceDate: '2026-02-15', terms })).toBe(dueDate)
  })

  it('are "another date" for a due date without matching terms, and while a date is missing', () => {
    const terms = (dueDate: string) => termsOf({ invoiceDate: '2026-11-20', dueDate }, [0, 14, 30])
    expect(['2026-11-20', '2026-12-04', '2026-12-05', '2026-11-01', ''].map(terms)).toEqual([
      ...['0', '14', 'own', 'own', 'own'],
    ])
    expect(dueDateOf({ invoiceDate: '', terms: '14' })).toBeUndefined()
  })
})

describe(suggestNumber, () => {
  it.each([
    [[], '1'],
    [['9', '8'], '10'],
    [['TK-019'], 'TK-020'],
    [['TK-99'], 'TK-100'],
    [['draft', 'INV-7'], 'INV-8'],
    [['draft'], undefined],
  ])('suggests after %j the number %s', (numbers, next) => {
    expect(suggestNumber(numbers.map((number) => invoice(number)))).toBe(next)
  })
})
