import { describe, expect, it } from 'vitest'
import { createFigureFormat } from './figure-format.ts'

const CAD = { code: 'CAD', exponent: 2 }
const spaces = (text: string) => text.replace(/\u00a0/g, ' ')

describe('formatted figures', () => {
  it('are exact in lists and rounded in sentences, with a real minus sign', () => {
    const format = createFigureFormat('en', CAD)
    expect(format.exact(-123_450)).toBe('−\u2060$1,234.50')
    expect(format.whole(123_450)).toBe('$1,235')
    expect(format.whole(-123_450)).toBe('−\u2060$1,235')
    expect(format.whole(-49)).toBe('$0')
    expect(format.exact(Number.MAX_SAFE_INTEGER)).toBe('$90,071,992,547,409.91')
    expect(format.compact(1_234_500)).toBe('$12.3K')
  })

  it('have thousands separators on a German axis, which shortens only millions', () => {
    const format = createFigureFormat('de', CAD)
    expect([500_000, 2_000_000].map((minor) => spaces(format.compact(minor)))).toEqual([
      '5.000 CA$',
      '20.000 CA$',
    ])
  })

  it('have a plain dollar sign and the month first for Americans', () => {
    const format = createFigureFormat('en-US', { code: 'USD', exponent: 2 })
    expect(format.exact(-123_450)).toBe('−\u2060$1,234.50')
    expect(format.dayOfYear('2026-11-20')).toBe('November\u00a020,\u00a02026')
  })

  it('have as many decimal places as their currency', () => {
    expect(createFigureFormat('en', { code: 'JPY', exponent: 0 }).exact(1250)).toBe('JP¥1,250')
    expect(spaces(createFigureFormat('en', { code: 'KWD', exponent: 3 }).exact(1250))).toBe('KWD 1.250')
  })

  it('have their cents as a separate part, in both languages', () => {
    expect(createFigureFormat('en', CAD).parts(123_450)).toEqual(['$1,234', '.50', ''])
    expect(createFigureFormat('fr', CAD).parts(-123_450).map(spaces)).toEqual(['−\u20601 234', ',50', ' $'])
    expect(createFigureFormat('en', { code: 'JPY', exponent: 0 }).parts(1250)).toEqual(['JP¥1,250', '', ''])
  })

  it('contain calendar dates without a time zone conversion', () => {
    const en = createFigureFormat('en', CAD)
    const fr = createFigureFormat('fr', CAD)
    expect(en.day('2026-11-01')).toBe('1\u00a0November')
    expect(fr.day('2026-11-01')).toBe('1er\u00a0novembre')
    expect(en.dayOfYear('2026-12-31')).toBe('31\u00a0December\u00a02026')
    expect(en.month('2026-10')).toBe('October')
    expect(fr.monthOfYear('2026-08')).toBe('août\u00a02026')
    expect(en.monthShort('2026-09')).toBe('Sept')
  })
})
