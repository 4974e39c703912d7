import { findProvince } from '#books/reference/reference-data.ts'
import { addressOf, type PostalAddress } from '#books/business/postal-address.ts'
import type { AddressSource } from '#books/business/business-schema.ts'
import type { FieldReader } from '#books/input-faults.ts'
import { NO_ADDRESS, NO_SHIPPING, type ContactDetails, type Shipping } from './contact.ts'

type Sent<Value> = Value | null | undefined

type AddressInput = { readonly [Name in keyof PostalAddress]?: Sent<string> }

type ShippingInput = {
  readonly address?: Sent<AddressInput>
  readonly instructions?: Sent<string>
  readonly name?: Sent<string>
  readonly phone?: Sent<string>
}

/** Input fields of a contact. */
export type ContactInput = {
  readonly name?: Sent<string>
  readonly firstName?: Sent<string>
  readonly lastName?: Sent<string>
  readonly email?: Sent<string>
  readonly displayId?: Sent<string>
  readonly internalNotes?: Sent<string>
  readonly phone?: Sent<string>
  readonly mobile?: Sent<string>
  readonly tollFree?: Sent<string>
  readonly fax?: Sent<string>
  readonly website?: Sent<string>
  readonly currency?: Sent<string>
  readonly address?: Sent<AddressInput>
  readonly shippingDetails?: Sent<ShippingInput>
}

/** A change of details. Undefined fields stay unchanged. */
type Change<Details> = { readonly [Name in keyof Details]?: Details[Name] | undefined }

/** A change of a contact. An address contains only the parts that were sent; null clears all of it. */
type ContactChange = Change<Omit<ContactDetails, 'address' | 'shipping'>> & {
  readonly address?: Sent<Change<PostalAddress>>
  readonly shipping?: Sent<
    Change<Omit<Shipping, 'address'>> & { readonly address?: Sent<Change<PostalAddress>> }
  >
}

export const MAX_CHARACTERS = {
  name: 300,
  firstName: 200,
  lastName: 200,
  /** The maximum of RFC 5321 section 4.5.3.1.3, without the angle brackets. */
  email: 254,
  displayId: 50,
  internalNotes: 5000,
  phone: 50,
  website: 2000,
  addressLine: 300,
  city: 200,
  postalCode: 50,
  instructions: 2000,
} as const

/** A minimal check of an e-mail address: only sending shows whether it exists. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** A website with or without a scheme. Text before a colon must contain a point, so that it is a host, not a scheme. */
const WEBSITE = /^(?:https?:\/\/\S|[^\s:/?#]*\.[^\s:/?#]*:\d|[^\s:]+(?:[/?#]|$))/i

/** Parses the input of a contact and adds its faults to `fields`. */
export function readContactChange(fields: FieldReader, input: ContactInput): ContactChange {
  const line = (name: 'firstName' | 'lastName' | 'displayId') =>
    fields.line(name, input[name], MAX_CHARACTERS[name])
  const phone = (name: 'phone' | 'mobile' | 'tollFree' | 'fax') =>
    fields.line(name, input[name], MAX_CHARACTERS.phone)
  return {
    name: fields.someLine('name', input.name, MAX_CHARACTERS.name),
    firstName: line('firstName'),
    lastName: line('lastName'),
    email: readEmail(fields, input.email),
    displayId: line('displayId'),
    internalNotes: fields.text('internalNotes', input.internalNotes, MAX_CHARACTERS.internalNotes),
    phone: phone('phone'),
    mobile: phone('mobile'),
    tollFree: phone('tollFree'),
    fax: phone('fax'),
    website: readWebsite(fields, input.website),
    currencyCode: input.currency,
    address: input.address && readAddress(fields.within('address'), input.address),
    shipping: input.shippingDetails && readShipping(fields.within('shippingDetails'), input.shippingDetails),
  }
}

/** Returns the contact after a change. */
export function applyContactChange(current: ContactDetails, change: ContactChange): ContactDetails {
  const { address, shipping, ...texts } = change
  return {
    ...applyChange<Omit<ContactDetails, 'address' | 'shipping'>>(current, texts),
    address: applyAddress(current.address, address),
    shipping: applyShipping(current.shipping, shipping),
  }
}

/** Resolves the addresses of a contact. */
export const contactAddresses = {
  address: ({ address }: Pick<ContactDetails, 'address'>) => addressOf(address),
  shippingDetails: ({ shipping }: Pick<ContactDetails, 'shipping'>) => shippingDetailsOf(shipping),
}

/** Returns `CustomerShippingDetails` and `VendorShippingDetails` of the schema; null if nothing is known. */
function shippingDetailsOf({ name, phone, instructions, address }: Shipping): {
  readonly name: string | null
  readonly phone: string | null
  readonly instructions: string | null
  readonly address: AddressSource | null
} | null {
  const details = { name, phone, instructions, address: addressOf(address) }
  return Object.values(details).every((part) => part === null) ? null : details
}

function readEmail(fields: FieldReader, sent: Sent<string>): Sent<string> {
  const email = fields.text('email', sent, MAX_CHARACTERS.email)
  if (email && !EMAIL.test(email)) fields.refuse('email', 'INVALID', 'email must be an e-mail address.')
  return email
}

/** Accepts only addresses that a browser opens as a page. A scheme such as `javascript:` would run code when the link is opened. */
function readWebsite(fields: FieldReader, sent: Sent<string>): Sent<string> {
  const website = fields.line('website', sent, MAX_CHARACTERS.website)
  if (website && !WEBSITE.test(website)) {
    fields.refuse('website', 'INVALID', 'website must be an address of the web, such as https://example.com.')
  }
  return website
}

function readShipping(fields: FieldReader, input: ShippingInput) {
  return {
    name: fields.line('name', input.name, MAX_CHARACTERS.name),
    phone: fields.line('phone', input.phone, MAX_CHARACTERS.phone),
    instructions: fields.text('instructions', input.instructions, MAX_CHARACTERS.instructions),
    address: input.address && readAddress(fields.within('address'), input.address),
  }
}

function readAddress(fields: FieldReader, input: AddressInput): Change<PostalAddress> {
  return {
    addressLine1: fields.text('addressLine1', input.addressLine1, MAX_CHARACTERS.addressLine),
    addressLine2: fields.text('addressLine2', input.addressLine2, MAX_CHARACTERS.addressLine),
    city: fields.text('city', input.city, MAX_CHARACTERS.city),
    postalCode: fields.text('postalCode', input.postalCode, MAX_CHARACTERS.postalCode),
    countryCode: input.countryCode,
    provinceCode: readProvince(fields, input),
  }
}

/** Reads a province. If the input has a country too, the province must be in it. */
function readProvince(fields: FieldReader, { provinceCode: sent, countryCode }: AddressInput): Sent<string> {
  if (sent === null || sent === undefined) return sent
  const code = sent.trim()
  if (code === '') return null
  const isKnown = findProvince(code) !== undefined
  if (!isKnown) fields.refuse('provinceCode', 'INVALID', 'provinceCode must be a code of ISO 3166-2.')
  else if (countryCode !== undefined && countryCode !== countryOf(code)) {
    fields.refuse('provinceCode', 'INVALID', 'provinceCode must be of the country in countryCode.')
  }
  return code
}

function applyShipping(current: Shipping, change: ContactChange['shipping']): Shipping {
  if (change === undefined) return current
  if (change === null) return NO_SHIPPING
  const { address, ...texts } = change
  return {
    ...applyChange<Omit<Shipping, 'address'>>(current, texts),
    address: applyAddress(current.address, address),
  }
}

/** Changes an address. A new province sets its country; a new country clears the province. */
function applyAddress(current: PostalAddress, change: Sent<Change<PostalAddress>>): PostalAddress {
  if (change === undefined) return current
  if (change === null) return NO_ADDRESS
  const changed = applyChange(current, change)
  const { provinceCode, countryCode } = changed
  if (provinceCode === null || countryOf(provinceCode) === countryCode) return changed
  const isProvinceNew = change.provinceCode !== undefined
  return isProvinceNew
    ? { ...changed, countryCode: countryOf(provinceCode) }
    : { ...changed, provinceCode: null }
}

/** Returns the ISO 3166-1 country code that an ISO 3166-2 province code begins with. */
function countryOf(provinceCode: string): string {
  return provinceCode.slice(0, 2)
}

function applyChange<Details extends object>(current: Details, change: Change<Details>): Details {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(given) }
}
