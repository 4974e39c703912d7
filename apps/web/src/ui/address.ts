import type { Format } from '#words/format.ts'

/** The parts of an address as the provider returns them; any may be missing. */
interface Address {
  readonly addressLine1: string | null
  readonly addressLine2: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly province: { readonly name: string } | null
  readonly country: { readonly code?: string; readonly name: string } | null
}

/** Returns an address as lines to print, the country in the reader's language; empty if no part is known. */
export function addressLines(
  address: Address | null,
  { countryName }: Pick<Format, 'countryName'>,
): readonly string[] {
  if (address === null) return []
  const place = [address.city, address.province?.name].filter(isText).join(', ')
  return [
    address.addressLine1,
    address.addressLine2,
    [place, address.postalCode].filter(isText).join(' '),
    address.country?.code === undefined ? address.country?.name : countryName(address.country.code),
  ].filter(isText)
}

function isText(part: string | null | undefined): part is string {
  return part !== null && part !== undefined && part.trim() !== ''
}
