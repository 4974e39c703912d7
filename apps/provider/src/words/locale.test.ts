import { describe, expect, it } from 'vitest'
import { choosePageLocale, choosePageRegion } from './words.ts'

describe(choosePageLocale, () => {
  it.each([
    [undefined, undefined, 'en'],
    [undefined, 'fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    [undefined, 'en;q=0.5, fr;q=0.6', 'fr'],
    [undefined, 'is,fr;q=0.3,en;q=0.2', 'fr'],
    [undefined, 'fr;q=0,en', 'en'],
    [undefined, 'fr;q=x', 'en'],
    [undefined, 'is', 'en'],
    [undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr', 'en', 'fr'],
    ['xx', 'fr', 'fr'],
  ] as const)('cookie %s and Accept-Language %s give %s', (cookie, header, locale) => {
    expect(choosePageLocale({ chosen: cookie, acceptLanguage: header })).toBe(locale)
  })
})

describe(choosePageRegion, () => {
  it.each([
    ['en', 'en-US,en;q=0.9', 'US'],
    ['en', 'en-GB', undefined],
    ['fr', 'fr-FR', 'FR'],
    ['fr', 'fr,fr-FR;q=0.9', 'FR'],
    ['fr', 'fr-CA,fr-FR;q=0.9', undefined],
    ['de', 'en-US, fr-FR', undefined],
    ['fr', undefined, undefined],
  ] as const)('of a reader of %s who asks for %j is %s', (locale, acceptLanguage, region) => {
    expect(choosePageRegion(locale, acceptLanguage)).toBe(region)
  })
})
