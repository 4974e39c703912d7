import type { Locale, SessionView } from '@counterfoil/bff-api/session'

/** The locale that decides how days and amounts are written: British order unless the reader's English is American. */
export type Spelling = Locale | 'en-US' | 'fr-FR'

/** The locales of dates: days come before months, except in the United States. */
export const DATE_TAGS: Readonly<Record<Spelling, string>> = {
  en: 'en-GB',
  'en-US': 'en-US',
  fr: 'fr-FR',
  'fr-FR': 'fr-FR',
  de: 'de-DE',
}
/** The locales of amounts: Canadian, since most businesses are there, except for American, German and European French readers. */
export const MONEY_TAGS: Readonly<Record<Spelling, string>> = {
  en: 'en-CA',
  'en-US': 'en-US',
  fr: 'fr-CA',
  'fr-FR': 'fr-FR',
  de: 'de-DE',
}

/** The region of the reader, as reported by the browser. */
export type Region = Pick<SessionView, 'isAmerican' | 'isEuropeanFrench'>

export function spellingOf(locale: Locale, { isAmerican, isEuropeanFrench }: Region): Spelling {
  if (locale === 'en' && isAmerican === true) return 'en-US'
  return locale === 'fr' && isEuropeanFrench === true ? 'fr-FR' : locale
}

/**
 * Returns a date of `Intl` with no-break spaces. French has an ordinal for the first of a month, and Intl does not.
 *
 * @param text Begins with the day, if it has one: "1 décembre 2026".
 */
export function wholeDate(text: string, locale: Spelling): string {
  return (locale.startsWith('fr') ? text.replace(/^1 /, '1er ') : text).replaceAll(' ', '\u00a0')
}

/** Returns an amount with a minus sign that no line break separates from the symbol, and one kind of space. */
export function realMinus(amount: string): string {
  return amount.replace('-', '−\u2060').replaceAll('\u202f', '\u00a0')
}
