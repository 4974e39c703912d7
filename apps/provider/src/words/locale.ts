import { LANGUAGES } from '@counterfoil/design/languages'
import {
  chooseLanguage,
  isAmericanEnglish,
  isEuropeanFrench,
} from '@counterfoil/service/http/accept-language'

export type PageLocale = (typeof LANGUAGES)[number]

/** The name of each language in that language. */
export const LOCALE_NAMES: Readonly<Record<PageLocale, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
}

/** Parses the value of a cookie or form; undefined if it is no language of ours. */
export function parsePageLocale(value: unknown): PageLocale | undefined {
  return LANGUAGES.find((locale) => locale === value)
}

/**
 * Returns the language of a page: the chosen one, otherwise the best of `Accept-Language` by weight, otherwise English.
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
  return parsePageLocale(chosen) ?? chooseLanguage(acceptLanguage, LANGUAGES) ?? 'en'
}

/** Regions whose words, dates and times differ from the catalogue: American English and European French. */
export type PageRegion = 'FR' | 'US' | undefined

/** Returns the region of a reader with this language, by `Accept-Language`. */
export function choosePageRegion(locale: PageLocale, acceptLanguage: string | undefined): PageRegion {
  if (locale === 'en') return isAmericanEnglish(acceptLanguage) ? 'US' : undefined
  return locale === 'fr' && isEuropeanFrench(acceptLanguage) ? 'FR' : undefined
}
