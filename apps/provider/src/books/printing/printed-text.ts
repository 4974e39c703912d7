import type { DocumentLocale, PrintedDocument } from './printed-document.ts'

/** The language of a document and the country of its business; without one amounts and days are spelled as in Canada. */
export type PrintedSpelling = Pick<PrintedDocument, 'countryCode' | 'locale'>

/** By language and country; the last is for every other country. */
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
 * Formats an amount with its currency, in the language and the country of the business. Exact: works on the decimal text.
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

/** A quantity or a price without currency, with the digits it has. */
export function printedNumber(decimal: string, spelling: PrintedSpelling): string {
  const digits = decimal.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(tagOf(spelling), {
    minimumFractionDigits: digits,
    maximumFractionDigits: 20,
  })
  return inOneSpace(format.format(decimal as `${number}`))
}

/** A calendar day, `yyyy-MM-dd`; it is the same day everywhere. French counts the first of a month, and Intl does not. */
export function printedDay(day: string, spelling: PrintedSpelling): string {
  const format = new Intl.DateTimeFormat(tagOf(spelling), { dateStyle: 'long', timeZone: 'UTC' })
  const text = format.format(new Date(`${day}T00:00:00Z`))
  return spelling.locale === 'fr' ? text.replace(/^1 /, '1er ') : text
}

/** Fonts of documents have no narrow space that does not break. */
function inOneSpace(text: string): string {
  return text.replaceAll('\u202f', '\u00a0')
}
