import { shortestDecimal, type Decimal } from '@counterfoil/money/decimal'
import { findCountry, findProvince } from '#books/reference/reference-data.ts'
import { printedNumber } from './printed-text.ts'
import type { DocumentLocale } from './printed-document.ts'

/** What is known of where somebody is. */
export type PrintedPlace = {
  readonly line1: string | null
  readonly line2: string | null
  readonly city: string | null
  readonly provinceCode: string | null
  readonly postalCode: string | null
  readonly countryCode: string | null
}

/**
 * An address as it stands on a letter. The country is named when it is another one than that of the sender.
 *
 * @param homeCountryCode Of the sender.
 */
export function addressLines(place: PrintedPlace, homeCountryCode: string | null): readonly string[] {
  const { line1, line2, city, provinceCode, postalCode, countryCode } = place
  const province = provinceCode === null ? null : (findProvince(provinceCode)?.name ?? null)
  const country =
    countryCode === null || countryCode === homeCountryCode ? null : (findCountry(countryCode)?.name ?? null)
  const town = [city, province, postalCode].filter((part) => part !== null).join(' ')
  return [line1, line2, town === '' ? null : town, country].filter((line) => line !== null)
}

/** A tax as it stands above the total: its abbreviation, its rate, and its number where the business shows it. */
export function taxLabel(
  tax: { readonly abbreviation: string; readonly rate: Decimal; readonly taxNumber: string | null },
  locale: DocumentLocale,
): string {
  const percent = shortestDecimal({ units: tax.rate.units * 100n, scale: tax.rate.scale })
  const label = `${tax.abbreviation} ${printedNumber(percent, locale)} %`
  return tax.taxNumber === null ? label : `${label} (${tax.taxNumber})`
}

/** A price with all the digits it has, and at least those of its currency. */
export function priceText(price: Decimal, exponent: number): string {
  const shortest = shortestDecimal(price)
  const [whole = '0', fraction = ''] = shortest.split('.')
  return exponent === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(exponent, '0')}`
}
