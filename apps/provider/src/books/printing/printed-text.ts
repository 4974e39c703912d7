import { shortestDecimal, type Decimal } from '@counterfoil/money/decimal'
import { formatAddress } from 'localized-address-format'
import { findCountry, findProvince } from '#books/reference/reference-data.ts'
import type { DocumentLocale, PrintedDocument } from './printed-document.ts'
import { printedWords } from './printed-words.ts'

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

/** The known parts of a place. */
export type PrintedPlace = {
  readonly line1: string | null
  readonly line2: string | null
  readonly city: string | null
  readonly provinceCode: string | null
  readonly postalCode: string | null
  readonly countryCode: string | null
}

/**
 * Formats an address in the order of its own country: `10115 Berlin`, `Toronto Ontario M5V 2T6`. The country is added, in the
 * language of the document, if it differs from the sender's.
 *
 * @param from The country and language of the sender.
 */
export function addressLines(
  place: PrintedPlace,
  from: { readonly countryCode: string | null; readonly locale: DocumentLocale },
): readonly string[] {
  const { countryCode } = place
  const isAbroad = countryCode !== null && countryCode !== from.countryCode
  return [...linesWithin(place), ...(isAbroad ? [countryName(countryCode, from.locale)] : [])]
}

function linesWithin({
  line1,
  line2,
  city,
  provinceCode,
  postalCode,
  countryCode,
}: PrintedPlace): readonly string[] {
  const province = provinceCode === null ? null : (findProvince(provinceCode)?.name ?? null)
  const street = [line1, line2].filter((line) => line !== null)
  const ordered =
    countryCode === null
      ? []
      : formatAddress(
          {
            postalCountry: countryCode,
            addressLines: [...street],
            ...(city === null ? {} : { locality: city }),
            ...(province === null ? {} : { administrativeArea: province }),
            ...(postalCode === null ? {} : { postalCode }),
          },
          'latin',
        )
  // The address formats of some countries have no town or no postal code. Known parts are added to them.
  const isWhole = [city, postalCode].every((part) => part === null || ordered.join('\n').includes(part))
  if (countryCode !== null && isWhole) return ordered
  const town = [city, province, postalCode].filter((part) => part !== null).join(' ')
  return [...street, ...(town === '' ? [] : [town])]
}

function countryName(code: string, locale: DocumentLocale): string {
  const english = findCountry(code)?.name ?? code
  return locale === 'en'
    ? english
    : (new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code) ?? english)
}

/** Returns the label of a tax above the total: its abbreviation, rate and, if the business shows it, number. */
export function taxLabel(
  tax: { readonly abbreviation: string; readonly rate: Decimal; readonly taxNumber: string | null },
  spelling: PrintedSpelling,
): string {
  const percent = shortestDecimal({ units: tax.rate.units * 100n, scale: tax.rate.scale })
  const label = `${tax.abbreviation} ${printedNumber(percent, spelling)} %`
  return tax.taxNumber === null ? label : `${label} (${tax.taxNumber})`
}

/** Formats a price with all its digits, and at least as many as its currency has. */
export function priceText(price: Decimal, exponent: number): string {
  const shortest = shortestDecimal(price)
  const [whole = '0', fraction = ''] = shortest.split('.')
  return exponent === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(exponent, '0')}`
}

/** Returns a file name that all operating systems accept, for example `invoice-TK-020.pdf`. */
export function pdfFileName({
  kind,
  number,
  locale,
}: Pick<PrintedDocument, 'kind' | 'number' | 'locale'>): string {
  const safe = number
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${[printedWords(locale).fileName[kind], ...(safe === '' ? [] : [safe])].join('-')}.pdf`
}
