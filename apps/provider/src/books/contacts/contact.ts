import type { PostalAddress } from '#books/business/postal-address.ts'
import type { RowKind } from '#books/book-ids.ts'
import type { Row } from '#books/row-reader.ts'
import type { RowSort } from '#books/row-store.ts'

/** The details of a customer or vendor. */
export type ContactDetails = {
  readonly name: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly displayId: string | null
  readonly internalNotes: string | null
  readonly phone: string | null
  readonly mobile: string | null
  readonly tollFree: string | null
  readonly fax: string | null
  readonly website: string | null
  /** The ISO 4217 code; null if the contact uses the currency of the business. */
  readonly currencyCode: string | null
  readonly address: PostalAddress
  readonly shipping: Shipping
}

/** The recipient and address of deliveries. */
export type Shipping = {
  readonly name: string | null
  readonly phone: string | null
  readonly instructions: string | null
  readonly address: PostalAddress
}

/** A customer or vendor as stored in the database. */
export type Contact<Kind extends RowKind> = Row<Kind> &
  ContactDetails & {
    readonly isArchived: boolean
    readonly createdAt: Date
    readonly modifiedAt: Date
  }

/** The fields of a contact that lists read. */
export type BriefContact<Kind extends RowKind> = Row<Kind> & Pick<ContactDetails, 'name' | 'currencyCode'>

/** The filter of a list of contacts. Null filters nothing. Time ranges include both ends. */
export type ContactFilter = {
  /** The e-mail address, compared without regard to case. */
  readonly email: string | null
  readonly modifiedAtAfter: Date | null
  readonly modifiedAtBefore: Date | null
  readonly sort: readonly RowSort[]
}

export const NO_ADDRESS: PostalAddress = {
  addressLine1: null,
  addressLine2: null,
  city: null,
  postalCode: null,
  countryCode: null,
  provinceCode: null,
}

export const NO_SHIPPING: Shipping = { name: null, phone: null, instructions: null, address: NO_ADDRESS }

/** The details of a contact of which only the name is known. */
export const NO_DETAILS: Omit<ContactDetails, 'name'> = {
  firstName: null,
  lastName: null,
  email: null,
  displayId: null,
  internalNotes: null,
  phone: null,
  mobile: null,
  tollFree: null,
  fax: null,
  website: null,
  currencyCode: null,
  address: NO_ADDRESS,
  shipping: NO_SHIPPING,
}
