import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findApplicationNameFault, MAX_NAME_CHARACTERS, seenName } from './application-name.ts'

const faultOf = (name: string, provider = 'Harbour') =>
  findApplicationNameFault({ name, providerName: provider })

describe(findApplicationNameFault, () => {
  it.each([
    'Counterfoil',
    'Café Étoile & Fils (2026)',
    '帳簿アプリ',
    'דוחות',
    'تطبيق الحسابات',
    'บัญชี',
    'हिसाब',
    '7',
    'Harbour Lane Bakery',
    'Old Harbour',
    'a'.repeat(MAX_NAME_CHARACTERS),
  ])('accepts %s', (name) => {
    expect(faultOf(name)).toBeUndefined()
  })

  it.each([
    ['empty', '', 'required'],
    ['blank', '   ', 'required'],
    ['too long', 'a'.repeat(MAX_NAME_CHARACTERS + 1), 'too_long'],
    ['a control', 'a\u0007b', 'unseen_character'],
    ['a line break', 'a\nb', 'unseen_character'],
    ['a zero-width space', 'Ledger\u200bPal', 'unseen_character'],
    ['a soft hyphen', 'Led\u00adger', 'unseen_character'],
    ['an override of direction', 'Ledger\u202elaP', 'unseen_character'],
    ['an isolate', '\u2067Ledger', 'unseen_character'],
    ['a mark of direction', 'Ledger\u200f', 'unseen_character'],
    ['a line separator', 'a\u2028b', 'unseen_character'],
    ['a paragraph separator', 'a\u2029b', 'unseen_character'],
    ['a no-break space', 'a\u00a0b', 'unseen_character'],
    ['an ideographic space', 'a\u3000b', 'unseen_character'],
    ['a Hangul filler', 'a\u3164', 'unseen_character'],
    ['the blank of Braille', 'a\u2800', 'unseen_character'],
    ['a tag', 'a\u{e0041}', 'unseen_character'],
    ['half a character', 'a\ud800', 'unseen_character'],
    ['private use', 'a\ue000', 'unseen_character'],
    ['a pile of marks', `a${'\u0334'.repeat(4)}`, 'unseen_character'],
    ['signs alone', '!!!', 'no_letter_or_digit'],
    ['marks alone', '\u0301', 'no_letter_or_digit'],
  ])('refuses %s', (_what, name, fault) => {
    expect(faultOf(name)).toBe(fault)
  })

  it.each([
    ['itself', 'Harbour'],
    ['in capitals', 'HARBOUR'],
    ['with signs', 'Harbour™ '],
    ['spelled out', 'H a r b o u r'],
    ['with an accent', 'Härbour'],
    ['wide letters', 'Ｈａｒｂｏｕｒ'],
    ['a Greek capital', 'Ηarbour'],
    ['a Cyrillic capital', 'Нarbour'],
    ['a small Cyrillic letter for the capital', 'нarbour'],
    ['Cyrillic and Greek letters', 'Hаrbοur'],
    ['a digit', 'Harb0ur'],
    ['a Cherokee letter', 'Ꮋarbour'],
    ['a letter of mathematics', 'ℍarbour'],
  ])('refuses the name of the provider: %s', (_what, name) => {
    expect(faultOf(name)).toBe('providers_name')
    expect(faultOf(name, 'Quay & Sons')).toBeUndefined()
  })

  it('recognises the name of the provider whatever it is', () => {
    expect(faultOf('modern books', 'Modern Books')).toBe('providers_name')
    expect(faultOf('rnodern books', 'Modern Books')).toBe('providers_name')
    expect(faultOf('帳簿', '帳簿')).toBe('providers_name')
  })

  it('rejects a name with a format character at any position', () => {
    const format = fc.constantFrom(...'\u200b\u200d\u200e\u202a\u202e\u2066\u2069\ufeff\u061c\u180e\u2060')
    fc.assert(
      fc.property(fc.string(), format, fc.string(), (before, sign, after) => {
        const fault = faultOf(before + sign + after)
        return fault === 'unseen_character' || fault === 'too_long' || fault === 'required'
      }),
    )
  })
})

describe(seenName, () => {
  it('shows an old name without its invisible characters, and never as empty', () => {
    expect(seenName('Ledger\u202e\u200b Pal\u2028')).toBe('Ledger Pal')
    expect(seenName('\u200b')).toBe('?')
    expect(seenName('Café')).toBe('Café')
  })
})
