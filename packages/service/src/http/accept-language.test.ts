import { describe, expect, it } from 'vitest'
import { chooseLanguage, isAmericanEnglish, isEuropeanFrench } from './accept-language.ts'

const choose = (header: string | undefined) => chooseLanguage(header, ['en', 'fr', 'de'])

describe(chooseLanguage, () => {
  it.each([
    ['fr', 'fr'],
    ['FR-CA', 'fr'],
    ['es, de-AT;q=0.5, fr;q=0.4', 'de'],
    ['en;q=0.1, fr;q=0.9', 'fr'],
    ['fr;q=0.5, en', 'en'],
    ['de , en', 'de'],
    ['fr ; q=0.2 , de ; q=0.3', 'de'],
    ['fr;level=1;q=0.2, de;q=0.3', 'de'],
    ['fr;level=9, de;q=0.9', 'fr'],
    // Of two that are wished as much, the first.
    ['de;q=0.5, fr;q=0.5', 'de'],
  ])('returns the preferred available language of %j', (header, language) => {
    expect(choose(header)).toBe(language)
  })

  it.each([undefined, '', '*', 'es', 'fr;q=0', 'fr;q=x', 'frx', '-fr', ';fr'])(
    'returns none for %j',
    (header) => {
      expect(choose(header)).toBeUndefined()
    },
  )

  it('reads the first 512 characters', () => {
    expect(choose(`${'x'.repeat(509)},fr`)).toBe('fr')
    expect(choose(`${'x'.repeat(510)},fr`)).toBeUndefined()
  })
})

describe(isAmericanEnglish, () => {
  it.each(['en-US', 'en-us,en;q=0.9', 'fr, en-US;q=0.8, en-GB;q=0.7'])('is true of %j', (header) => {
    expect(isAmericanEnglish(header)).toBe(true)
  })

  it.each([undefined, '', 'en', 'en-GB, en-US;q=0.9', 'en-CA', 'es-US', 'en-US;q=0'])(
    'returns false for %j',
    (header) => {
      expect(isAmericanEnglish(header)).toBe(false)
    },
  )
})

describe(isEuropeanFrench, () => {
  it.each([
    'fr',
    'fr,fr-FR;q=0.8,en;q=0.5',
    'fr-FR',
    'fr-fr,fr;q=0.9',
    'en, fr-BE;q=0.8, fr-CA;q=0.7',
    'fr-CH',
    // Readers who choose French on a page:
    'de',
    'en-GB, en-US;q=0.9',
    'en-FR',
  ])('is true of %j', (header) => {
    expect(isEuropeanFrench(header)).toBe(true)
  })

  it.each([
    undefined,
    '',
    'fr-CA',
    'fr-CA, fr;q=0.9, fr-FR;q=0.8',
    'fr-FR;q=0',
    'en',
    'en-CA',
    'en-US, en-GB',
  ])('returns false for %j', (header) => {
    expect(isEuropeanFrench(header)).toBe(false)
  })
})
