import { findCountry, findProvince } from '#books/reference/reference-data.ts'
import type { AddressSource } from './business-schema.ts'

/** A stored postal address, with ISO 3166-1 alpha-2 and ISO 3166-2 codes. Unknown parts are null. */
export type PostalAddress = {
  readonly addressLine1: string | null
  readonly addressLine2: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly countryCode: string | null
  readonly provinceCode: string | null
}

/** Returns `Address` of the schema; null if no part of the address is known. */
export function addressOf(address: PostalAddress): AddressSource | null {
  const { addressLine1, addressLine2, city, postalCode, countryCode, provinceCode } = address
  const parts = [addressLine1, addressLine2, city, postalCode, countryCode, provinceCode]
  if (parts.every((part) => part === null)) return null
  return {
    addressLine1,
    addressLine2,
    city,
    postalCode,
    country: countryCode === null ? null : findCountry(countryCode),
    province: provinceCode === null ? null : findProvince(provinceCode),
  }
}
