/** The parts of an address as the provider gives them; any may be missing. */
export interface Address {
  readonly addressLine1: string | null
  readonly addressLine2: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly province: { readonly name: string } | null
  readonly country: { readonly name: string } | null
}

/** An address as lines to print; empty when nothing of it is known. */
export function addressLines(address: Address | null): readonly string[] {
  if (address === null) return []
  const place = [address.city, address.province?.name].filter(isText).join(', ')
  return [
    address.addressLine1,
    address.addressLine2,
    [place, address.postalCode].filter(isText).join(' '),
    address.country?.name,
  ].filter(isText)
}

function isText(part: string | null | undefined): part is string {
  return part !== null && part !== undefined && part.trim() !== ''
}
