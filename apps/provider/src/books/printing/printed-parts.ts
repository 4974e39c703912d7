import { shortestDecimal, type Decimal } from '@counterfoil/money/decimal'
import { formatAddress } from 'localized-address-format'
import { findCountry, findProvince } from '#books/reference/reference-data.ts'
import { printedNumber, type PrintedSpelling } from './printed-text.ts'
import type { DocumentLocale } from './printed-document.ts'

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
 * Formats an address in the order of its own country: `10115 Berlin`, `Toronto Ontario M5V 2T6`. The country is added if it
 * differs from the sender's, in the language of the document.
 *
 * @param from Country and language of the sender.
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
  // The format of some countries omits a town or a postal code; known parts are kept.
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

/** A tax as it is above the total: its abbreviation, its rate, and its number where the business shows it. */
export function taxLabel(
  tax: { readonly abbreviation: string; readonly rate: Decimal; readonly taxNumber: string | null },
  spelling: PrintedSpelling,
): string {
  const percent = shortestDecimal({ units: tax.rate.units * 100n, scale: tax.rate.scale })
  const label = `${tax.abbreviation} ${printedNumber(percent, spelling)} %`
  return tax.taxNumber === null ? label : `${label} (${tax.taxNumber})`
}

/** A price with all the digits it has, and at least those of its currency. */
export function priceText(price: Decimal, exponent: number): string {
  const shortest = shortestDecimal(price)
  const [whole = '0', fraction = ''] = shortest.split('.')
  return exponent === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(exponent, '0')}`
}
