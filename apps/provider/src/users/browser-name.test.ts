import { expect, it } from 'vitest'
import { wordsFor } from '#words/words.ts'
import { nameBrowser, shownBrowser } from './browser-name.ts'

it('names a browser on an unknown system, and no system without a browser', () => {
  expect(nameBrowser('Mozilla/5.0 Firefox/140.0')).toBe('Firefox')
  expect(nameBrowser('Mozilla/5.0 (X11; Linux x86_64)')).toBeUndefined()
})

it('reads only the beginning of an overlong header', () => {
  expect(nameBrowser(`${'x'.repeat(488)} Firefox/140.0`)).toBe('Firefox')
  expect(nameBrowser(`${'x'.repeat(500)} Firefox/140.0`)).toBeUndefined()
})

it.each([
  ['Chrome on Windows', 'Chrome on Windows', 'Chrome unter Windows', 'Chrome sous Windows'],
  ['Safari on iPhone', 'Safari on iPhone', 'Safari auf iPhone', 'Safari sur iPhone'],
  ['Firefox', 'Firefox', 'Firefox', 'Firefox'],
])('formats %s in the language of the page', (kept, ...shown) => {
  const languages = ['en', 'de', 'fr'] as const
  expect(languages.map((locale) => shownBrowser(kept, wordsFor(locale, 'Harbour').frame))).toEqual(shown)
})
