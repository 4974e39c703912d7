import { chooseLanguage, isAmericanEnglish, isEuropeanFrench } from '@counterfoil/service/accept-language'

export const PAGE_LOCALES = ['en', 'fr', 'de'] as const
export type PageLocale = (typeof PAGE_LOCALES)[number]

/** What each language calls itself, for who does not read the present one. */
export const LOCALE_NAMES: Readonly<Record<PageLocale, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
}

/** Narrows a cookie's or a form's value. */
export function parsePageLocale(value: unknown): PageLocale | undefined {
  return PAGE_LOCALES.find((locale) => locale === value)
}

/**
 * The language of a page: what the person chose, else the best of `Accept-Language` by weight, else English.
 *
 * @param chosen Value of the language cookie.
 * @see RFC 9110 section 12.5.4 Accept-Language
 */
export function choosePageLocale({
  chosen,
  acceptLanguage,
}: {
  readonly chosen: string | undefined
  readonly acceptLanguage: string | undefined
}): PageLocale {
  return parsePageLocale(chosen) ?? chooseLanguage(acceptLanguage, PAGE_LOCALES) ?? 'en'
}

/** Countries whose words, days and times differ from the catalogue's: American English, and the French of Europe. */
export type PageRegion = 'FR' | 'US' | undefined

/** Returns the region of a reader of that language, by what the browser asks for. */
export function choosePageRegion(locale: PageLocale, acceptLanguage: string | undefined): PageRegion {
  if (locale === 'en') return isAmericanEnglish(acceptLanguage) ? 'US' : undefined
  return locale === 'fr' && isEuropeanFrench(acceptLanguage) ? 'FR' : undefined
}
