import type { Locale, SessionView } from '@counterfoil/bff-api/session'

/** How days and amounts are written: British order unless the reader's English is American. */
export type Spelling = Locale | 'en-US' | 'fr-FR'

/** Days before months, but in the United States. */
export const DATE_TAGS: Readonly<Record<Spelling, string>> = {
  en: 'en-GB',
  'en-US': 'en-US',
  fr: 'fr-FR',
  'fr-FR': 'fr-FR',
  de: 'de-DE',
}
/** Amounts as in Canada, where most of the businesses are, but for American, German and French readers. */
export const MONEY_TAGS: Readonly<Record<Spelling, string>> = {
  en: 'en-CA',
  'en-US': 'en-US',
  fr: 'fr-CA',
  'fr-FR': 'fr-FR',
  de: 'de-DE',
}

/** What the browser says of the country of its reader. */
export type Region = Pick<SessionView, 'isAmerican' | 'isEuropeanFrench'>

export function spellingOf(locale: Locale, { isAmerican, isEuropeanFrench }: Region): Spelling {
  if (locale === 'en' && isAmerican === true) return 'en-US'
  return locale === 'fr' && isEuropeanFrench === true ? 'fr-FR' : locale
}

/**
 * A date as `Intl` says it, in one piece: no line ends inside it. French counts the first day of a month, and Intl does not.
 *
 * @param text Begins with the day, where it has one: "1 décembre 2026".
 */
export function wholeDate(text: string, locale: Spelling): string {
  return (locale.startsWith('fr') ? text.replace(/^1 /, '1er ') : text).replaceAll(' ', '\u00a0')
}

/** An amount with a real minus, which no line parts from the symbol of its currency, and one kind of space. */
export function realMinus(amount: string): string {
  return amount.replace('-', '−\u2060').replaceAll('\u202f', '\u00a0')
}
