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
