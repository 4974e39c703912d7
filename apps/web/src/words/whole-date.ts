import type { Locale } from '@counterfoil/bff-api/session'

/**
 * A date as `Intl` says it, in one piece: no line ends inside it. French counts the first day of a month, and Intl does not.
 *
 * @param text Begins with the day, where it has one: "1 décembre 2026".
 */
export function wholeDate(text: string, locale: Locale): string {
  return (locale === 'fr' ? text.replace(/^1 /, '1er ') : text).replaceAll(' ', '\u00a0')
}

/** An amount with a real minus, which no line parts from the symbol of its currency. */
export function realMinus(amount: string): string {
  return amount.replace('-', '−\u2060')
}
