import { describe, expect, it } from 'vitest'
import { readDecimal, writeDecimal } from './decimal-text.ts'

const textOf = (typed: string, language: 'en' | 'fr' = 'en') => {
  const read = readDecimal(typed, language)
  return read.kind === 'number' ? read.text : read.kind
}

describe(readDecimal, () => {
  it.each([
    ['1,234.50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1\u202f234,50', '1234.50'],
    ['1\u00a0234\u00a0567', '1234567'],
    ['1’234.5', '1234.5'],
    ['1.234,50', '1234.50'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['12,5', '12.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['−3.20', '-3.20'],
    ['-3', '-3'],
    ['90071992547409931.005', '90071992547409931.005'],
    ['', 'empty'],
    ['  ', 'empty'],
    ['twelve', 'unclear'],
    ['12 apples', 'unclear'],
    ['1,23,4', 'unclear'],
    ['1.2.3,4', 'unclear'],
    ['1,2.3,4', 'unclear'],
    ['.', 'unclear'],
    ['--1', 'unclear'],
    ['1e5', 'unclear'],
  ])('reads %j as %s', (typed, text) => expect(textOf(typed)).toBe(text))

  it('reads a single separator before three digits by the rules of the language', () => {
    expect([textOf('1,234', 'en'), textOf('1,234', 'fr')]).toEqual(['1234', '1.234'])
    expect([textOf('1.234', 'en'), textOf('1.234', 'fr')]).toEqual(['1.234', '1234'])
  })

  it('reports whether the text had to be converted', () => {
    expect(readDecimal('12.50', 'en')).toMatchObject({ isAsTyped: true })
    expect(readDecimal('12,50', 'fr')).toMatchObject({ isAsTyped: false })
  })

  it.each(['en', 'fr'] as const)('parses every amount that %s formats', (language) => {
    const write = new Intl.NumberFormat(language === 'en' ? 'en-CA' : 'fr-CA', { minimumFractionDigits: 2 })
    for (let cents = 7; cents < 1e15; cents = cents * 3 + 11) {
      for (const amount of [cents / 100, -cents / 100])
        expect(Number(textOf(write.format(amount), language))).toBe(amount)
    }
  })

  it.each(['en', 'fr'] as const)(
    'parses in %s the initial value of a form to the same number',
    (language) => {
      for (const text of ['10.125', '1.234', '1234.500', '0.001', '12', '-1.500', '1234567.890'])
        expect(textOf(writeDecimal(text, language), language)).toBe(text)
    },
  )
})
