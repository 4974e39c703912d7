import { describe, expect, it } from 'vitest'
import { chooseAppearance, formatPreferences, parsePreferences, parseTimeZone } from './preferences.ts'

describe(parseTimeZone, () => {
  it.each(['America/Toronto', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', '+05:30'])(
    'accepts the time zone %s',
    (name) => {
      expect(parseTimeZone(name)).toBe(name)
    },
  )

  it.each([
    undefined,
    '',
    'Mars/Olympus',
    'America/Toronto; Path=/',
    'America/Toronto\r\nSet-Cookie: a=b',
    '../../etc/passwd',
    'Europe/Paris<script>',
    'a'.repeat(65),
  ])('returns undefined for %j', (name) => {
    expect(parseTimeZone(name)).toBeUndefined()
  })
})

describe(chooseAppearance, () => {
  it('chooses American English by the Accept-Language header', () => {
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: 'en-US,en;q=0.9' })).toEqual({
      ...{ locale: 'en', isAmerican: true, theme: 'system' },
    })
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: 'en-CA,en-US;q=0.9' })).toEqual({
      ...{ locale: 'en', theme: 'system' },
    })
  })

  it('chooses European French by the Accept-Language header', () => {
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: 'fr-FR,fr;q=0.9' })).toEqual({
      ...{ locale: 'fr', isEuropeanFrench: true, theme: 'system' },
    })
  })

  it('prefers the chosen language, then the Accept-Language header, then English', () => {
    expect(chooseAppearance({ cookie: 'fr.dark', acceptLanguage: 'en' })).toEqual({
      locale: 'fr',
      theme: 'dark',
    })
    expect(chooseAppearance({ cookie: '.dark', acceptLanguage: 'fr-CA,en;q=0.5' })).toEqual({
      locale: 'fr',
      theme: 'dark',
    })
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: 'is, en;q=0.1, fr;q=0.9' })).toEqual({
      locale: 'fr',
      isEuropeanFrench: true,
      theme: 'system',
    })
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: 'de-AT, fr-CA;q=0.9' })).toEqual({
      locale: 'de',
      theme: 'system',
    })
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: 'fr;q=0, is' })).toEqual({
      locale: 'en',
      theme: 'system',
    })
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: 'es, fr ;q=0.2' })).toEqual({
      locale: 'fr',
      isEuropeanFrench: true,
      theme: 'system',
    })
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: 'fr; q=0.2, EN-gb; q=0.3' })).toEqual({
      locale: 'en',
      isEuropeanFrench: true,
      theme: 'system',
    })
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: 'fr; q=0.2, en; q=0.1' })).toEqual({
      locale: 'fr',
      isEuropeanFrench: true,
      theme: 'system',
    })
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: 'fr;q=much, en;q=0.1' })).toEqual({
      locale: 'en',
      theme: 'system',
    })
    // What is no weight does not count as one.
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: 'en;q=0.5, fr;level=0;q=0.9' })).toEqual({
      locale: 'fr',
      isEuropeanFrench: true,
      theme: 'system',
    })
    // No browser sends so long a header; the rest of it is ignored.
    expect(chooseAppearance({ cookie: undefined, acceptLanguage: `${'x'.repeat(509)}, fr` })).toEqual({
      locale: 'en',
      theme: 'system',
    })
    expect(chooseAppearance({ cookie: 'xx.pink', acceptLanguage: undefined })).toEqual({
      locale: 'en',
      theme: 'system',
    })
  })

  it('reads the cookies that it writes', () => {
    expect(parsePreferences(formatPreferences({ locale: 'fr' }))).toEqual({ locale: 'fr' })
    expect(parsePreferences(formatPreferences({ theme: 'dark' }))).toEqual({ theme: 'dark' })
    expect(formatPreferences({})).toBe('.')
    expect(formatPreferences({ locale: 'fr' })).toBe('fr.')
    expect(formatPreferences({ theme: 'dark' })).toBe('.dark')
  })

  it('writes no cookie for a preference that was not chosen, so that it overwrites none', () => {
    expect(Object.keys(parsePreferences('xx.pink'))).toEqual([])
    expect(Object.keys(parsePreferences(undefined))).toEqual([])
  })
})
