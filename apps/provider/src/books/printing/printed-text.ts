import type { DocumentLocale, PrintedDocument } from './printed-document.ts'

/** The language of a document and the country of its business. Without a country, amounts and days are formatted as in Canada. */
export type PrintedSpelling = Pick<PrintedDocument, 'countryCode' | 'locale'>

/** Locales by language and country. `other` is for all other countries. */
const TAGS: Readonly<Record<DocumentLocale, Readonly<Record<string, string>> & { readonly other: string }>> =
  {
    en: { US: 'en-US', CA: 'en-CA', AU: 'en-AU', NZ: 'en-NZ', IE: 'en-IE', other: 'en-GB' },
    fr: { CA: 'fr-CA', US: 'fr-CA', CH: 'fr-CH', other: 'fr-FR' },
    de: { AT: 'de-AT', CH: 'de-CH', other: 'de-DE' },
  }

function tagOf({ locale, countryCode }: PrintedSpelling): string {
  const tags = TAGS[locale]
  return tags[countryCode ?? 'CA'] ?? tags.other
}

/**
 * Formats an amount exactly, with its currency, in the language of the document and the format of its business's country.
 *
 * @param amount Decimal text with as many digits as the currency has.
 */
export function printedAmount(
  amount: string,
  document: PrintedSpelling & Pick<PrintedDocument, 'currencyCode'>,
): string {
  const digits = amount.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(tagOf(document), {
    style: 'currency',
    currency: document.currencyCode,
    currencyDisplay: 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return inOneSpace(format.format(amount as `${number}`))
}

/** Formats a quantity or price with all its digits, without currency. */
export function printedNumber(decimal: string, spelling: PrintedSpelling): string {
  const digits = decimal.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(tagOf(spelling), {
    minimumFractionDigits: digits,
    maximumFractionDigits: 20,
  })
  return inOneSpace(format.format(decimal as `${number}`))
}

/** Formats a calendar day, `yyyy-MM-dd`. French writes the first of a month as an ordinal, which Intl does not. */
export function printedDay(day: string, spelling: PrintedSpelling): string {
  const format = new Intl.DateTimeFormat(tagOf(spelling), { dateStyle: 'long', timeZone: 'UTC' })
  const text = format.format(new Date(`${day}T00:00:00Z`))
  return spelling.locale === 'fr' ? text.replace(/^1 /, '1er ') : text
}

/** Replaces narrow no-break spaces, which the fonts of documents lack. */
function inOneSpace(text: string): string {
  return text.replaceAll('\u202f', '\u00a0')
}
