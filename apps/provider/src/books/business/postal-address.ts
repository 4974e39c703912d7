import { findCountry, findProvince } from '#books/reference/reference-data.ts'
import type { AddressSource } from './business-schema.ts'

/** A stored postal address: codes of ISO 3166-1 alpha-2 and ISO 3166-2, null for unknown parts. */
export type PostalAddress = {
  readonly addressLine1: string | null
  readonly addressLine2: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly countryCode: string | null
  readonly provinceCode: string | null
}

/** `Address` of the schema; null when nothing of the address is known. */
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
